import type {Money} from '../core/money/money.js';
import type {Badge} from '../core/payment/badge.js';

export type Tone = 'plain' | 'strong' | 'quiet' | 'problem' | 'sandbox' | Badge;

/**
 * What every block has. `id` names the block within its screen, from one description to the next. Importance, for a listener: `news` (the
 * default) is narrated when it is new; `standing` is also repeated when a key changes nothing; `detail` is narrated only then.
 */
type Every<K extends string> = {
  readonly kind: K;
  readonly id: string;
  readonly importance?: 'news' | 'standing' | 'detail';
  /** The sentence that narrates the block, if the usual one of its kind does not fit. With `''` another block narrates it. */
  readonly said?: string;
  /** The text that decides whether the block has changed since it was last narrated, for texts with numbers that only grow older. */
  readonly ageless?: string;
  /** The block is drawn only if a line remains after all blocks that are not optional. It is narrated in any case. */
  readonly isOptional?: boolean;
  /** The block is left out of a small window if the rest needs its lines. Blocks at the bottom are always left out there. */
  readonly isRoomy?: boolean;
};

/** What the screen is about. `note` is at its right. */
export type TitleBlock = Every<'title'> & {readonly text: string; readonly note: readonly Piece[]};
export type Piece = {readonly text: string; readonly tone: Tone; readonly badge?: Badge};

/** The outcome or the state of something, drawn as the largest word, and the sentences that belong to it. */
type VerdictBlock = Every<'verdict'> & {
  readonly badge: Badge;
  readonly word: string;
  readonly texts: readonly string[];
};

type FieldFacts = {
  readonly label: string;
  readonly isFocused: boolean;
  readonly note: string;
  readonly problem: string;
  readonly warning: string;
};
export type FieldBlock = Every<'field'> &
  FieldFacts & {
    /** What is typed, before and after the cursor. */
    readonly line: {readonly before: string; readonly after: string};
    /** A unit before the text, for example a currency. */
    readonly unit: string;
    /** The typed text as the till understands it. */
    readonly shown: string;
    /** The value that applies while nothing is typed. */
    readonly fallback: string;
    /** What to type, shown while the field has the focus and is empty. */
    readonly hint: string;
    /** What is narrated in place of the text, for a field whose text is drawn as dots. */
    readonly spoken: string;
    /** The text was filled in by the till. The first key typed replaces it. */
    readonly isKept: boolean;
    /** Nothing can be typed in the field, so it has no cursor. */
    readonly isLocked: boolean;
    /** The field is short. Where there is room, a run of such fields is drawn in two columns. */
    readonly isHalf?: true;
  };
/** A value that is changed with ← and →. `isFolded`: it has more fields that are not shown. */
export type ChoiceBlock = Every<'choice'> & FieldFacts & {readonly value: string; readonly isFolded: boolean};
/** The options that can be picked, each with its own key. Where lines are few, those with a `word` are told by it, several in a line. */
export type OptionsBlock = Every<'options'> & {
  readonly options: readonly {readonly key: string; readonly text: string; readonly word?: string}[];
};

export type Column = {
  readonly title: string;
  /**
   * The width in cells. Without it, the column is as wide as its widest text in the window, and one such column is cut if there is little
   * room. For the column that grows, it is the least width that the column should have.
   */
  readonly width?: number;
  /** The greatest width in cells, for a column without a `width` if no other column has cells to spare. */
  readonly most?: number;
  readonly align?: 'right';
  /** The column takes the remaining room. A list has at most one such column. */
  readonly grows?: true;
  /** The column is left out if the window is narrower than this. */
  readonly from?: number;
  /** The column is left out if the window is at least this wide. */
  readonly below?: number;
  /** The column is left out if the one that grows would otherwise be narrower than it should be; `together`, with all that say so. */
  readonly givesWay?: true | 'together';
};
export type ListRow = {
  readonly id: string;
  readonly cells: readonly string[];
  readonly tone: Tone;
  /** The address of the office's page about what the row is of. */
  readonly to?: string;
};
/** Rows, one of which may be marked. Only the rows of the window are ever requested, and the window moves by pages. */
export type ListBlock = Every<'list'> & {
  readonly columns: readonly Column[];
  readonly count: number;
  readonly rowAt: (at: number) => ListRow;
  /** The marked row, or -1 if the keys act elsewhere. */
  readonly marked: number;
  /** How the marked row is narrated. */
  readonly markedText: string;
  /** The text in place of the rows if there are none. */
  readonly empty: string;
  /** Blocks beside the list in a wide window, not narrated: facts of the marked row. Their room is kept while no row is marked. */
  readonly detail?: () => readonly Block[];
};
/** A fact. `lead` is in a column before it: a label, a time or a key. `note` is at its right. */
export type FactBlock = Every<'fact'> & {
  readonly text: string;
  readonly tone: Tone;
  readonly lead: string;
  readonly note: string;
  /** The greatest number of lines. */
  readonly most: number;
};
/** A warning or a notice with its sign, in at most `most` lines. */
export type NoticeBlock = Every<'notice'> & {
  readonly text: string;
  readonly tone: Tone;
  readonly glyph: string;
  readonly most: number;
};
/** The question of the screen, if no field asks it. It is narrated last. */
type QuestionBlock = Every<'question'> & {readonly text: string};
/**
 * A text that may be longer than the window; `movedOffset` moves its offset. `isRead`: the person asked to read it, so it is narrated line
 * by line. Otherwise its blocks are narrated as they would be outside it.
 */
export type PaperBlock = Every<'paper'> & {
  readonly title: string;
  readonly isRead: boolean;
  readonly blocks: readonly Exclude<Block, PaperBlock | ListBlock | FieldBlock | ChoiceBlock | QuestionBlock>[];
  readonly offset: number;
};
/** Lines that are drawn unchanged. `onRoll`: the lines of a slip, in the middle of the window; `narrow`: the same for a narrow window. */
export type ExactBlock = Every<'exact'> & {
  readonly lines: readonly string[];
  readonly narrow?: readonly string[];
  readonly onRoll: boolean;
};
/**
 * A QR code with the texts of `beside` at its right. If it has no room, `tooBig`, `instead` and `beside` take its place. `isSaid`: the code
 * is narrated line by line too; otherwise only `instead` is narrated.
 */
export type CodeBlock = Every<'code'> & {
  readonly text: string;
  readonly beside: readonly Piece[];
  readonly tooBig: string;
  readonly instead: readonly Piece[];
  readonly isSaid: boolean;
};
/** Rows that belong together, none of them marked. Each row is narrated separately, by its cells or by `said`. */
export type TableBlock = Every<'table'> & {
  readonly columns: readonly Column[];
  readonly rows: readonly (Omit<ListRow, 'id'> & {readonly said?: string})[];
};
/** The main amount of a screen and its tone. If the first piece beside it has a badge, both are one band in the colour of the badge. */
type AmountBlock = Every<'amount'> & {readonly money: Money; readonly tone: Tone; readonly beside: readonly Piece[]};
/** Counts and the amounts that they are worth, one row below the other. */
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
/**
 * Values along an axis, as plain data: a terminal draws it in the remaining lines, a page as a picture. Each point has a value for each
 * series, drawn one on top of the other, and may have one to be compared with.
 */
export type ChartBlock = Every<'chart'> & {
  readonly label: string;
  readonly points: readonly {readonly label: string; readonly values: readonly number[]; readonly before?: number}[];
  /** What the values are of, and what they come to; empty for a series without any. */
  readonly series: readonly string[];
  /** What `before` is, or empty if no point has it. */
  readonly compared: string;
  /** The marks of the scale, the lowest first. The last one is at least as high as every value. */
  readonly scale: readonly {readonly value: number; readonly label: string}[];
  /** A sentence that says what the values are. */
  readonly sentence: string;
  readonly aside: readonly {readonly text: string; readonly key: string}[];
};
/** How much of a whole is done: `value` of `full`. */
type ProgressBlock = Every<'progress'> & {readonly value: number; readonly full: number; readonly text: string};
/**
 * The steps of a procedure and the number of the present one, counted from 1. When the present step is new, it is narrated by `said`; all
 * steps are narrated when a key changes nothing. `isTrack`: they are drawn as a line that leads from one to the next, with a note.
 */
export type Steps = Every<'steps'> & {
  readonly steps: readonly string[];
  readonly now: number;
  readonly isTrack?: true;
  readonly note?: string;
};
/** An empty line if there is room for it. Blocks after a gap that grows are at the bottom of the window. A gap is not narrated. */
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
/** Returns a title, which is repeated when a key changes nothing. */
export const title = (text: string, more: More<TitleBlock> = {}): TitleBlock => ({
  kind: 'title',
  id: 'title',
  importance: 'standing',
  text,
  note: [],
  ...more,
});
/** Returns a plain fact of at most 3 lines. */
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
/** Returns a notice about a problem, of at most 3 lines. */
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
): VerdictBlock => ({kind: 'verdict', id, importance: 'standing', badge, word, texts, ...more});
/** Returns the amount of a form, large if there is room, and quiet while it is not known. It is not narrated, because its field is. */
export const bigAmount = (money: Money, isKnown = true): AmountBlock => ({
  kind: 'amount',
  id: 'big',
  isOptional: true,
  said: '',
  money,
  tone: isKnown ? 'strong' : 'quiet',
  beside: [],
});
/** Returns an empty line, which is left out if there is no room. */
export const gap = (id: string): GapBlock => ({kind: 'gap', id, isGrowing: false, isOptional: true});
/** Returns a text to be read, narrated line by line. */
export const paper = (
  text: string,
  offset: number,
  blocks: PaperBlock['blocks'],
  more: More<PaperBlock> = {},
): PaperBlock => ({kind: 'paper', id: 'paper', title: text, isRead: true, blocks, offset, ...more});
/** A gap that moves all blocks after it to the bottom of the window. */
export const atBottom: GapBlock = {kind: 'gap', id: 'at-bottom', isGrowing: true};

type Nothing = false | undefined | null | '';

/** Returns the list without its empty values, so that an optional element can be written as `condition && element`. */
export const compact = <T>(list: readonly (T | Nothing)[]): readonly T[] =>
  list.filter((each): each is T => each !== false && each !== undefined && each !== null && each !== '');
