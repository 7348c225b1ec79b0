import fc from 'fast-check';
import {expect, test, vi} from 'vitest';
import {type Message, type Model, type Open, topOf} from '../../screens/model.js';
import {createProgram} from '../../screens/program.js';
import {bindings, defaultKeys} from '../../screens/terminal/bindings.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {plainScene, runEffects} from '../../screens/till-program.js';
import {begin, offersOf, update} from '../../screens/update.js';
import {runs} from '../hostile/runs.js';
import {leaksIn, cards as testCards} from './card-secrets.js';
import {enrolThree} from './gym.js';
import {openShop, type ShopScreens, turn} from './open.js';

const size = {columns: 80, rows: 24};

/** Texts by nature: opening one reads its lines, and one that grows reads on. */
const texts = ['help', 'evidence', 'slip', 'qr', 'day', 'report', 'charge', 'takings', 'closing'];
const isText = (screen: Open): boolean => {
  const described = Object(screen.state);
  return texts.includes(screen.kind) || ['page', 'line'].includes(described.view?.kind);
};
/** Words of the service or the customer, which stay as they are. */
const quoted = /“[^”]*”|«[^»]*»|\([^)]*\)/g;

/** A person who listens to a real till, and how many lines each update was. */
function listener({till, shop, wall, seen}: ShopScreens, onCrash: (error: unknown) => void) {
  const reducerContext = {till, shop, keys: defaultKeys};
  const run = runEffects({till, leave: () => undefined, crash: onCrash});
  const program = createProgram<Model, Message, Parameters<typeof run>[0]>({
    first: begin(reducerContext, {tornBytes: 0, isPlain: true}),
    update: (model, message) => update(model, message, reducerContext),
    run,
  });
  const stopFollowing = till.subscribe(told => program.dispatch({kind: 'till-changed', told}));
  const scene = plainScene(program, till, reducerContext);
  const heard: {readonly lines: readonly string[]; readonly isText: boolean}[] = [];
  let last = 0;
  const listen = () => {
    const {lines} = scene.speaker.spoken();
    const news = lines.filter(({number}) => number > last);
    last = lines.at(-1)?.number ?? last;
    heard.push({lines: news.map(({text}) => text), isText: isText(topOf(program.model()))});
  };
  listen();
  const stop = scene.speaker.subscribe(listen);
  let chunk = 0;
  return {
    heard,
    press: async (stroke: Stroke) => {
      chunk += 1;
      seen.off += 1000;
      scene.onKey({...stroke, chunk}, size);
      await turn();
    },
    /** Waits for a screen, for as long as the disk or the service takes. */
    comesTo: (kind: Open['kind']) => vi.waitFor(() => expect(topOf(program.model()).kind).toBe(kind), patience),
    offers: () => offersOf(program.model(), reducerContext),
    /** Waits while something is being written or sent, and no key counts but those that count on every screen. */
    isHeard: () =>
      vi.waitFor(() => {
        expect(offersOf(program.model(), reducerContext).filter(id => !everywhere.has(id))).not.toEqual([]);
      }, patience),
    later: (ms: number) => {
      wall.off += ms;
    },
    stop: () => {
      stop();
      scene.stop();
      stopFollowing();
      // Whoever comes next has not begun a close.
      till.setClosing(false);
    },
  };
}

/** What is offered also while a screen waits for the disk or the service. */
const everywhere: ReadonlySet<string> = new Set(['help', 'palette', 'lock', 'interrupt']);

/** The service of a busy machine is slow. */
const patience = {timeout: 20_000, interval: 10};

const press = (name: string): Stroke => ({kind: 'press', name});
const text = (typed: string): Stroke => ({kind: 'text', text: typed});
const enter = press('enter');

type Deed = readonly Stroke[] | 'service' | 'hours';

/** From wherever somebody may be back to a new sale: a card typed into another field is nobody's secret any more. */
const leave = press('escape');
const away = Array.from({length: 6}, () => leave);

const keys = Object.values(bindings).flatMap(({keys: named}) =>
  named.filter(key => key !== 'ctrl-c').map(key => [key.length === 1 ? text(key) : press(key)]),
);
const wallets = ['0712345678', '0712345101', '0712345104', '0712345108', '0712345113', '2250707462945', '99', ''];
const saleOf = (amount: number, wallet: string): Deed => [
  ...away,
  ...[text(String(amount)), enter, text(wallet), enter, enter],
];
const sale = fc
  .tuple(fc.integer({min: 1, max: 900}), fc.constantFrom(...wallets))
  .map(([amount, wallet]) => saleOf(amount, wallet));
const cardSale = fc
  .tuple(
    fc.integer({min: 1, max: 900}),
    fc.constantFrom(...Object.values(testCards), '4012000033330027'),
    fc.constantFrom('01/39', '05/39', '0126'),
  )
  .map(([amount, number, expiry]) => [
    ...away,
    text('c'),
    ...[String(amount), number, expiry, '100', '7391'].flatMap(typed => [text(typed), enter]),
    enter,
  ]);
const words = (...typed: readonly string[]): readonly Stroke[] =>
  typed.map(each => (each === 'enter' ? enter : text(each)));
/** The shift and its drawer, from the opening to the Z. */
const shifts: readonly Deed[] = [
  [...away, ...words('t', 'enter', 'Amina', 'enter', '2000', 'enter', 'enter')],
  [...away, ...words('t', 'h', 'Joseph', 'enter')],
  [...away, ...words('t', 'd', '20', 'enter', 'enter', '1', 'enter')],
  [...away, ...words('t', 'o', '20', 'enter', 'enter', '4', 'a new bulb', 'enter')],
  [...away, ...words('t', 'x')],
  [...away, ...words('t', 'a')],
  [...away, ...words('120', 'h', '2', 'enter')],
  [...away, ...words('120', 'h', 'enter')],
  [...away, ...words('d')],
  [...away, ...words('t', 'z', 'Amina', 'enter', '2', 'enter')],
  words('too much given', 'enter', 'Joseph', 'enter'),
];

/** A shift with a drawer that is short, to its Z and to the archive. */
async function closeShift(person: ReturnType<typeof listener>): Promise<void> {
  const does = async (strokes: readonly Stroke[]) => {
    for (const stroke of strokes) await person.press(stroke);
  };
  await does([...away, ...words('t', 'enter', 'Amina', 'enter', '2000', 'enter', 'enter')]);
  await person.comesTo('sale');
  await does([...away, ...words('120', 'h', '2', 'enter')]);
  await person.comesTo('payment');
  await does([...away, ...words('t', 'z', 'enter', '2000', 'enter')]);
  await person.comesTo('close-check');
  await does(words('too much given', 'enter', 'Joseph', 'enter'));
  await person.comesTo('report');
  await does([enter]);
  await person.comesTo('close-print');
  await does(words('enter', 'a', 'enter'));
  await person.comesTo('report');
}
/** A message of a customer's: by its last digits, or by what fits nothing. */
const claims: readonly Deed[] = [
  [...away, ...words('k', '678', 'enter', 'c', 'enter')],
  [...away, ...words('k', '10'), enter, ...words('1', 'enter', 'c')],
  [...away, ...words('k', 'SKL4XY9QRT'), press('tab'), ...words('200', 'enter')],
];
/** The differences of the day: open, accept, ask, add a file that is not there. */
const differences: readonly Deed[] = [
  [...away, ...words('d', 'r', 'enter', 'a', 'Amina', 'enter', 'seen', 'enter', 'enter')],
  [...away, ...words('d', 'r', 'l', 's', 'c')],
  [...away, ...words('d', 'r'), press('tab'), press('tab'), press('left')],
  [...away, ...words('d', 'r', 'f', '/nowhere.csv', 'enter', 'enter')],
];
/** Plans, an enrolment, and who holds an account. */
const enrolments: readonly Deed[] = [
  [
    ...away,
    ...words('u', 'p', 'n', 'Gym', 'enter', 'enter', '9', 'enter', 'enter', 'enter', 'enter', 'enter', 'enter'),
  ],
  [...away, ...words('u', 'p', 'enter')],
  [...away, ...words('u', 'p', 'e', 'amina@example.com', 'enter', testCards.visa, 'enter', '0139', 'enter')],
  [...away, ...words('u', 'n', 'gym', 'enter', 'amina@example.com', 'enter')],
  [...away, ...words('b', 'ngn', 'enter', 'zen', 'enter', '0123456780', 'enter')],
  [...away, ...words('b', 'x', 'enter')],
];

/** A customer is enrolled on a plan with a trial, and another one's card is asked about by its bank. */
async function enrolTwo(person: ReturnType<typeof listener>, {till}: ShopScreens): Promise<void> {
  for (const [plan, email, number] of [
    ['trial', 'neema@example.com', testCards.visa],
    ['gym', 'joseph@example.com', testCards.challenged],
  ] as const) {
    for (const stroke of [...away, ...words('u', 'n')]) await person.press(stroke);
    await person.comesTo('enrol');
    for (const stroke of words(plan, 'enter', email, 'enter', number, 'enter', '0139', 'enter', '100', 'enter')) {
      await person.press(stroke);
    }
    await person.press(text('AMINA W'));
    await vi.waitFor(async () => {
      await person.press(enter);
      expect(person.offers()).toContain('do-enrol');
    }, patience);
    await person.press(enter);
    if (plan === 'gym') await person.comesTo('payment');
    const its = () => [...till.state.registry.enrolments.values()].find(({customerEmail}) => customerEmail === email);
    await vi.waitFor(() => expect(its()?.status).toBe('made'), patience);
  }
}
/** Subscriptions: one opened, its charges, paused, resumed and cancelled, one added by its number. */
const subscriptions: readonly Deed[] = [
  [...away, ...words('u', 'enter', 'c', 'enter')],
  [...away, ...words('u', 'enter', 'p', '2099-01-01', 'enter', 'holidays', 'enter', 'enter')],
  [...away, ...words('u', 'enter', 'r', 'enter', 'enter')],
  [...away, ...words('u', 'enter', 'x', 'moved away', 'enter', 'enter')],
  [...away, ...words('u', 'a', '7', 'enter')],
  [...away, ...words('u', '/', 'ami', 'enter')],
  [...away, ...words('u', 's', 's', 'k')],
];

const refund: Deed = [text('f'), enter, text('1'), enter];
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom<Deed>(...keys)},
  {weight: 3, arbitrary: sale},
  {weight: 3, arbitrary: cardSale},
  {weight: 1, arbitrary: fc.constant(refund)},
  {weight: 4, arbitrary: fc.constantFrom(...shifts)},
  {weight: 2, arbitrary: fc.constantFrom(...claims)},
  {weight: 3, arbitrary: fc.constantFrom(...subscriptions)},
  {weight: 3, arbitrary: fc.constantFrom(...enrolments)},
  {weight: 2, arbitrary: fc.constantFrom(...differences)},
  {
    weight: 2,
    arbitrary: fc.constantFrom<Deed>([text('4567'), enter], [text('z')], [text('Amina'), enter], [text('w')]),
  },
  {weight: 2, arbitrary: fc.constantFrom<Deed>('service', 'hours')},
);

test.each(['en', 'fr'])(
  'in words every change is at most one line, whatever is pressed (%s)',
  async language => {
    const shop = await openShop({environment: {DUKA_LANG: language}});
    shop.close(); // who listens needs no picture
    const crashes: unknown[] = [];
    let updates = 0;
    const read = new Set<boolean>();
    const check = ({heard}: ReturnType<typeof listener>) => {
      for (const {lines, isText} of heard) {
        updates += 1;
        for (const number of Object.values(testCards)) expect(leaksIn(lines.join('\n'), number, number)).toEqual([]);
        read.add(isText && lines.length > 1);
        if (isText) continue;
        expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(1);
        for (const line of lines) expect(line.replaceAll(quoted, '')).not.toMatch(/[\n\r]|\. \p{Lu}/u);
      }
    };
    const cashier = listener(shop, error => crashes.push(error));
    await closeShift(cashier);
    await enrolThree(shop);
    for (const [name, trialPeriodDays] of [
      ['Trial', 7],
      ['Gym', 0],
    ] as const) {
      await shop.till.createPlan({
        name,
        description: '',
        amount: '9',
        currency: 'USD',
        interval: 'MONTHLY',
        trialPeriodDays,
      });
    }
    await enrolTwo(cashier, shop);
    cashier.stop();
    check(cashier);
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, {maxLength: 12}), async sequence => {
        const person = listener(shop, error => crashes.push(error));
        for (const deed of sequence) {
          if (deed === 'service') await shop.later('PT4S');
          else if (deed === 'hours') person.later(15 * 60_000);
          else
            for (const [index, stroke] of deed.entries()) {
              if (stroke === leave || deed[index - 1] === leave) await person.isHeard();
              await person.press(stroke);
            }
        }
        person.stop();
        check(person);
      }),
      // Chance alone may leave no customer with a wallet that pays.
      {...runs(18, 500), examples: [[[saleOf(700, '0712345678'), 'service']]]},
    );
    expect(crashes).toEqual([]);
    const methods = async () => (await shop.books()).map(({method}: {readonly method: string}) => method);
    await expect.poll(async () => new Set(await methods())).toEqual(new Set(['mobile-money', 'card']));
    const {zs, shifts: opened} = shop.till.state.ledger;
    expect([zs.length > 0, opened > 0]).toEqual([true, true]);
    expect(updates).toBeGreaterThan(200);
    expect([...read].sort()).toEqual([false, true]);
  },
  600_000, // some 10 s of a processor that others want too
);
