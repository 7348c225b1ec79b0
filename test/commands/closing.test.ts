import {readFileSync, writeFileSync} from 'node:fs';
import {describe, it} from 'vitest';
import {beginDays} from './day-support.js';
import {openShop, segmentsOf} from './support.js';
import {keepAnew, linesOf, rewrite} from './thief.js';

const day = 24 * 3_600_000;

describe.concurrent('closing a month', () => {
  it('adds its Zs up once all are there, and proves it by its code', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, world, nextMorning, today} = await beginDays(shop);
    const month = today().slice(0, 7);
    const sell = async (amount: string) => {
      await run('shift', 'open', '--person', 'Amina');
      await run('cash', 'sale', '--amount', amount, '--tendered', amount);
      return run('shift', 'z', '--person', 'Amina', '--count', `KES:${amount}`, '--json');
    };
    const close = (...more: readonly string[]) => run('closing', 'month', ...more, '--person', 'Amina', '--json');
    expect(await close()).toMatchObject({exit: 2, json: {error: 'closing-nothing'}});
    expect((await sell('350')).exit).toBe(0);
    await nextMorning();
    const isSameMonth = today().startsWith(month);
    expect((await sell('200')).exit).toBe(0);
    expect(await close(month)).toMatchObject(
      isSameMonth ? {exit: 2, json: {error: 'closing-not-over', of: month}} : {exit: 0},
    );
    while (today().startsWith(month)) await world.pass(day);
    expect(await run('closing', 'month', month)).toMatchObject({exit: 2});
    const made = isSameMonth ? await close() : await run('closing', 'show', `M-${month}`, '--json');
    const total = isSameMonth ? '550.00' : '350.00';
    expect(made).toMatchObject({
      exit: 0,
      json: {name: `M-${month}`, number: 1, previous: null, totals: [{amount: total, currency: 'KES'}]},
    });
    const {proof} = made.json as unknown as {proof: string};
    expect(proof).toMatch(/^DUKAC1\./);

    const shown = await run('closing', 'show', `m-${month}`);
    expect(shown.out).toContain('MONTH CLOSED');
    expect(shown.out).toContain(`M-${month}`);
    expect(shown.out).toMatch(new RegExp(`^Total KES.*${total.replace('.', '\\.')} *$`, 'm'));
    expect(await run('closing', 'list')).toMatchObject({exit: 0, out: expect.stringContaining(`M-${month}`)});
    expect(await run('closing', 'show', 'M-2020-01')).toMatchObject({exit: 2});

    expect(await run('closing', 'check')).toMatchObject({exit: 0, out: expect.stringContaining('adds up')});
    expect(await run('closing', 'check', '--code', proof, '--json')).toMatchObject({exit: 0, json: {ok: true}});
    const [kind = '', fields = '', signature = ''] = proof.split('.');
    const changed = Buffer.from(Buffer.from(fields, 'base64url').toString().replace(total, '999.00')).toString(
      'base64url',
    );
    const forged = [kind, changed, signature].join('.');
    expect(await run('closing', 'check', '--code', forged, '--json')).toMatchObject({
      exit: 4,
      json: {ok: false, signature: false, agrees: false},
    });
    expect(await run('closing', 'check', '--code', 'DUKAC1.x.y')).toMatchObject({exit: 2});

    // The same sums of a Z that its lines do not come to, with the chain written anew, add up to nothing.
    const heads = ['', ''];
    for (const file of [...segmentsOf(shop)].sort()) {
      const [was = '', is = ''] = heads;
      if (was !== '') writeFileSync(file, readFileSync(file, 'utf8').replace(was, is));
      heads[0] = linesOf(file).at(-1)?.hash ?? '';
      rewrite(file, ({data, ...line}) => {
        const report = data['report'] as {number: number} | undefined;
        return {...line, data: report?.number === 1 ? {report: {...report, people: ['Nobody']}} : data};
      });
      heads[1] = linesOf(file).at(-1)?.hash ?? '';
    }
    keepAnew(shop);
    expect(await run('closing', 'check', '--json')).toMatchObject({
      exit: 4,
      json: {ok: false, closings: [{addsUp: false, follows: true}]},
    });
  });
});
