import {beforeEach, describe, expect, it, onTestFinished, test, vi} from 'vitest';
import {KeyGuard} from '../../screens/decisions.js';
import {typedIn} from '../../screens/kit/form.js';
import {type Effect, entering, type Message, type Model, type Shop, topOf} from '../../screens/model.js';
import type {SaleForm} from '../../screens/order/sale-form.js';
import {createProgram, type Program} from '../../screens/program.js';
import type {Stroke} from '../../screens/terminal/keyboard.js';
import {begin, update} from '../../screens/update.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {event, notSent, reference, request} from '../core/payment/payment-samples.js';
import {reducerContextOf} from './reducer-context.js';

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate']});
  return () => void vi.useRealTimers();
});

/** A till behind its guards, whose clock is the test's. What it would ask the world for is only written down. */
type With = {readonly hasList?: boolean; readonly scanner?: Shop['scanner']; readonly events?: readonly StoredEvent[]};
function tillWith({hasList = false, scanner, events = []}: With = {}) {
  let now = 0;
  const items = hasList ? {sha256: '0'.repeat(64), items: 1} : null;
  const state = {...emptyState(), items};
  foldEvents(state, events);
  const usual = reducerContextOf(state, {monotonic: () => now});
  const reducerContext = {...usual, shop: {...usual.shop, scanner: scanner ?? usual.shop.scanner}};
  const asked: string[] = [];
  const program: Program<Model, Message> = createProgram<Model, Message, Effect>({
    first: begin(reducerContext, {tornBytes: 0}),
    update: (model, message) => update(model, message, reducerContext),
    run: effect => effect.kind === 'ask' && asked.push(effect.asks.kind),
  });
  const guard = new KeyGuard((key, size) => program.dispatch({kind: 'key', key, size}), {program, reducerContext});
  onTestFinished(() => guard.stop());
  let chunk = 0;
  const hear = (stroke: Stroke, after: number, ...more: readonly Stroke[]) => {
    chunk += 1;
    now += after;
    vi.advanceTimersByTime(after);
    for (const each of [stroke, ...more]) guard.onKey({...each, chunk}, {columns: 80, rows: 24});
  };
  const pressed = (name: string, after: number) => hear({kind: 'press', name}, after);
  const typed = (text: string, after: number) => {
    for (const letter of text) hear({kind: 'text', text: letter}, after);
  };
  const wait = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };
  return {
    asked,
    /** A person types, and looks before the next key. */
    type: (text: string) => typed(text, 300),
    press: (name: string) => {
      pressed(name, 1000);
      wait(1000);
    },
    /** A slow line brings a letter and Enter in one piece. */
    together: (text: string) => hear({kind: 'text', text}, 1000, {kind: 'press', name: 'enter'}),
    /** A scanner types a code and its suffix, which may come late. */
    scan: (code: string, suffix: string | null = 'enter', late = 4) => {
      wait(1000);
      typed(code, 4);
      if (suffix !== null) pressed(suffix, late);
      wait(1000);
    },
    wait,
    show: (kind: 'payment', given: {readonly reference: string; readonly isOnSale: true}) => {
      program.dispatch({kind: 'let-in', screen: entering(kind, given)});
      wait(1000);
    },
    top: () => topOf(program.model()),
    says: () => {
      const {notice} = program.model();
      return notice?.kind === 'said' ? notice.text : undefined;
    },
  };
}
type TillWith = ReturnType<typeof tillWith>;

const notAlone = 'Other keys came before Enter, as from a scanner: nothing was done. To go on, press Enter alone.';
const codes = ['5901234123457', '12345670', 'SKU-2041', '4006381333931'];

function toConfirm(till: TillWith) {
  till.type('250');
  till.press('enter');
  till.type('0712345678');
  till.press('enter');
  expect(till.top().kind).toBe('confirm');
}

function toCash(till: TillWith) {
  till.type('100h');
  expect(till.top().kind).toBe('cash');
}

describe.each([
  ['without a price list', false],
  ['with a price list', true],
])('%s', (_, hasList) => {
  describe.each([0, 4, 30, 80, 140, 5000])('a code whose Enter comes %i ms later', late => {
    test.each(codes)('sends nothing: %s', code => {
      const till = tillWith({hasList});
      toConfirm(till);
      till.scan(code, 'enter', late);
      till.scan(code, 'enter', late);
      expect([till.top().kind, till.asked, till.says()]).toEqual(['confirm', [], notAlone]);
      till.press('enter');
      expect(till.asked).toEqual(['take']);
    });
  });

  test.each(['5901234123457', '12345670', '4006381333931', '1234', '99999'])('takes no money: %s', code => {
    const till = tillWith({hasList});
    toCash(till);
    const before = till.top().state;
    till.scan(code, 'enter', 30);
    expect([till.top().state, till.asked, till.says()]).toEqual([before, [], notAlone]);
    till.press('enter');
    expect(till.asked).toEqual(['take']);
  });

  it('is never an amount of another form', () => {
    const till = tillWith({hasList});
    till.type('h');
    till.scan('12345670');
    expect([till.top().kind, typedIn(till.top().state as SaleForm, 'amount'), till.says()]).toEqual([
      'cash',
      '',
      notAlone,
    ]);
  });

  it('is a line of the basket, and never the amount of a sale', () => {
    const till = tillWith({hasList});
    till.scan('12345670', 'enter', 60);
    expect(till.top().kind).toBe('basket');
    till.press('escape');
    expect(typedIn(till.top().state as SaleForm, 'amount')).toBe('');
  });
});

it('is told from a person, who types and presses Enter', () => {
  const till = tillWith();
  toCash(till);
  till.type('500');
  till.press('enter');
  expect(till.asked).toEqual(['take']);
});

it('disarms Enter if a person types digits where they are no key, until Enter is pressed alone', () => {
  const till = tillWith();
  toConfirm(till);
  till.type('7');
  till.press('enter');
  expect([till.asked, till.says()]).toEqual([[], notAlone]);
  till.press('enter');
  expect(till.asked).toEqual(['take']);
});

it('says that Enter did nothing because it came in one piece with another key, and hears it alone', () => {
  const till = tillWith();
  till.type('100');
  till.together('h');
  till.wait(1000);
  expect([till.top().kind, till.asked, till.says()]).toEqual(['cash', [], notAlone]);
  till.press('enter');
  expect(till.asked).toEqual(['take']);
});

it('ends a code with Tab, or after a pause, where the scanner is set up so', () => {
  const tab = tillWith({scanner: {prefix: '', suffix: 'tab'}});
  tab.scan('12345670', 'tab');
  expect(tab.top().kind).toBe('basket');
  tab.press('escape');
  toCash(tab);
  tab.scan('12345670', 'tab');
  expect([tab.says(), tab.asked]).toEqual([notAlone, []]);
  const none = tillWith({scanner: {prefix: '', suffix: 'none'}});
  none.scan('12345670', null);
  expect(none.top().kind).toBe('basket');
  none.press('escape');
  toCash(none);
  none.scan('12345670', null);
  expect([none.says(), none.asked]).toEqual([notAlone, []]);
  none.press('enter');
  expect(none.asked).toEqual(['take']);
});

it('leaves the scanner’s prefix out', () => {
  const till = tillWith({scanner: {prefix: '~', suffix: 'enter'}});
  till.scan('~12345670');
  expect(till.top().kind).toBe('basket');
  till.press('escape');
  expect(typedIn(till.top().state as SaleForm, 'amount')).toBe('');
});

test.each([
  ['N12345670', 'sale', []],
  ['12N45670', 'sale', []],
  ['n', 'payment', ['send-again']],
])('%s on a payment that never left leads to the %s and asks for %j', (code, kind, asked) => {
  const till = tillWith({
    events: [
      event(1, 'requested', request),
      event(2, 'sent', {reference}),
      event(3, 'answered', {reference, answer: notSent}),
    ],
  });
  till.show('payment', {reference, isOnSale: true});
  till.scan(code, null);
  expect([till.top().kind, till.asked]).toEqual([kind, asked]);
});
