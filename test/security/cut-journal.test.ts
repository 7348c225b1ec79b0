import {cpSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
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

  it('by a line that was changed, with the chain after it written anew, sells no more', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openDays(onTestFinished);
    rewrite(newestOf(shop), line => ({...line, person: 'Nobody'}));
    expect(await refusals(shop)).toEqual(every('rewritten'));
  });

  it('is refused without what was kept of its newest line, or with another in its place', async ({
    expect,
    onTestFinished,
  }) => {
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
