import fc from 'fast-check';
import {Text} from 'ink';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import type {CardSale} from '../../screens/card/card-form.js';
import type {Confirm} from '../../screens/confirm/asked.js';
import {typedIn} from '../../screens/kit/form.js';
import {type Effect, type Message, type Model, topOf} from '../../screens/model.js';
import {marketIn, readForm, type SaleForm} from '../../screens/order/sale-form.js';
import type {PendingList} from '../../screens/pending/pending.js';
import {createProgram, type Program} from '../../screens/program.js';
import {Root, type Scene} from '../../screens/stage.js';
import {textOf} from '../../screens/terminal/line.js';
import {begin, update} from '../../screens/update.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {draw, turn} from './open.js';
import {reducerContextOf} from './reducer-context.js';

// However slow the machine is, an Esc and what follows it come together: the wait for more bytes does not end here.
beforeAll(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
afterAll(() => void vi.useRealTimers());

/** The whole of the till's behaviour behind the real keyboard; what it would do in the world is only written down. */
async function tillAtKeyboard() {
  const blank: Scene = {draw: () => <Text>ready</Text>, onKey: () => undefined};
  const stage = createProgram<Scene, Scene, never>({
    first: {model: blank, effects: []},
    update: (_, next) => ({model: next, effects: []}),
    run: () => undefined,
  });
  const {type} = await draw(<Root stage={stage} />);
  const feed = async (pieces: readonly string[]) => {
    for (const piece of pieces) await type(piece);
    await turn();
  };
  return {
    feed,
    /** A till that has sold nothing yet takes the place of the one before. */
    begin: () => {
      const reducerContext = reducerContextOf();
      const asked: string[] = [];
      const sends: {readonly openedIn: number; readonly sentIn: number}[] = [];
      let openedIn = -1;
      let chunk = -1;
      const program: Program<Model, Message> = createProgram<Model, Message, Effect>({
        first: begin(reducerContext, {tornBytes: 0}),
        update: (model, message) => update(model, message, reducerContext),
        run: effect => {
          if (effect.kind === 'ask' && effect.asks.kind === 'take') sends.push({openedIn, sentIn: chunk});
        },
      });
      stage.dispatch({
        ...blank,
        onKey: (key, size) => {
          const before = topOf(program.model());
          chunk = key.chunk;
          program.dispatch({kind: 'key', key, size});
          const after = topOf(program.model());
          if (after.kind !== 'confirm' || before.kind === 'confirm') return;
          openedIn = key.chunk;
          const {order} = after.state as Confirm;
          asked.push(`${order.amount.minor} ${order.phone}`);
        },
      });
      return {program, asked, sends, reducerContext};
    },
  };
}

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => text.slice(from, [...places, text.length][at])).filter(part => part !== '');
}

const digits = fc.stringMatching(/^[1-9][0-9]{0,4}$/);
const wallet = fc.constantFrom('0712345678', '254733000001', '+254 712 345 102', '99', '');
/** Esc, and a letter that no field of digits takes, so that what follows is not read with it. */
const away = '\u001Bx';
/** What brings a till from one question to the next without saying yes to the last one. */
const steps = fc.oneof(
  fc.tuple(digits, wallet).map(([amount, phone]) => `${away.repeat(4)}${amount}\r${phone}\r${away}`),
  fc.constantFrom('\t', '\u001B[B', '\u007F', '5901234123457', 'm\t', '\u001B[200~0712 345 678\u001B[201~', 'w/12?'),
);

/** The bytes of a card, as they are typed, pasted and scanned. */
const cardSteps = fc.oneof(
  fc
    .tuple(fc.constantFrom('4012000033330026', '4012 0000 3333 0026', '511111111111111', '4012000033330027'), digits)
    .map(([number, amount]) => `${away.repeat(4)}c${amount}\r${number}\r01/39\r100\r7391\r${away}`),
  fc.constantFrom(
    `${away.repeat(4)}c24\r\u001B[200~4012-0000-3333-0026\u001B[201~\t`,
    'c4012000033330026',
    '\u001B[200~4012 0000 3333 0026\u001B[201~',
    '\u007F',
    '\u001B[B',
    'm\t',
  ),
);

const shown = ({stack, isLeaving}: Model) => ({
  isLeaving,
  stack: stack.map(screen => {
    if (screen.kind === 'sale') {
      const form = screen.state as SaleForm;
      const {lines, focus, network, isMoreOpen, wrong} = form;
      const texts = Object.values(lines).map(textOf);
      return [focus, network, isMoreOpen, wrong?.problem.code, marketIn(form).market.country, ...texts];
    }
    if (screen.kind === 'card') {
      const {lines, focus, currency, isMoreOpen, wrong} = screen.state as CardSale;
      return [focus, currency, isMoreOpen, wrong?.problem.code, ...Object.values(lines).map(textOf)];
    }
    return screen.kind === 'pending' ? [screen.kind, typedIn(screen.state as PendingList, 'search')] : [screen.kind];
  }),
});

test('however the bytes of a day are cut: the same texts, the same screens, the same questions', async () => {
  const till = await tillAtKeyboard();
  await forAllAsync(
    runs(80, 600),
    fc.array(fc.oneof(steps, cardSteps), {maxLength: 8}),
    fc.array(fc.nat(), {maxLength: 10}),
    async (sequence, cuts) => {
      const text = sequence.join('');
      const whole = till.begin();
      await till.feed([text].filter(part => part !== ''));
      const cut = till.begin();
      await till.feed(cutAt(text, cuts));
      expect(shown(cut.program.model())).toEqual(shown(whole.program.model()));
      expect(cut.asked).toEqual(whole.asked);
      expect([whole.sends, cut.sends]).toEqual([[], []]);
    },
  );
}, 60_000);

test('a card number is the same field however its bytes are cut, and with blanks or without', async () => {
  const till = await tillAtKeyboard();
  await forAllAsync(runs(40, 600), fc.boolean(), fc.array(fc.nat(), {maxLength: 10}), async (isSpaced, cuts) => {
    const run = till.begin();
    await till.feed(['c24\r', ...cutAt(isSpaced ? '4012 0000 3333 0026' : '4012000033330026', cuts)]);
    const top = topOf(run.program.model());
    expect(top.kind === 'card' && (top.state as CardSale).lines.number?.secret?.slice(0)).toBe('4012000033330026');
  });
}, 60_000);

test('no chunk that opened the confirmation sends, whatever else is in it', async () => {
  const till = await tillAtKeyboard();
  const anything = fc.oneof(
    digits,
    wallet,
    fc.constantFrom('\r', '\r', '\n', '\r\n', '\t', 'r', 'w', '?', 'm', '\u007F', '\u001B[A', '\u001B[C'),
    fc.constantFrom('c24\r4012000033330026\r0139\r100\r7391\r', 'f\r1\r'),
    fc.constantFrom('1250\r0712345678\r', '\r\r\r', '\u001B[200~1250\r0712345678\r\r\u001B[201~'),
  );
  let sends = 0;
  await forAllAsync(
    {...runs(150, 600), examples: [[['1250\r0712345678\r', '\r'], [16]]]},
    fc.array(anything, {maxLength: 16}),
    fc.array(fc.nat(), {maxLength: 10}),
    async (sequence, cuts) => {
      const run = till.begin();
      await till.feed(cutAt(sequence.join(''), cuts));
      sends += run.sends.length;
      for (const {openedIn, sentIn} of run.sends) expect(sentIn).not.toBe(openedIn);
    },
  );
  expect(sends).toBeGreaterThan(0);
}, 60_000);

test('a chunk that comes back to the confirmation sends nothing, and the next one does', async () => {
  const till = await tillAtKeyboard();
  const run = till.begin();
  await till.feed(['100\r', '0712345678\r', '?', '?\r\r']);
  expect([run.asked.length, run.sends.length]).toEqual([2, 0]);
  await till.feed(['\r']);
  expect(run.sends).toHaveLength(1);
});

test.each([
  ['the amount', ''],
  ['the wallet', '100\r'],
  ['a list', 'w'],
  ['a text', 'm'],
])('a scan anywhere, here on %s, sends nothing and asks for nothing twice', async (_, way) => {
  const till = await tillAtKeyboard();
  const run = till.begin();
  await till.feed([...way].concat('5901234123457\r', '5901234123457\r'));
  expect(run.sends).toEqual([]);
  const [sale] = run.program.model().stack;
  expect(readForm(sale.state as SaleForm, run.reducerContext).order === undefined || run.asked.length <= 1).toBe(true);
});
