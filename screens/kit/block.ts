import type {Money} from '../../src/core/money/money.js';
import type {Badge} from '../../src/core/payment/badge.js';
import type {Line} from '../terminal/line.js';

/** How a piece of text stands among the others. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'problem' | 'sandbox' | Badge;

/**
 * What every block has. `id` names it within its screen, from one description to the next.
 *
 * Importance, for who listens: `news` (the usual) is said when it is new; `standing` is said again when a key changes
 * nothing; `detail` is said then alone.
 */
type Every<K extends string> = {
  readonly kind: K;
  readonly id: string;
  readonly importance?: 'news' | 'standing' | 'detail';
  /** The sentence in which it is narrated, where the usual one of its kind would not do. `''`: another block says it. */
  readonly said?: string;
  /** What tells it from what was said before, where its text has numbers that only grow older. */
  readonly ageless?: string;
  /** Drawn only where a line is free after all that is not optional. It is narrated all the same. */
  readonly isOptional?: boolean;
  /** Left out of a window that has room for a sale alone where the rest wants its lines; what stands at the bottom always is. */
  readonly isRoomy?: boolean;
};

/** What the screen is about; `note` stands at its right. */
export type TitleBlock = Every<'title'> & {readonly text: string; readonly note: readonly Piece[]};
export type Piece = {readonly text: string; readonly tone: Tone; readonly badge?: Badge};

/** How something ended or stands, as the largest word there is, and the sentences that belong to it. */
export type VerdictBlock = Every<'verdict'> & {
  readonly badge: Badge;
  readonly word: string;
  readonly texts: readonly string[];
};

type FieldFacts = {
  readonly label: string;
  readonly isFocused: boolean;
  readonly note: string;
  readonly problem: string;
  /** What to look out for. */
  readonly warning: string;
};
export type FieldBlock = Every<'field'> &
  FieldFacts & {
    readonly line: Line;
    /** Stands before what is typed: a currency. */
    readonly unit: string;
    /** What was typed, as it is understood. */
    readonly shown: string;
    /** What counts while nothing is typed. */
    readonly fallback: string;
    /** What to type, while it has the focus and is empty. */
    readonly hint: string;
    /** What is said of it in place of what is typed, where the eye sees dots. */
    readonly spoken: string;
    /** It was filled in, and what is typed takes its place. */
    readonly isKept: boolean;
    /** Nothing is typed in it: it has no cursor. */
    readonly isLocked: boolean;
  };
/** Something that is turned with ← and →. `isFolded`: more fields stand behind it. */
export type ChoiceBlock = Every<'choice'> & FieldFacts & {readonly value: string; readonly isFolded: boolean};
/** What can be picked, each by a key of its own. */
export type OptionsBlock = Every<'options'> & {
  readonly options: readonly {readonly key: string; readonly text: string}[];
};

export type Column = {
  readonly title: string;
  /**
   * Cells; without it, as wide as its widest text in the window. One column without a width is cut where room is short. Of
   * the one that grows, what it should have at least.
   */
  readonly width?: number;
  /** Cells of it at most, where it has no width and another has none to spare. */
  readonly most?: number;
  readonly align?: 'right';
  /** Takes the room that is left. One of a list. */
  readonly grows?: true;
  /** Left out where the window is narrower than this. */
  readonly from?: number;
  /** The same where it is as wide as this. */
  readonly below?: number;
  /** Left out where the one that grows would have less than it should. */
  readonly givesWay?: true;
};
export type ListRow = {readonly id: string; readonly cells: readonly string[]; readonly tone: Tone};
/** Rows of which one is marked. Only those of the window are ever asked for, and the window turns by pages. */
export type ListBlock = Every<'list'> & {
  readonly columns: readonly Column[];
  readonly count: number;
  readonly rowAt: (at: number) => ListRow;
  /** -1 where the keys are elsewhere. */
  readonly marked: number;
  /** How the marked row is told. */
  readonly markedText: string;
  /** What is said in place of rows where there are none. */
  readonly empty: string;
  /**
   * What stands beside it in a wide window, for the eye alone: of the marked row, what no column has room for. A list that
   * has it keeps the room for it while nothing is marked.
   */
  readonly detail?: () => readonly Block[];
};
/** Something that is so. `lead` stands before it in a column: a label, a time, a key; `note` at its right. */
export type FactBlock = Every<'fact'> & {
  readonly text: string;
  readonly tone: Tone;
  readonly lead: string;
  readonly note: string;
  /** At most so many lines. */
  readonly most: number;
};
/** Something to look out for, with its sign, in at most so many lines. */
export type NoticeBlock = Every<'notice'> & {
  readonly text: string;
  readonly tone: Tone;
  readonly glyph: string;
  readonly most: number;
};
/** What is asked, where no field asks it. It ends what is said. */
export type QuestionBlock = Every<'question'> & {readonly text: string};
/**
 * A text that may be longer than the window; its offset is moved by `movedOffset`. `isRead`: it was asked for to be read,
 * line by line; otherwise what is on it is said as it would be without it.
 */
export type PaperBlock = Every<'paper'> & {
  readonly title: string;
  readonly isRead: boolean;
  readonly blocks: readonly Exclude<Block, PaperBlock | ListBlock | FieldBlock | ChoiceBlock | QuestionBlock>[];
  readonly offset: number;
};
/** Lines exactly as they are. `onRoll`: those of a slip, in the middle of the window. */
export type ExactBlock = Every<'exact'> & {readonly lines: readonly string[]; readonly onRoll: boolean};
/** A QR code, with texts at its right; where it has no room, `tooBig`, `instead` and those. `isSaid`: line by line too; else `instead` alone. */
export type CodeBlock = Every<'code'> & {
  readonly text: string;
  readonly beside: readonly Piece[];
  readonly tooBig: string;
  readonly instead: readonly Piece[];
  readonly isSaid: boolean;
};
/** Rows that belong together, none of them marked. Each is narrated by itself, by its cells or by `said`. */
export type TableBlock = Every<'table'> & {
  readonly columns: readonly Column[];
  readonly rows: readonly {readonly cells: readonly string[]; readonly tone: Tone; readonly said?: string}[];
};
/** The largest number of a screen, and how it stands. */
export type AmountBlock = Every<'amount'> & {
  readonly money: Money;
  readonly tone: Tone;
  readonly beside: readonly Piece[];
};
/** Counts and what they are worth, one under the other. */
export type TallyBlock = Every<'tally'> & {
  readonly label: string;
  readonly rows: readonly {
    readonly glyph: string;
    readonly tone: Tone;
    readonly text: string;
    readonly sums: readonly Money[];
    readonly note: string;
  }[];
};
/** Values side by side, in the lines that are left. `aside` stands beside its axis. */
export type ChartBlock = Every<'chart'> & {
  readonly label: string;
  readonly points: readonly {readonly label: string; readonly value: number}[];
  /** What the values are, in a sentence. */
  readonly sentence: string;
  readonly aside: readonly {readonly text: string; readonly key: string}[];
};
/** How much of a whole is done. */
export type ProgressBlock = Every<'progress'> & {readonly value: number; readonly full: number; readonly text: string};
/** The steps of something and the one that it has come to, from 1. `said` tells of that one; of all where a key changes nothing. */
export type Steps = Every<'steps'> & {readonly steps: readonly string[]; readonly now: number};
/** An empty line where there is room for it; what follows one that grows stands at the bottom. It says nothing. */
export type GapBlock = Every<'gap'> & {readonly isGrowing: boolean};

export type Block =
  | TitleBlock
  | VerdictBlock
  | FieldBlock
  | ChoiceBlock
  | OptionsBlock
  | ListBlock
  | FactBlock
  | NoticeBlock
  | QuestionBlock
  | PaperBlock
  | ExactBlock
  | CodeBlock
  | TableBlock
  | AmountBlock
  | TallyBlock
  | ChartBlock
  | ProgressBlock
  | Steps
  | GapBlock;

type More<B extends Block> = Partial<Omit<B, 'kind' | 'id'>>;
export const title = (text: string, more: More<TitleBlock> = {}): TitleBlock => ({
  kind: 'title',
  id: 'title',
  importance: 'standing',
  text,
  note: [],
  ...more,
});
export const fact = (id: string, text: string, more: More<FactBlock> = {}): FactBlock => ({
  kind: 'fact',
  id,
  text,
  tone: 'plain',
  lead: '',
  note: '',
  most: 3,
  ...more,
});
export const notice = (id: string, text: string, more: More<NoticeBlock> = {}): NoticeBlock => ({
  kind: 'notice',
  id,
  text,
  tone: 'problem',
  glyph: '✗',
  most: 3,
  ...more,
});
export const verdict = (
  id: string,
  badge: Badge,
  word: string,
  texts: readonly string[],
  more: More<VerdictBlock> = {},
): VerdictBlock => ({
  kind: 'verdict',
  id,
  importance: 'standing',
  badge,
  word,
  texts,
  ...more,
});
/** The amount of a form, large where there is room for it; quiet while it is not known. Its field says it. */
export const bigAmount = (money: Money, isKnown = true): AmountBlock => ({
  kind: 'amount',
  id: 'big',
  isOptional: true,
  said: '',
  money,
  tone: isKnown ? 'strong' : 'quiet',
  beside: [],
});
export const gap = (id: string): GapBlock => ({kind: 'gap', id, isGrowing: false, isOptional: true});
export const paper = (
  text: string,
  offset: number,
  blocks: PaperBlock['blocks'],
  more: More<PaperBlock> = {},
): PaperBlock => ({
  kind: 'paper',
  id: 'paper',
  title: text,
  isRead: true,
  blocks,
  offset,
  ...more,
});
/** What follows stands at the bottom of the window. */
export const atBottom: GapBlock = {kind: 'gap', id: 'at-bottom', isGrowing: true};

type Nothing = false | undefined | null | '';

/** A list without what is nothing: what is there only where something is so stands in it as `isSo && it`. */
export const compact = <T>(list: readonly (T | Nothing)[]): readonly T[] =>
  list.filter((each): each is T => each !== false && each !== undefined && each !== null && each !== '');
