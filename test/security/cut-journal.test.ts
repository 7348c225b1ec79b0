import {cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'vitest';
import {beginDays} from '../commands/day-support.js';
import {openShop, type Shop, segmentsOf} from '../commands/support.js';
import {cut, headOf, linesOf, newestOf, rewrite} from '../commands/thief.js';

const selling = ['cash', 'sale', '--amount', '200', '--json'] as const;
/** What every way in says of a journal that lost lines: none of them sells, and none calls it whole. */
async function refusals(shop: Shop) {
  const runs = [
    [...selling],
    ['journal', 'verify', '--json'],
    ['doctor', '--json'],
    ['shift', 'z', '--person', 'A', '--json'],
  ];
  const ran = [];
  for (const line of runs) ran.push(await shop.run(line));
  return ran.map(({exit, json}) => ({
    exit,
    why: json.why ?? json.checks?.find((c: {name: string}) => c.name === 'journal').facts.why,
  }));
}
const every = (why: string) => Array.from({length: 4}, () => ({exit: 7, why}));

async function openDays(onTestFinished: Parameters<typeof openShop>[1]) {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  const days = await beginDays(shop);
  for (let day = 0; day < 3; day += 1) {
    if (day > 0) await days.nextMorning();
    for (let sale = 0; sale < 3; sale += 1) await days.run(...selling);
  }
  return shop;
}

describe.concurrent('a journal that lost what it had', () => {
  it('by whole lines cut off its end sells no more, and is not called whole', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    cut(shop, 3);
    expect(await refusals(shop)).toEqual(every('cut-short'));
    expect((await shop.run(['journal', 'verify'])).err).toContain('lines are missing');
  });

  it('by its newest segment sells no more', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    rmSync(newestOf(shop));
    expect(await refusals(shop)).toEqual(every('missing'));
  });

  it('by all of its segments sells no more', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    for (const file of segmentsOf(shop)) rmSync(file);
    expect(await refusals(shop)).toEqual(every('missing'));
  });

  it('by a sale, with the chain after it written anew, sells no more', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    let sales = 0;
    rewrite(newestOf(shop), line => {
      if (line.type === 'requested') sales += 1;
      return line.type === 'requested' && sales === 2 ? undefined : line;
    });
    expect(await refusals(shop)).toEqual(every('cut-short'));
    rewrite(newestOf(shop), line => (line.type === 'requested' ? {...line, person: 'Nobody'} : line));
    expect((await refusals(shop)).every(({exit}) => exit === 7)).toBe(true);
  });

  it('with a changed line and the chain after it written anew, sells no more', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    rewrite(newestOf(shop), line => ({...line, person: 'Nobody'}));
    expect(await refusals(shop)).toEqual(every('rewritten'));
  });

  it('is refused without its stored newest line, or with another in its place', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    const head = headOf(shop);
    const kept = readFileSync(head, 'utf8');
    rmSync(head);
    expect(await refusals(shop)).toEqual(every('head-missing'));
    const before = linesOf(newestOf(shop)).at(-4);
    const lower = kept
      .replace(/"seq":\d+/, `"seq":${before?.seq}`)
      .replace(/"head":"[0-9a-f]{64}"/, `"head":"${before?.hash}"`);
    writeFileSync(head, lower);
    expect(await refusals(shop)).toEqual(every('head-forged'));
    writeFileSync(head, lower.replace(/"key":"[^"]+"/, `"key":"${'A'.repeat(43)}"`));
    expect(await refusals(shop)).toEqual(every('head-forged'));
    writeFileSync(head, 'x');
    expect(await refusals(shop)).toEqual(every('head-unreadable'));
    writeFileSync(head, kept);
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    expect(await shop.run([...selling])).toMatchObject({exit: 0});
  });

  it.for([
    ['put aside as the one before', (pem: string) => renameSync(pem, pem.replace('.pem', '.old.pem')), 'head-forged'],
    ['deleted', (pem: string) => rmSync(pem), 'head-key-missing'],
    ['cut short', (pem: string) => writeFileSync(pem, readFileSync(pem, 'utf8').slice(0, 40)), 'head-key-missing'],
  ] as const)('is not made whole by its key: %s', async ([, change, why], {expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    const head = headOf(shop);
    cut(shop, 3);
    const newest = linesOf(newestOf(shop)).at(-1);
    const {identity} = JSON.parse(readFileSync(head, 'utf8'));
    const words = {seq: newest?.seq, head: newest?.hash, segment: newestOf(shop).slice(-16, -6), identity};
    writeFileSync(head, JSON.stringify({...words, key: 'A'.repeat(43), seal: 'A'.repeat(43)}));
    change(join(dirname(head), 'signing-key.pem'));
    expect(await refusals(shop)).toEqual(every(why));
    expect(await refusals(shop)).toEqual(every(why));
  });

  it('goes on only on the word of an owner, which the next Z tells', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const pins = (...lines: readonly string[]) => ({input: lines.map(line => `${line}\n`).join('')});
    const as = (name: string, pin: string, ...line: readonly string[]) =>
      shop.run([...line, '--json', '--as', name, '--pin-stdin'], pins(pin));
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], pins('582931'));
    const adding = ['staff', 'add', '--name', 'Baraka', '--role', 'cashier', '--as', 'Amina', '--pin-stdin'];
    await shop.run(adding, pins('582931', '739182'));
    await as('Baraka', '739182', ...selling.slice(0, -1));
    cut(shop, 2);
    const head = headOf(shop);
    rmSync(head);
    const sale = () => as('Baraka', '739182', ...selling.slice(0, -1));
    expect(await sale()).toMatchObject({exit: 7, json: {error: 'journal-unproved', why: 'head-missing'}});
    const accept = ['journal', 'accept'] as const;
    expect(await as('Baraka', '739182', ...accept)).toMatchObject({exit: 2, json: {error: 'not-allowed'}});
    expect(await as('Amina', '111111', ...accept)).toMatchObject({json: {error: 'sign-in-refused'}});
    expect(await sale()).toMatchObject({exit: 7, json: {error: 'journal-unproved', why: 'head-missing'}});
    expect(existsSync(head)).toBe(false);
    expect(await as('Amina', '582931', ...accept)).toMatchObject({exit: 0, json: {accepted: 'head-missing'}});
    expect(await as('Amina', '582931', ...accept)).toMatchObject({exit: 0, json: {accepted: null}});
    expect(await sale()).toMatchObject({exit: 0});
    expect((await as('Amina', '582931', 'shift', 'z', '--count', 'KES:200')).json).toMatchObject({unproved: ['Amina']});
    expect(
      (await shop.run(['shift', 'show', '--z', '1', '--as', 'Amina', '--pin-stdin'], pins('582931'))).out,
    ).toContain('! END OF JOURNAL UNPROVED, TAKEN BY');
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
  });

  it('is taken by nobody where people signed in and no line names one', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run([...selling]);
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: '582931\n'});
    const lines = linesOf(newestOf(shop));
    cut(shop, lines.length - lines.findIndex(({type}) => type === 'staff-added'));
    rmSync(headOf(shop));
    const accept = ['journal', 'accept', '--person', 'Amina', '--json'];
    expect(await shop.run(accept)).toMatchObject({exit: 7, json: {error: 'staff-gone'}});
    expect((await shop.run([...selling])).json).toMatchObject({error: 'journal-unproved'});
  });

  it('sells to nobody where people signed in, with the older head that goes with the lines', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    await shop.run([...selling]);
    const earlier = [newestOf(shop), headOf(shop)].map(file => [file, readFileSync(file)] as const);
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: '582931\n'});
    const second = ['staff', 'add', '--name', 'Baraka', '--role', 'cashier', '--as', 'Amina', '--pin-stdin'];
    await shop.run(second, {input: '582931\n739182\n'});
    for (const [file, bytes] of earlier) writeFileSync(file, bytes);
    const adding = ['staff', 'add', '--name', 'Baraka', '--role', 'owner', '--pin-stdin', '--json'];
    for (const line of [selling, ['shift', 'z', '--person', 'Baraka', '--count', 'KES:200', '--json'], adding])
      expect(await shop.run([...line], {input: '739182\n'})).toMatchObject({json: {error: 'staff-gone'}});
    expect(await shop.run(['doctor'])).toMatchObject({exit: 7, out: expect.stringMatching(/✗ staff .*staff-secrets/u)});
  });

  it('is looked at by the review up to where it was cut, and said to be cut', async ({expect, onTestFinished}) => {
    const shop = await openDays(onTestFinished);
    cut(shop, 1);
    const copy = join(shop.home, 'copy');
    cpSync(dirname(headOf(shop)), copy, {recursive: true});
    const {openReview} = await import('../../src/till/review.js');
    const review = await openReview(copy);
    await review.load(() => undefined);
    expect(review.damage()).toMatchObject({why: 'cut-short'});
  });
});
