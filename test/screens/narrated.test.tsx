import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, onTestFinished, test, vi} from 'vitest';
import {detailOf} from '../../screens/kit/columns.js';
import {narrate} from '../../screens/kit/narrate.js';
import {contextOf} from '../../screens/kit/screen.js';
import {noticeText} from '../../screens/lines.js';
import {topOf} from '../../screens/model.js';
import {bindings, defaultKeys, keyText} from '../../screens/terminal/bindings.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {tillScreens} from '../../screens/till-screens.js';
import {offersOf} from '../../screens/update.js';
import {languages} from '../../src/core/messages/messages.js';
import {runs} from '../hostile/runs.js';
import {walk} from '../walk.js';
import {allBeginnings} from './beginnings.js';
import {cutTexts, frameIn} from './cut-texts.js';
import {fits} from './fits.js';
import {enrolThree} from './gym.js';
import {journeysFrom, lostWords, strokeOf} from './lost-words.js';
import {openShop, type ShopScreens, turn, untilNextMonth} from './open.js';
import {saved} from './reconcile-shop.js';

const size = {columns: 80, rows: 24};
const texts = [
  '1',
  '250',
  '0712345678',
  '+256772345678',
  'm',
  'b',
  'ngn',
  '000020',
  'qq',
  'Amina',
  'o',
  'x@',
  '411111',
];

/** A till for which no time passes between what is drawn and what is said. */
function atOnce(till: ShopScreens['till']): ShopScreens['till'] {
  const seen = new Map<string, ReturnType<typeof till.outlook>>();
  const outlook = (reference: string) => {
    const its = seen.get(reference) ?? till.outlook(reference);
    seen.set(reference, its);
    return its;
  };
  return {...till, outlook};
}

function described({program, till, shop}: ShopScreens, language: (typeof languages)[number]) {
  const model = program.model();
  const screen = topOf(model);
  const context = contextOf(model, {till: atOnce(till), shop: {...shop, language}, keys: defaultKeys});
  return {context, blocks: tillScreens.screenOf(screen.kind).describe(screen.state, context)};
}

/** Words of the frame that are not said. */
function lost(shop: ShopScreens, language: (typeof languages)[number]): readonly string[] {
  const {context, blocks} = described(shop, language);
  return lostWords(blocks, narrate(blocks, context, ''), language);
}

const small = {columns: 40, rows: 10};
/** A number that goes on beyond an ellipsis. */
const cutSum = /(?<![\p{L}\p{N}])\p{N}[\p{N}.,]*…/u;

/** The keys of the footer that would only be text in the field with the focus. */
function swallowed(shop: ShopScreens): readonly string[] {
  const model = shop.program.model();
  const keys = tillScreens.keysOn(topOf(model), defaultKeys);
  return offersOf(model, {...shop, keys}, size).flatMap(action => {
    const {isDirected, isRange} = bindings[action];
    const shown = keys[action].slice(0, isDirected || isRange ? undefined : 1);
    const isText = (text: string) => tillScreens.isTyped({kind: 'text', text, chunk: 0}, model, {...shop, keys});
    return shown.some(key => key.length === 1 && isText(key)) ? [`${action} ${shown.join(' ')}`] : [];
  });
}

/** On each of its pages the smallest window has the field or the row that keys act on, the first of the keys, and no sum that is cut; on some of them, all that has just happened. */
function isWholeInSmall(shop: ShopScreens, language: (typeof languages)[number], strokes: readonly string[]): void {
  const {context, blocks} = described(shop, language);
  const isMarked = blocks.some(
    block =>
      ('isFocused' in block && block.isFocused) || (block.kind === 'list' && block.marked >= 0 && block.count > 0),
  );
  const keys = tillScreens.keysOn(topOf(shop.program.model()), defaultKeys);
  const [offer] = offersOf(shop.program.model(), {...shop, keys});
  const seen = new Set<string>();
  for (let [page, count] = [0, 1]; page < count; page += 1) {
    const frame = frameIn(shop, small, language, page);
    const where = `${language}: ${strokes.join(' ')}\n${frame}`;
    fits({screen: () => frame}, small, where);
    const lines = frame.split('\n');
    expect(isMarked, where).toBe(lines.slice(1).some(line => line.startsWith(' ▸ ')));
    if (offer !== undefined) expect(lines.at(-1), where).toContain(keyText(offer, {...context, keys}));
    if (!topOf(shop.program.model()).kind.startsWith('settings'))
      expect(frame.match(cutSum)?.[0], where).toBeUndefined();
    count = Number(/^ [↓↑]\d+\/(\d+) /u.exec(lines.at(-1) ?? '')?.[1] ?? 1);
    for (const word of frame.split(/\s+/u)) seen.add(word);
  }
  const {notice} = shop.program.model();
  const told = notice === undefined ? '' : noticeText(notice, {...context, till: shop.till});
  expect(
    told.split(/\s+/u).filter(word => word.length < small.columns && !seen.has(word)),
    `${language}: ${told}`,
  ).toEqual([]);
}

test('every fact of a drawn frame is also told, in every language, a wide window cuts none, the smallest shows what keys act on, and no key is only text', {
  timeout: 600_000, // some 20 s of a processor that others want too
}, async () => {
  const settings = {
    quickAmounts: ['50', '100'],
    tips: [5, 10],
    idleLockMinutes: 60,
    mail: {host: '127.0.0.1', port: 9, from: 'till@shop.example'},
  };
  let shop = await openShop({settings});
  // Where a form asks for a file, random keys are its name.
  const folder = process.cwd();
  process.chdir(shop.till.settings.folder);
  onTestFinished(() => process.chdir(folder));
  await shop.sale('150', '0712345108');
  await shop.sees('The request may have gone through');
  await shop.type('k');
  await shop.sees('checked: not found yet');
  shop.wall.off += 4 * 60_000;
  await walk(shop, [
    ['k', 'v result'],
    ['escape'],
    [() => shop.sale('300', '0712345678')],
    [() => shop.later('PT3S'), '✓ PAID'],
    ['enter', 'New sale'],
    [() => shop.till.reportZ({person: 'Amina', notAsked: 0})],
    [() => shop.sale('200', '0712345102')],
    [['escape', '70', 'enter', '+2250748293975', 'tab left enter enter'], 'q QR code'],
  ]);
  await enrolThree(shop);
  const file = saved(
    shop,
    [
      'reference,amount,currency,status,msisdn',
      'ABC,5.00,KES,Completed,',
      ',200.00,KES,Completed,254712345102',
      ',300.00,KES,Completed,254712345678',
      '',
    ].join('\n'),
  );
  await shop.till.importSource({kind: 'provider', file});
  const paid = [...shop.till.state.payments.values()].find(({status}) => status === 'paid')?.reference ?? '';
  await shop.till.confirmMatch({key: 'MISSING_LOCALLY:row//254712345678/:KES300.00', reference: paid}, 'Amina');
  const today = `${Temporal.Instant.fromEpochMilliseconds(shop.till.now()).toZonedDateTimeISO('Africa/Nairobi').toPlainDate()}`;
  const payouts = saved(shop, 'payout,amount,currency,status\nPO-1001,5.00,KES,Completed\n', 'payouts.csv');
  const bank = saved(
    shop,
    `date,reference,narration,amount,currency\n${today},E1,Interest paid 77,2.00,KES\n${today},E3,Charge,-1.00,KES\n`,
    'bank.csv',
  );
  await shop.till.importSource({kind: 'payout', file: payouts});
  await shop.till.importSource({kind: 'bank', file: bank});
  await shop.till.decide({
    type: 'add-rule',
    rule: {text: 'RENT', account: '613', amount: null, tolerance: null},
    person: 'Amina',
  });
  const words = saved(shop, 'words that are no table\n', 'words.txt');
  const other = saved(shop, 'reference,amount,currency,remark\nDEF,5.00,KES,Failed\n', 'other.csv');
  const beginnings: readonly (readonly string[])[] = [
    [],
    ...allBeginnings,
    ...[file, words, other].map(path => ['d', 'r', 'f', path, 'enter', 'enter', 'enter']),
  ];
  let chunk = 1_000_000;
  const isWaiting = () => {
    const top = topOf(shop.program.model());
    return top.waiting.length > 0;
  };
  const press = async (stroke: Stroke, window = size) => {
    chunk += 1;
    shop.seen.off += 1000;
    shop.program.dispatch({kind: 'key', key: {...stroke, chunk}, size: window});
    // The disk and the service beside us answer within so many turns, or are seen the next time.
    for (let turns = 0; turns < (isWaiting() ? 20_000 : 10); turns += 1) await turn();
  };
  const home = async () => {
    // What is being written down takes no key.
    const isHome = async () => {
      if (shop.program.model().stack.length > 1) await press({kind: 'press', name: 'escape'});
      expect(shop.program.model().stack).toHaveLength(1);
    };
    await vi.waitFor(isHome, {interval: 1, timeout: 60_000});
    // A basket is dropped at the second press.
    for (let times = 0; times < 2; times += 1) await press({kind: 'press', name: 'escape'});
    expect(topOf(shop.program.model()).kind).toBe('sale');
  };
  const seen = new Set<string>();
  /** Screens that say more of the marked row beside their list. */
  const detailed = new Set<string>();
  let looks = 0;
  /** On the way in one language after the other, at the end in all of them. */
  const look = (strokes: readonly string[], isLast: boolean) => {
    seen.add(topOf(shop.program.model()).kind);
    looks += 1;
    expect(swallowed(shop), strokes.join(' ')).toEqual([]);
    const told = isLast ? languages : languages.filter((_, at) => at === looks % languages.length);
    for (const language of told) expect(lost(shop, language), `${language}: ${strokes.join(' ')}`).toEqual([]);
    if (!isLast) return;
    // In the language whose sentences are the longest.
    const {blocks} = described(shop, 'fr');
    if ((detailOf(blocks)?.() ?? []).length > 0) detailed.add(topOf(shop.program.model()).kind);
    expect(cutTexts(shop, blocks, 'fr'), strokes.join(' ')).toEqual([]);
    for (const language of languages) isWholeInSmall(shop, language, strokes);
  };
  const isAnswered = () => shop.program.model().stack.every(each => each.waiting.length === 0);
  /** All payments of a day are asked about at a pace: what is not answered soon is looked at as it stands. */
  const soon = async () => {
    const end = performance.now() + 8000;
    while (!isAnswered() && performance.now() < end) await turn();
  };
  /** Presses keys each of which finds answered what those before it asked. */
  const pressAll = async (keys: readonly string[]) => {
    for (const key of keys) {
      await press(strokeOf(key));
      await expect.poll(isAnswered, {interval: 1}).toBe(true);
    }
  };
  await fc.assert(
    fc.asyncProperty(journeysFrom(beginnings, texts), async strokes => {
      await home();
      for (const [at, stroke] of strokes.entries()) {
        const isLast = at === strokes.length - 1;
        await press(strokeOf(stroke));
        look(strokes, isLast);
        if (isAnswered()) continue;
        await soon();
        look(strokes, isLast);
      }
    }),
    // One till for all runs: a failure is not made smaller from where it left the till.
    {...runs(beginnings.length + 5, 500), examples: beginnings.map(keys => [keys.flat()]), endOnFailure: true},
  );
  // Keys by chance can leave people behind who have to sign in: what follows begins with another till.
  shop = await openShop({settings});
  await shop.sale('200', '0712345102');
  // Today's sales are marked only beside the sale in a wide window, which may become smaller then.
  await home();
  await press(strokeOf('right'), {columns: 200, rows: 60});
  expect(topOf(shop.program.model()).kind).toBe('latest');
  look(['right'], true);
  // A till that ended while a basket was being filled begins with it.
  await home();
  await pressAll(['f', '50 Bag', 'enter']);
  await expect.poll(shop.till.interruptedBasket).toBeDefined();
  await shop.shut();
  shop = await openShop({home: shop.folder});
  const offered = topOf(shop.program.model());
  expect(offered.kind).toBe('interrupted-basket');
  seen.add(offered.kind);
  for (const language of languages) expect(lost(shop, language), language).toEqual([]);
  await pressAll(['d']);
  // A machine whose clock turns out to be hours off asks about it before the next sale.
  await home();
  shop.wall.off += 3 * 60 * 60_000;
  await shop.till.check([...shop.till.state.open.keys()][0] ?? '');
  expect(shop.till.clockSkew()).toBeGreaterThan(60 * 60_000);
  await pressAll(['55', 'enter', '0799123456', 'enter']);
  for (let times = 0; times < 5 && topOf(shop.program.model()).kind !== 'clock'; times += 1)
    await press(strokeOf('enter'));
  const asked = topOf(shop.program.model());
  expect(asked.kind, JSON.stringify(shop.program.model())).toBe('clock');
  seen.add(asked.kind);
  for (const language of languages) expect(lost(shop, language), language).toEqual([]);
  // A month is closed once it is over and every day of it has its Z.
  await home();
  await shop.till.countDrawer('Amina', [{currency: 'KES', minor: 0, pieces: []}]);
  await shop.till.reportZ({person: 'Amina', note: 'counted late', approver: 'Joseph', notAsked: 0});
  shop.wall.off += untilNextMonth(shop);
  await pressAll(['d', 'm', 'left', 'z', 'Amina', 'enter', 'enter']);
  await expect.poll(() => topOf(shop.program.model()).kind).toBe('report');
  seen.add('report');
  for (const language of languages) expect(lost(shop, language), language).toEqual([]);
  // Somebody writes into the settings while the till is open.
  await home();
  const own = join(shop.folder, 'settings.json');
  const office = {sandbox: {url: 'https://office.example.com', key: 'x'.repeat(43), shop: 'corner'}};
  writeFileSync(own, JSON.stringify({...JSON.parse(readFileSync(own, 'utf8')), country: 'UG', office}));
  for (const [kind, keys] of [
    ['accept-settings', ['t', 'e', 'a']],
    ['leave-office', ['t', 'e', 'end', 'up', 'enter', 'x']],
  ] as const) {
    await home();
    for (const key of keys) {
      await press(strokeOf(key));
      await soon();
      for (const language of languages) expect(lost(shop, language), `${language}: ${key}`).toEqual([]);
    }
    expect(topOf(shop.program.model()).kind).toBe(kind);
    seen.add(kind);
  }
  // A till with staff: who it is, and the second person.
  await home();
  await shop.till.addPerson({name: 'Amina', role: 'owner', pin: '739154'});
  await shop.till.addPerson({name: 'Baraka', role: 'cashier', pin: '482601'});
  await shop.till.changeRights({
    verb: 'refund',
    role: 'cashier',
    right: 'yes',
    most: [{currency: 'KES', minor: 200_000}],
    mostInShift: [],
  });
  for (const key of ['t', 's', 'down', 't']) {
    await press(strokeOf(key));
    for (const language of languages) expect(lost(shop, language), `${language}: ${key}`).toEqual([]);
  }
  await home();
  await shop.till.signOut('asked');
  expect(topOf(shop.program.model()).kind).toBe('sign-in');
  seen.add('sign-in');
  for (const key of ['7', '3']) await press(strokeOf(key));
  for (const language of languages) expect(lost(shop, language), language).toEqual([]);
  await shop.till.signIn({name: 'Baraka', by: 'pin', secret: '482601'});
  const moved = shop.till.noteDrawer('change');
  const refused = expect(moved).rejects.toMatchObject({code: 'approval-needed'});
  await expect.poll(() => topOf(shop.program.model()).kind).toBe('approve');
  seen.add('approve');
  for (const language of languages) expect(lost(shop, language), language).toEqual([]);
  await press(strokeOf('escape'));
  await refused;
  expect([...detailed].sort()).toEqual([
    'archive',
    'pending',
    'plans',
    'reconcile',
    'sales',
    'settings-page',
    'subscriptions',
    'tickets',
  ]);
  expect([...seen]).toEqual(expect.arrayContaining(tillScreens.all().map(({id}) => id)));
});
