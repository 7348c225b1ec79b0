import type {Problem} from '../core/problem.js';
import type {Deciding, Mapping} from '../core/reconcile/rows/row.js';
import type {PossibleDays} from './date-text.js';
import {type HeadingField, plainWords} from './headings.js';

export type DirectionCodes = ReadonlyMap<string, 'credit' | 'debit'>;
export type SourceColumn = {
  readonly index: number;
  readonly heading: string;
  /** What its cells mean, if they are codes of a direction. */
  readonly codes?: DirectionCodes;
  /** What a person said of it, if that is more than its heading. */
  readonly said?: string;
};

const coded = /^(?<heading>.+):(?<into>[^:/]+)\/(?<out>[^:/]+)$/u;

/** A column of codes as a person names it: `Art:1,3/2` has the codes of money that came in before the slash, and of money that went out after it. */
export function codesSaid(name: string): {readonly heading: string; readonly codes?: DirectionCodes} {
  const {heading = name, into = '', out = ''} = coded.exec(name)?.groups ?? {};
  const means = (codes: string, way: 'credit' | 'debit') => codes.split(',').map(code => [code.trim(), way] as const);
  return heading === name ? {heading} : {heading, codes: new Map([...means(into, 'credit'), ...means(out, 'debit')])};
}

/** Digits of a cell as nines, and its letters as `a`. */
export const shapeOf = (cell = ''): string => cell.trim().replaceAll(/\d/gu, '9').replaceAll(/\p{L}/gu, 'a');

export type Columns = Readonly<Partial<Record<HeadingField, SourceColumn>>>;

/** The places of those of these columns that the file has. */
export const indexesOf = (columns: Columns, fields: readonly HeadingField[]): readonly number[] =>
  fields.flatMap(field => columns[field]?.index ?? []);

/** The text of a cell, empty if the record or the column does not have it. */
export const cellAt = (record: readonly string[], index: number | undefined): string =>
  (record[index ?? -1] ?? '').trim();

/** Which record holds the headings, and what the columns below them are. */
export type Layout = Omit<Mapping, 'columns' | 'encoding' | 'said'> & {
  /** The number of records before the headings. */
  readonly preamble: number;
  /** All empty if the table has no headings: the record after the preamble is then the last above the first row, if any. */
  readonly headings: readonly string[];
  readonly columns: Columns;
  readonly possible: PossibleDays;
  /** The indexes of the columns in which the rows of a provider's or a payout file have their days. */
  readonly days: readonly number[];
  /** The indexes of the columns in which most of these rows have a word of a sum, which therefore says nothing. */
  readonly wordy: readonly number[];
  /** Columns that could state a direction or a status but are not read for it. */
  readonly checked: readonly Checked[];
  readonly said: readonly Deciding[];
  /** Whether the column of debits writes most of them as negative; `null` if none of its first amounts shows it. */
  readonly areDebitsNegative: boolean | null;
  /** Whether the fees and the taxes beside them are mostly written as negative. */
  readonly areChargesNegative: boolean;
  /** By the running balances: the amounts carry the opposite sign, so that money paid in is negative, or none. */
  readonly signs?: 'turned' | 'none';
};

const credit =
  /^(?:c|cr|crdt|credits?|credited|crediteur|in|incoming|inbound|inflow|entree|entrant|credit transfer|deposits?|deposited|(?:money|cash|paid) in|versements?|encaissements?|credito|creditos|entrada|abono|haber|haben|gutschrift|bij|kuingia|imeingia|داين|ايداع)$/;
const debit =
  /^(?:d|dr|db|dt|dbit|debits?|debited|debiteur|out|outgoing|outbound|outflow|sortie|sortant|debit (?:transfer|order)|direct debit|withdrawals?|withdrawn|(?:money|cash|paid) out|retraits?|decaissements?|debito|debitos|saida|cargo|debe|soll|lastschrift|belastung|af|debet|kutoka|imetoka|مدين|سحب)$/;

/** Returns whether a cell says credit or debit and nothing else. A minus sign alone does not count: it marks empty cells. */
export function directionSaid(cell: string): 'credit' | 'debit' | undefined {
  const said = plainWords(cell);
  if (credit.test(said) || cell.trim() === '+') return 'credit';
  return debit.test(said) ? 'debit' : undefined;
}

/** The letters of Soll and Haben. They count only if the column of the direction has no other texts. */
const letters: ReadonlyMap<string, 'credit' | 'debit'> = new Map([
  ['h', 'credit'],
  ['s', 'debit'],
]);
const letterSaid = (cell: string) => letters.get(cell.trim().toLowerCase());

/** Whether a column of directions uses these letters. It needs an H, because an S alone may be of another language. */
export const areOfSollAndHaben = (cells: readonly string[]): boolean =>
  cells.every(cell => letterSaid(cell) !== undefined) && cells.some(cell => letterSaid(cell) === 'credit');

/** Like `directionSaid`, for the column that is read as the direction. */
export const directionIn = (cell: string): 'credit' | 'debit' | undefined => directionSaid(cell) ?? letterSaid(cell);

/** A column that could decide what a row is worth but is not read for it. Every row of the file is checked against it. */
export type Checked = {
  readonly deciding: Deciding;
  readonly column: SourceColumn;
  /** `name`: every word counts. `content`: words of a status or a direction. `remark`: only that a payment failed. */
  readonly by: 'name' | 'content' | 'remark' | 'answer';
};

/** A record of a file with the number of the line on which it begins. */
export type NumberedRecord = {readonly number: number; readonly record: readonly string[]};

/** Reads one cell as it stands. `invalid` and `withoutAmount` return the `Problem` to throw for it. */
export type RawCells = {
  readonly file: string;
  readonly layout: Layout;
  readonly raw: (line: NumberedRecord, field: HeadingField) => string;
  readonly heading: (field: HeadingField) => string;
  /** The currency of the row; undefined if neither its cell nor the file names one. */
  readonly currency: (line: NumberedRecord) => string | undefined;
  readonly invalid: (line: NumberedRecord, field: HeadingField, shown?: string) => Problem;
  readonly withoutAmount: (line: NumberedRecord) => Problem;
};

const nothing = /^(?:#?n\/a|null|nil|[-\u2013\u2014])?$/i;

/** Whether a cell is empty or stands for nothing: a word that databases use, or the dash of a spreadsheet. */
export const isNothing = (cell: string): boolean => cell.length <= 4 && nothing.test(cell);
