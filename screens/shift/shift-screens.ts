import type {Currency, Money} from '../../src/core/money/money.js';
import type {Problem} from '../../src/core/problem.js';
import type {CashMovement, Closing} from '../../src/core/shift/decide.js';
import type {Period} from '../../src/core/shift/ledger.js';
import type {Count, Report} from '../../src/core/shift/report-schema.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import type {Line} from '../terminal/line.js';

/** Who has the till, and what can be done about it. */
export type ShiftScreen = {
  readonly kind: 'shift';
  /** The forms that were left half filled, to go on with. */
  readonly drafts: Readonly<Partial<Record<ShiftAbout, ShiftFormScreen>>>;
};

export type ShiftAbout = 'open' | 'hand-over' | CashMovement['kind'];
export type ShiftField = 'person' | 'count' | 'amount' | 'currency' | 'why' | 'reason' | Currency;

/** What is asked before something about the shift or its drawer is written down. */
export type ShiftFormScreen = {
  readonly kind: 'shift-form';
  readonly about: ShiftAbout;
  readonly lines: Readonly<Record<'person' | 'amount' | 'reason', Line>>;
  /** The name is that of the settings: it can be taken, edited, or typed over. */
  readonly isPersonKept: boolean;
  /** The sum in the field was there before the cursor came to it: what is typed takes its place. */
  readonly isSumKept: boolean;
  /** What is in the drawer at the opening, by currency. */
  readonly floats: readonly {readonly currency: Currency; readonly line: Line}[];
  /** That of the amount; at the opening the next to add to the floats, undefined for none. */
  readonly currency: Currency | undefined;
  /** The place of the reason, of which the last is in one's own words. */
  readonly why: number | undefined;
  /** Before a handing over the drawer is counted. */
  readonly isCounted: boolean;
  readonly focus: ShiftField;
  readonly wrong: {readonly field: ShiftField; readonly problem: Problem | undefined} | undefined;
  /** It is asked whether more shall go out than the till knows to be in the drawer; the chunk of input that brought it. */
  readonly asked: number | undefined;
  readonly isWriting: boolean;
};

/** The close, step by step: who closes. From here on the till sells nothing. */
export type CloseStopScreen = {
  readonly kind: 'close-stop';
  readonly person: Line;
  /** The name is known: it can be taken, edited, or typed over. */
  readonly isPersonKept: boolean;
  readonly problem: Problem | undefined;
};

export type CountField = `${number}` | 'total' | 'another';

/** What is in the drawer, currency by currency, while nobody is told what should be. */
export type CloseCountScreen = {
  readonly kind: 'close-count';
  readonly person: string;
  /** Who the shift is handed over to when the drawer is counted; undefined at the close. */
  readonly to: string | undefined;
  readonly counted: readonly Count[];
  readonly currency: Currency;
  readonly left: readonly Currency[];
  /** How many there are of each denomination, by its minor units. */
  readonly pieces: Readonly<Record<string, Line>>;
  readonly total: Line;
  /** A currency that was found in the drawer besides. */
  readonly another: Currency | undefined;
  readonly focus: CountField;
  /** What is in the field was there before the cursor came to it: what is typed takes its place. */
  readonly isKept: boolean;
  /** What was typed of the other currencies. */
  readonly typed: TypedCounts;
  readonly problem: Problem | undefined;
  readonly isWriting: boolean;
};

export type TypedCounts = Readonly<
  Partial<Record<Currency, Pick<CloseCountScreen, 'pieces' | 'total' | 'another' | 'focus'>>>
>;

/** A count that was left: it is gone on with by the same person, for as long as nothing has moved in these drawers. */
export type KeptCount = {
  readonly person: string;
  readonly drawers: Period['drawers'];
  readonly typed: TypedCounts;
};

/** The open payments are asked about once more. */
export type CloseAskScreen = {
  readonly kind: 'close-ask';
  readonly person: string;
  readonly count: number;
  readonly asked: number;
  readonly answered: number;
  readonly isOver: boolean;
};

/** What was counted against what should be there, and what is carried over. */
export type CloseCheckScreen = {
  readonly kind: 'close-check';
  readonly person: string;
  readonly notAsked: number;
  readonly lines: Readonly<Record<'note' | 'approver', Line>>;
  readonly focus: 'note' | 'approver';
  readonly problem: Problem | undefined;
  /** The chunk of input that brought us here; an Enter in the same one was no decision about this question. */
  readonly chunk: number | undefined;
  /** The number of the Z that is being written. */
  readonly making: number | undefined;
};

/** The last step of the close. */
export type ClosePrintScreen = {
  readonly kind: 'close-print';
  readonly report: Report;
  readonly isPrinting: boolean;
};

export type CloseScreen = CloseStopScreen | CloseCountScreen | CloseAskScreen | CloseCheckScreen;

export type ShiftEffect =
  | {readonly kind: 'open-shift'; readonly person: string; readonly floats: readonly Money[]}
  | {readonly kind: 'hand-over'; readonly to: string}
  | {readonly kind: 'move-cash'; readonly movement: CashMovement; readonly isSure: boolean}
  | {readonly kind: 'count'; readonly person: string; readonly counts: readonly Count[]}
  | {readonly kind: 'set-closing'; readonly isClosing: boolean}
  | {readonly kind: 'ask-open' | 'stop-asking' | 'report-x' | 'kick-drawer'}
  | {readonly kind: 'close'; readonly closing: Closing}
  | {readonly kind: 'print-report'; readonly report: Report};

export type ShiftMessage =
  | {readonly kind: 'asked'; readonly asked: number; readonly answered: number}
  | {readonly kind: 'asked-enough'}
  | {readonly kind: 'report'; readonly report: Report; readonly parts: readonly SlipPart[]; readonly isNew: boolean}
  | {readonly kind: 'printed'; readonly title: string; readonly copy: number};
