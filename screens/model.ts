import type {Market} from '../src/core/markets.js';
import type {Order} from '../src/core/order.js';
import type {Verdict} from '../src/core/payment.js';
import type {Problem} from '../src/core/problem.js';
import type {Judging} from '../src/till/resolve.js';
import type {TakeOptions} from '../src/till/take.js';
import type {Desk} from './desk.js';
import type {Step as ProgramStep} from './program.js';
import type {SaleForm} from './sale/sale-form.js';
import type {BindingId} from './terminal/bindings.js';
import type {Key} from './terminal/keyboard.js';
import type {Line, LineRules} from './terminal/line.js';
import type {Size} from './terminal/size.js';

export type SaleScreen = {readonly kind: 'sale'; readonly form: SaleForm};

/** The one question before money is asked for. It sends once. */
export type ConfirmScreen = {
  readonly kind: 'confirm';
  readonly order: Order;
  readonly sale: string | undefined;
  /** The earlier payment to the same wallet that has to be looked at first. */
  readonly earlier: string | undefined;
  readonly reason: Line;
  readonly problem: Problem | undefined;
  /** The chunk of input that brought us here; an Enter in the same one was no decision about this question. */
  readonly chunk: number;
  readonly isSending: boolean;
};

export type ClockScreen = {readonly kind: 'clock'; readonly chunk: number};

export type PaymentScreen = {
  readonly kind: 'payment';
  readonly reference: string;
  readonly code: Line;
  readonly isSendingCode: boolean;
  readonly isAskingToSetAside: boolean;
  readonly problem: Problem | undefined;
};

export type TrayScreen = {
  readonly kind: 'tray';
  /** The marked payment, and where it stood when it was marked, in case it leaves the list. */
  readonly selected: string | undefined;
  readonly index: number;
  readonly search: Line;
  readonly isSearching: boolean;
};

export type ReadingScreen = {
  readonly kind: 'evidence' | 'slip' | 'qr' | 'help';
  readonly reference: string;
  readonly offset: number;
};

export type ResolveField = 'as' | 'person' | 'reason';
export type ResolveScreen = {
  readonly kind: 'resolve';
  readonly reference: string;
  readonly as: Judging['as'] | undefined;
  readonly lines: Readonly<Record<'person' | 'reason', Line>>;
  readonly focus: ResolveField;
  /** A field that is wrong; the answer itself has no problem but that it is missing. */
  readonly wrong: {readonly field: ResolveField; readonly problem: Problem | undefined} | undefined;
  readonly isWriting: boolean;
};

export type Screen =
  | SaleScreen
  | ConfirmScreen
  | ClockScreen
  | PaymentScreen
  | TrayScreen
  | ReadingScreen
  | ResolveScreen;

/** One line to the cashier, until the next decision. */
export type Notice =
  | {readonly kind: 'ended'; readonly references: readonly string[]}
  | {readonly kind: 'recovered'; readonly count: number}
  | {readonly kind: 'torn'; readonly bytes: number}
  | {readonly kind: 'nobody-before'}
  | {readonly kind: 'problem'; readonly problem: Problem};

export type Model = {
  /** What is under what; the last is shown, the first is always the sale. */
  readonly stack: readonly [SaleScreen, ...Screen[]];
  readonly notice: Notice | undefined;
  readonly isLeaving: boolean;
  /** The verdicts, as they were last seen, of the payments that are not settled. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
};

export type Effect =
  | {readonly kind: 'take'; readonly order: Order; readonly options: TakeOptions}
  | {readonly kind: 'send-again' | 'set-aside' | 'check'; readonly reference: string}
  | {readonly kind: 'code'; readonly reference: string; readonly code: string}
  | {readonly kind: 'resolve'; readonly reference: string; readonly judging: Judging}
  | {readonly kind: 'networks'; readonly market: Market}
  | {readonly kind: 'front'; readonly reference: string | undefined}
  | {readonly kind: 'confirm-clock'}
  | {readonly kind: 'leave'};

export type Message =
  | {readonly kind: 'key'; readonly key: Key; readonly size: Size}
  | {readonly kind: 'till-changed'}
  | {readonly kind: 'taken'; readonly reference: string}
  | {readonly kind: 'done'; readonly effect: Effect}
  | {readonly kind: 'failed'; readonly effect: Effect; readonly problem: Problem}
  /** Something beside the till failed, which no sale depends on. */
  | {readonly kind: 'mishap'; readonly problem: Problem};

export type Step = ProgramStep<Model, Effect>;

/** A key that a screen has been asked to act on. */
export type Acting<S extends Screen> = {
  readonly model: Model;
  readonly screen: S;
  readonly action: BindingId;
  /** Which of the action's keys it was: for a choice, the direction. */
  readonly place: number;
  readonly key: Key;
  readonly size: Size;
  readonly desk: Desk;
};

/** How a screen behaves: its field with the focus, its keys of the moment, and what they do. All of it pure. */
export type Logic<S extends Screen> = {
  readonly field: (screen: S, desk: Desk) => LineRules | undefined;
  readonly edit: (screen: S, change: (line: Line) => Line, desk: Desk) => S;
  readonly offers: (screen: S, desk: Desk, model: Model) => readonly BindingId[];
  readonly act: (acting: Acting<S>) => Step;
};

export const still = (model: Model, ...effects: readonly Effect[]): Step => ({model, effects});

export const topOf = ({stack}: Model): Screen => stack.at(-1) ?? stack[0];

/** The screen below the shown one. */
export const belowOf = ({stack}: Model): Screen | undefined => stack.at(-2);

export const push = (model: Model, screen: Screen): Model => ({...model, stack: [...model.stack, screen]});

/** Another state of the shown screen. */
export function replace(model: Model, screen: Screen): Model {
  const [sale, ...above] = model.stack;
  if (above.length > 0) return {...model, stack: [sale, ...above.slice(0, -1), screen]};
  return screen.kind === 'sale' ? {...model, stack: [screen]} : push(model, screen);
}

export function pop(model: Model): Model {
  const [sale, ...above] = model.stack;
  return above.length === 0 ? model : {...model, stack: [sale, ...above.slice(0, -1)]};
}

/** Only these screens, from the sale up. */
export const only = (model: Model, ...stack: readonly [SaleScreen, ...Screen[]]): Model => ({...model, stack});

export function paymentScreen(reference: string): PaymentScreen {
  return {
    kind: 'payment',
    reference,
    code: {before: '', after: ''},
    isSendingCode: false,
    isAskingToSetAside: false,
    problem: undefined,
  };
}
