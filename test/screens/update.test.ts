import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {typedIn} from '../../screens/kit/form.js';
import {type Effect, type Message, type Model, type ReducerContext, topOf} from '../../screens/model.js';
import {newForm, type SaleForm} from '../../screens/order/sale-form.js';
import {bindings, defaultKeys} from '../../screens/terminal/bindings.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {begin, offersOf, update} from '../../screens/update.js';
import {emptyState, foldEvents, type State} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {Profile} from '../../src/core/journal/schema.js';
import {marketOf} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {Problem} from '../../src/core/problem.js';
import {secureNode} from '../../src/core/technical/node-version.js';
import {afterHearing, reference as ofSamples, request, toldOf} from '../core/payment/payment-samples.js';
import {forAll} from '../hostile/runs.js';
import {reducerContextOf} from './reducer-context.js';

const size = {columns: 80, rows: 24};

/** Presses what a person presses, each stroke in a chunk of its own unless they are given together. */
function player(reducerContext: ReducerContext = reducerContextOf()) {
  let chunk = 0;
  let model: Model = begin(reducerContext, {tornBytes: 0}).model;
  const effects: Effect[] = [];
  const tell = (message: Message) => {
    const step = update(model, message, reducerContext);
    model = step.model;
    effects.push(...step.effects);
  };
  const together = (...strokes: readonly Stroke[]) => {
    chunk += 1;
    for (const stroke of strokes) tell({kind: 'key', key: {...stroke, chunk}, size});
  };
  return {
    model: () => model,
    top: () => topOf(model),
    effects,
    taken: () =>
      effects.flatMap(each =>
        each.kind === 'ask' && (each.asks.kind === 'take' || each.asks.kind === 'refund') ? [each] : [],
      ),
    tell,
    together,
    type: (text: string) => together({kind: 'text', text}),
    press: (...names: readonly string[]) => {
      for (const name of names) together({kind: 'press', name});
    },
  };
}

const text = (value: string): Stroke => ({kind: 'text', text: value});
const paste = (value: string): Stroke => ({kind: 'paste', text: value});
const enter: Stroke = {kind: 'press', name: 'enter'};

function toConfirm(reducerContext?: ReducerContext) {
  const till = player(reducerContext);
  till.type('1250');
  till.press('enter');
  till.type('0712345678');
  till.press('enter');
  expect(till.top().kind).toBe('confirm');
  return till;
}

test.each([
  ['the usual keys', defaultKeys],
  ['another key to go on', keymapOf({continue: ['page-down']})],
])('no key has two meanings at once, wherever one comes by pressing keys: %s', {tags: ['slow']}, (_, keymap) => {
  const strokes = fc.constantFrom<Stroke>(
    ...Object.values(keymap).flatMap(keys =>
      keys.map((key): Stroke => (key.length === 1 ? text(key) : {kind: 'press', name: key})),
    ),
    text('0712345678'),
  );
  forAll({numRuns: 100}, fc.array(strokes, {maxLength: 30}), typed => {
    const reducerContext = {...reducerContextOf(), keys: keymap};
    const till = player(reducerContext);
    for (const stroke of typed) {
      till.together(stroke);
      const keys = offersOf(till.model(), reducerContext).flatMap(id => keymap[id]);
      expect(new Set(keys).size, keys.join(' ')).toBe(keys.length);
    }
  });
});

describe('sending', () => {
  test('takes one Enter on the confirmation, and only one', () => {
    const till = toConfirm();
    expect(till.taken()).toEqual([]);
    till.press('enter', 'enter', 'enter');
    expect(till.taken()).toHaveLength(1);
    expect(till.taken()[0]?.asks).toMatchObject({
      charged: {order: {amount: {currency: 'KES', minor: 125_000}, wallet: '254712345678', network: 'SAFARICOM_KE'}},
      options: {},
    });
  });

  test('two Enters that arrive together send nothing', () => {
    const till = player();
    till.type('1250');
    till.press('enter');
    till.together(text('0712345678'), enter, enter, enter);
    expect(till.top().kind).toBe('confirm');
    expect(till.taken()).toEqual([]);
    till.press('enter');
    expect(till.taken()).toHaveLength(1);
  });

  test('a repeat sale costs the digits and three keys', () => {
    const till = player();
    let keys = 0;
    const key = (act: () => void) => {
      keys += 1;
      act();
    };
    till.type('1250');
    key(() => till.press('enter'));
    till.type('0712345678');
    key(() => till.press('enter'));
    key(() => till.press('enter'));
    expect([keys, till.taken().length]).toEqual([3, 1]);
  });

  test('no paste or scan of anything in one piece ever sends', {tags: ['slow']}, () => {
    const bits = fc.constantFrom(
      text('1250'),
      text('0712345678'),
      text('254712345678'),
      enter,
      enter,
      paste('0712345678'),
      paste('1250\r\r'),
    );
    forAll({numRuns: 300}, fc.array(bits, {maxLength: 12}), strokes => {
      const till = player();
      till.together(...strokes);
      expect(till.taken()).toEqual([]);
    });
  });

  test('is for the confirmation alone: whatever is pressed elsewhere takes no money', {tags: ['slow']}, () => {
    const strokes = fc.constantFrom<Stroke>(
      ...['enter', 'tab', 'shift-tab', 'escape', 'up', 'down', 'left', 'right', 'backspace'].map(name => ({
        kind: 'press' as const,
        name,
      })),
      ...['5', '0712345678', 'r', 'm', 'w', 'k', 's', 'v', 'n', 'e', 'p', 'c', 'f', '?', '/'].map(text),
      ...['4012000033330026', '0139', '100'].map(text),
    );
    forAll({numRuns: 300}, fc.array(strokes, {maxLength: 40}), typed => {
      const till = player();
      for (const stroke of typed) {
        const before = till.taken().length;
        const {kind} = till.top();
        till.together(stroke);
        if (till.taken().length > before) expect([kind, stroke]).toEqual(['confirm', enter]);
      }
    });
  });

  test('stops while the journal cannot be written', () => {
    const till = player(
      reducerContextOf(emptyState(), {writeFailure: () => new Problem('journal-stopped', {cause: 'ENOSPC'})}),
    );
    till.type('1250');
    till.press('enter', 'enter');
    till.type('0712345678');
    till.press('enter', 'enter', 'enter');
    expect(till.taken()).toEqual([]);
  });

  test('a clock that is hours off is confirmed first', () => {
    const till = toConfirm(reducerContextOf(emptyState(), {clockSkew: () => 2 * 3_600_000}));
    till.press('enter');
    expect(till.top().kind).toBe('clock');
    expect(till.taken()).toEqual([]);
    till.press('enter');
    const asked = till.effects.at(-1);
    expect(asked).toMatchObject({kind: 'ask', asks: {kind: 'confirm'}});
    if (asked?.kind !== 'ask') throw new Error('nothing was asked');
    till.tell({...asked, kind: 'answered', result: undefined});
    expect(till.top().kind).toBe('confirm');
  });

  test('a refusal by the cool-down of the till itself asks for the reason', () => {
    const till = toConfirm();
    till.press('enter');
    const effect = till.taken()[0];
    if (effect === undefined) throw new Error('nothing was taken');
    till.tell({
      ...effect,
      kind: 'refused',
      problem: new Problem('earlier-payment', {reference: 'T7KAAAAAABBBBBB', amount: 'KES 12.50'}),
    });
    expect(till.top()).toMatchObject({kind: 'confirm', state: {earlier: 'T7KAAAAAABBBBBB', isSending: false}});
  });
});

describe('the form', () => {
  const wrong: readonly (readonly [string, string, string, string])[] = [
    ['', '0712345678', 'amount', 'amount-missing'],
    ['0', '0712345678', 'amount', 'amount-not-positive'],
    ['1.500', '0712345678', 'amount', 'amount-ambiguous'],
    ['250001', '0712345678', 'amount', 'amount-above-maximum'],
    ['100', '071234567', 'wallet', 'wallet-wrong-length'],
    ['100', '', 'wallet', 'wallet-missing'],
    ['100', '+44 7700 900123', 'wallet', 'wallet-of-another-country'],
    ['100', '0700,123456', 'wallet', 'wallet-not-digits'],
  ];
  test.each(wrong)('“%s” to “%s” is wrong at the %s: %s', (amount, wallet, field, code) => {
    const till = player();
    till.type(amount);
    till.press('tab');
    till.type(wallet);
    till.press('enter');
    expect(till.top()).toMatchObject({kind: 'sale', state: {focus: field, wrong: {field, problem: {code}}}});
  });

  test('says what is wrong with a field on leaving it, and no more once it is edited', () => {
    const till = player();
    till.type('1.500');
    till.press('tab');
    expect(till.top()).toMatchObject({state: {focus: 'wallet', wrong: {field: 'amount'}}});
    till.press('up');
    till.press('backspace');
    expect(till.top()).toMatchObject({state: {wrong: undefined}});
  });

  test('an international number brings its country; a chosen country stays', () => {
    const till = player();
    till.type('5000');
    till.press('enter');
    till.type('+2250707462945');
    till.press('enter');
    expect(till.top()).toMatchObject({
      kind: 'confirm',
      state: {order: {country: 'CI', amount: {currency: 'XOF', minor: 5000}}},
    });
    till.press('escape', 'tab', 'tab', 'right');
    expect(till.top()).toMatchObject({state: {focus: 'country', isCountryChosen: true, country: 'BJ'}});
  });

  test('after a customer from abroad the next sale is in the shop’s currency again', () => {
    const till = player();
    till.type('5000');
    till.press('enter');
    till.type('+2250707462945');
    till.press('enter', 'enter');
    const asked = till.taken()[0];
    if (asked === undefined) throw new Error('nothing was taken');
    till.tell({...asked, kind: 'answer', answer: 'T7KAAAAAABBBBBB'});
    till.press('escape');
    expect(till.top()).toMatchObject({kind: 'sale', state: {country: 'KE', isCountryChosen: false, network: ''}});
  });

  test('begins with the last network only in the country of that network', () => {
    const {state} = afterHearing('Completed');
    const context = reducerContextOf(state);
    const networkIn = (country: string) => newForm({...context, shop: {...context.shop, country}}).network;
    expect(marketOf('ZA').networks.flatMap(({prefixes}) => prefixes)).toEqual([]); // no number tells its network
    expect([networkIn('ZA'), networkIn('KE')]).toEqual(['', '']);
    const [abroad] = [...state.payments.values()];
    if (abroad?.request.method !== 'mobile-money') throw new Error('it is no collection');
    const there = {...abroad, request: {...abroad.request, country: 'ZA' as const, network: 'EFT_ZA'}};
    const after = reducerContextOf({...state, payments: new Map([[there.reference, there]])});
    expect(newForm({...after, shop: {...after.shop, country: 'ZA'}}).network).toBe('EFT_ZA');
  });

  test('letters are commands where a field takes no letters, and letters where it does', () => {
    const till = player();
    till.type('12m');
    expect(till.top()).toMatchObject({state: {isMoreOpen: true, focus: 'firstName'}});
    till.type('Amina?w');
    const top = till.top();
    expect(top.kind === 'sale' && typedIn(top.state as SaleForm, 'firstName')).toBe('Amina?w');
    till.press('up');
    till.type('?');
    expect(till.top().kind).toBe('help');
  });

  test('a missing address opens the panel that it is typed in', () => {
    const reducerContext = reducerContextOf();
    const till = player({...reducerContext, shop: {...reducerContext.shop, email: undefined}});
    till.type('100');
    till.press('enter');
    till.type('0712345678');
    till.press('enter');
    expect(till.top()).toMatchObject({
      kind: 'sale',
      state: {isMoreOpen: true, focus: 'email', wrong: {field: 'email'}},
    });
  });
});

describe('leaving', () => {
  const reference = 'T7KAAAAAABBBBBB';
  const inFlight = () => {
    const state = emptyState();
    const market = marketOf('KE');
    const requested = {
      seq: 1,
      v: 1,
      at: '2026-11-20T11:59:00.000Z',
      till: 'T7K',
      person: 'cashier',
      hash: '',
      type: 'requested',
      data: {
        ...request,
        reference,
        sale: reference,
        amount: {currency: 'KES', minor: 10_000},
        network: market.networks[0]?.id ?? '',
      },
    } satisfies StoredEvent;
    foldEvents(state, [requested, {...requested, seq: 2, type: 'sent', data: {reference}}]);
    return state;
  };

  test('asks once while a payment is in flight, and a second Ctrl-C leaves', () => {
    const till = player(reducerContextOf(inFlight()));
    till.press('ctrl-c');
    expect([till.model().isLeaving, till.effects]).toEqual([true, []]);
    till.press('escape');
    expect(till.model().isLeaving).toBe(false);
    till.together({kind: 'press', name: 'ctrl-c'}, {kind: 'press', name: 'ctrl-c'});
    expect(till.effects).toEqual([{kind: 'leave'}]);
  });

  test('leaves at once when nothing is in flight; a letter asks first', () => {
    const till = player();
    till.type('q');
    expect([till.model().isLeaving, till.effects]).toEqual([true, []]);
    till.press('escape', 'ctrl-c');
    expect(till.effects).toEqual([{kind: 'leave'}]);
  });

  test('what was in flight at the start is said', () => {
    const {frame} = messages('en');
    const noticeOf = (state: State, tornBytes: number) => begin(reducerContextOf(state), {tornBytes}).model.notice;
    expect(noticeOf(inFlight(), 0)).toEqual({kind: 'said', text: frame.recovered({count: 1})});
    expect(noticeOf(emptyState(), 17)).toEqual({kind: 'said', text: frame.torn});
  });

  test.each<[Profile, string, boolean]>([
    ['live', '26.10.0', true],
    ['live', secureNode, false],
    ['test', '26.10.0', false],
    ['sandbox', '26.10.0', false],
  ])('on %s, Node %s is said to have security faults: %s', (profile, nodeVersion, isSaid) => {
    const {frame} = messages('en');
    const said = (state: State) => {
      const {shop, ...rest} = reducerContextOf(state);
      const {notice} = begin({...rest, shop: {...shop, profile}}, {tornBytes: 0, nodeVersion}).model;
      return notice?.kind === 'said' ? notice.text : undefined;
    };
    const insecure = frame.insecureNode({version: nodeVersion, secure: secureNode});
    expect(said(emptyState())).toBe(isSaid ? insecure : undefined);
    expect(said(inFlight())).toBe(isSaid ? `${frame.recovered({count: 1})} ${insecure}` : frame.recovered({count: 1}));
  });

  test('r sells to the last wallet again, and its Enter goes straight to the confirmation', () => {
    const till = player(reducerContextOf(inFlight()));
    till.type('r80');
    till.press('enter');
    expect(till.top()).toMatchObject({
      kind: 'confirm',
      state: {order: {wallet: '254712345678', amount: {minor: 8000}}},
    });
  });

  test('a wallet that is kept can be typed over, or edited', () => {
    const wallet = (...strokes: readonly Stroke[]) => {
      const till = player(reducerContextOf(inFlight()));
      till.type('r80');
      till.press('tab');
      for (const stroke of strokes) till.together(stroke);
      const top = till.top();
      return top.kind === 'sale' && typedIn(top.state as SaleForm, 'wallet');
    };
    expect(wallet(text('0733'), text('1'))).toBe('07331');
    expect(wallet({kind: 'press', name: 'backspace'}, text('9'))).toBe('254712345679');
    expect(wallet(paste('0733000001'))).toBe('0733000001');
  });

  test('the payment on screen is the one in front', () => {
    const till = player(reducerContextOf(inFlight()));
    till.type('w');
    till.press('enter');
    expect(till.effects.at(-1)).toEqual({kind: 'front', reference});
    till.type('e?');
    expect(till.effects.filter(({kind}) => kind === 'front')).toHaveLength(1);
    till.press('escape', 'escape', 'escape', 'escape');
    expect(till.effects.at(-1)).toEqual({kind: 'front', reference: undefined});
    expect(till.top().kind).toBe('sale');
  });
});

test('no two keys of a moment are the same', {tags: ['slow']}, () => {
  const strokes = fc.constantFrom<Stroke>(
    ...['enter', 'tab', 'escape', 'down', 'left', 'right', 'ctrl-c'].map(name => ({kind: 'press' as const, name})),
    ...['5', '0712345678', 'r', 'm', 'w', 'q', '?'].map(text),
  );
  const reducerContext = reducerContextOf();
  forAll(fc.array(strokes, {maxLength: 20}), typed => {
    const till = player(reducerContext);
    for (const stroke of typed) {
      till.together(stroke);
      const keys = offersOf(till.model(), reducerContext)
        .filter(id => id !== 'interrupt')
        .flatMap(id => bindings[id].keys);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

test('money that comes after a failure is news, also when the till was closed in between', () => {
  const {state} = afterHearing('Failed');
  const till = player(reducerContextOf(state)); // opened again
  foldEvents(state, [toldOf(5, 'Completed')]);
  till.tell({kind: 'till-changed', told: new Set([ofSamples])});
  expect(till.model().notice).toEqual({kind: 'ended', references: [ofSamples]});
});

describe('digits where no field takes them', () => {
  const lookingAt = (way: string, reducerContext?: ReducerContext) => {
    const till = player(reducerContext);
    for (const key of way) till.type(key);
    expect(till.top().kind).not.toBe('sale');
    return till;
  };
  const amountIn = (till: ReturnType<typeof player>) => typedIn(till.model().stack[0].state as SaleForm, 'amount');

  test.each([
    ['the day', 'd'],
    ['the shift', 't'],
  ])('begin a sale from %s', (_, way) => {
    const till = lookingAt(way);
    till.type('7');
    till.type('50');
    expect(till.top().kind).toBe('sale');
    expect(amountIn(till)).toBe('750');
    expect(till.model().stack).toHaveLength(1);
  });

  test('leave a sale that is being typed alone, and a form too', () => {
    const till = toConfirm();
    till.type('7');
    expect(till.top().kind).toBe('confirm');
    expect(amountIn(till)).toBe('1250');
    const form = lookingAt('tp');
    form.type('7');
    expect(form.top().kind).toBe('shift-form');
  });
});
