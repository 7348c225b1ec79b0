import type {Currency} from '../../src/core/money/money.js';
import type {Problem} from '../../src/core/problem.js';
import type {Closing} from '../../src/core/shift/decide.js';
import type {Period} from '../../src/core/shift/ledger.js';
import type {Count, Report} from '../../src/core/shift/report-schema.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import type {Line} from '../terminal/line.js';

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
  | {readonly kind: 'hand-over'; readonly to: string}
  | {readonly kind: 'count'; readonly person: string; readonly counts: readonly Count[]}
  | {readonly kind: 'set-closing'; readonly isClosing: boolean}
  | {readonly kind: 'ask-open' | 'stop-asking'}
  | {readonly kind: 'close'; readonly closing: Closing}
  | {readonly kind: 'print-report'; readonly report: Report};

export type ShiftMessage =
  | {readonly kind: 'asked'; readonly asked: number; readonly answered: number}
  | {readonly kind: 'asked-enough'}
  | {readonly kind: 'report'; readonly report: Report; readonly parts: readonly SlipPart[]}
  | {readonly kind: 'printed'; readonly title: string; readonly copy: number};
