import type {Problem} from '../../src/core/problem.js';
import {dateOrders, type SourceKind, sourceKinds} from '../../src/core/reconcile/rows/row.js';
import {cleanText} from '../../src/core/text/text.js';
import {neededFields, taxFields} from '../../src/till/reconcile.js';
import {beside, emptyForm, typedIn} from '../kit/form.js';
import type {Context} from '../kit/screen.js';
import {lineOf} from '../terminal/line.js';
import type {AddedFile, FileField, Reconcile, SourceField, TakenSource} from './state.js';

/** The possible columns of each kind of file, the most likely first. */
export const sourceFields: Readonly<Record<SourceKind, readonly SourceField[]>> = {
  provider: [
    ...(['reference', 'amount', 'currency', 'status', 'fee', 'payerFee', ...taxFields] as const),
    ...(['net', 'at', 'phone', 'payout', 'kind', 'serviceReference', 'linked'] as const),
    ...(['direction', 'credit', 'debit', 'refunded', 'balance'] as const),
  ],
  payout: [
    ...(['payout', 'amount', 'gross', 'fee', ...taxFields] as const),
    ...(['currency', 'status', 'at', 'direction', 'credit', 'debit'] as const),
  ],
  bank: [
    ...(['bookedOn', 'amount', 'credit', 'debit', 'balance', 'direction', 'status'] as const),
    ...(['currency', 'narration', 'fee', ...taxFields, 'entry'] as const),
  ],
};
const separators = [',', ';', '\t', '|'] as const;
const decimalMarks = ['.', ','] as const;

/** The accounts of a file that has just been named: none are known. */
export const noAccount = {accounts: [], account: undefined} as const satisfies Partial<AddedFile>;

/** The state of a file about which a person has said nothing new and the till asks nothing. */
export const unsaid = {
  ...noAccount,
  said: {},
  missing: [],
  replaced: 0,
  isChanged: false,
  problem: undefined,
} as const satisfies Partial<AddedFile>;

/** The state of a file about which nothing is known yet. */
export const addedFile = {
  ...emptyForm('file'),
  file: {...unsaid, source: 'provider', part: undefined, isUnproved: false, taken: undefined, given: undefined},
} as const satisfies Partial<Reconcile>;

const columnPrefix = 'column:';
export const columnOf = (field: FileField): SourceField | undefined =>
  field.startsWith(columnPrefix) ? (field.slice(columnPrefix.length) as SourceField) : undefined;

const columnField = (column: SourceField): FileField => `column:${column}`;

/** Returns the fields of the form: first which file it is, and once the file has been read, all of its columns. */
export function fileFields(file: AddedFile): readonly FileField[] {
  const {taken, missing, source} = file;
  const account: readonly FileField[] = accountsOf(file).length > 0 ? ['account'] : [];
  if (taken === undefined) return ['file', 'kind', 'days', ...account, ...missing];
  const parts: readonly FileField[] = [
    ...(taken.mayReplace.length > 0 ? (['replaces'] as const) : []),
    ...(partsOf(taken).length > 1 ? (['part'] as const) : []),
    ...account,
  ];
  if (taken.mapping === null) return parts;
  if (taken.detection.format === 'QIF') return [...parts, 'decimalMark', 'dateOrder', 'currency'];
  if (taken.detection.format !== 'delimited') return parts;
  // The table from a workbook, a mail or an archive was written by the till, so no person has seen its separator.
  const separator: readonly FileField[] = taken.original === null ? ['separator'] : [];
  return [
    ...parts,
    ...sourceFields[source].filter(field => isOffered(field, taken.mapping)).map(columnField),
    ...(['decimalMark', 'dateOrder'] as const),
    ...separator,
    'currency',
  ];
}

/** Whether a column may be named: of the taxes, those that the file has, and one more. */
function isOffered(field: SourceField, mapping: TakenSource['mapping']): boolean {
  const before = taxFields.find((_, at) => taxFields[at + 1] === field);
  return before === undefined || Boolean(mapping?.columns[before]);
}

export const replacedIn = ({taken, replaced}: AddedFile) => taken?.mayReplace[replaced - 1];

/** Returns the sheets, files or attachments in a file, the one that was read first. */
function partsOf({original}: Pick<TakenSource, 'original'>): readonly string[] {
  const several = original?.opened.find(({others}) => others.length > 0);
  return several === undefined ? [] : [several.part, ...several.others];
}

/** Returns the accounts from which one can be chosen: those named when the file was refused, or those of a file with several. */
export function accountsOf({accounts, taken}: AddedFile): readonly string[] {
  if (taken === undefined) return accounts;
  const {detection} = taken;
  return detection.format !== 'delimited' && detection.accounts.length > 1 ? detection.accounts : [];
}

/** Returns the heading of a column as the person gave it, else as it was found; empty for none. */
function headingOf(column: SourceField, state: Reconcile): string {
  const field = columnField(column);
  return state.lines[field] === undefined ? (state.file.taken?.mapping?.columns[column] ?? '') : typedIn(state, field);
}

type Choice = {readonly value: string; readonly turn: (by: 1 | -1) => Reconcile};

/** Returns what a choice shows and how ← and → change it; undefined for text, as a column is until the headings are known. */
export function choiceOf(field: FileField, state: Reconcile, {messages}: Context): Choice | undefined {
  const {file} = state;
  const {source, taken} = file;
  const words = messages.reconcileScreen.file;
  const isChanged = taken !== undefined;
  type Turned<T> = (one: T) => Reconcile;
  const choice = <T>(offered: readonly T[], chosen: T | null | undefined, value: string, take: Turned<T>) => ({
    value,
    turn: (by: 1 | -1) => take(beside(offered, chosen ?? undefined, by)),
  });
  const shown = <K extends string>(key: K | null | undefined, texts: Readonly<Record<K, string>>) =>
    key == null ? words.notShown : texts[key];
  const inFile = (more: Partial<AddedFile>): Reconcile => ({...state, file: {...file, ...more}});
  const say = (said: AddedFile['said']) => inFile({said: {...file.said, ...said}, isChanged});
  const column = columnOf(field);
  if (column !== undefined) {
    if (taken === undefined) return undefined;
    const headings = taken.detection.format === 'delimited' ? taken.detection.headings : [];
    const offered = ['', ...new Set(headings.filter(heading => heading !== ''))];
    const heading = headingOf(column, state);
    return choice(offered, heading, heading || words.noColumn, one => ({
      ...inFile({isChanged}),
      lines: {...state.lines, [field]: lineOf(one)},
    }));
  }
  const {separator, decimalMark, dateOrder} = {...taken?.mapping, ...file.said};
  switch (field) {
    case 'kind': {
      const lines = Object.fromEntries(Object.entries(state.lines).filter(([id]) => !id.startsWith(columnPrefix)));
      const none = {...noAccount, missing: [], problem: undefined};
      return choice(sourceKinds, source, words.kinds[source], one => ({...inFile({source: one, ...none}), lines}));
    }
    case 'unproved': {
      const {isUnproved} = file;
      const said = isUnproved ? words.unproved.yes : words.unproved.no;
      return choice([false, true], isUnproved, said, one => inFile({isUnproved: one}));
    }
    case 'part': {
      const parts = taken === undefined ? [] : partsOf(taken);
      const chosen = file.part ?? parts[0];
      return choice(parts, chosen, cleanText(chosen ?? '', 40), part => inFile({part, isChanged}));
    }
    case 'replaces': {
      const offered = [0, ...(taken?.mayReplace ?? []).map((_, place) => place + 1)];
      const said = cleanText(replacedIn(file)?.name ?? words.notReplaced, 40);
      return choice(offered, file.replaced, said, replaced => inFile({replaced}));
    }
    case 'account': {
      const chosen = file.account ?? taken?.mapping?.columns.account;
      return choice(accountsOf(file), chosen, chosen ?? '', account => inFile({account, isChanged}));
    }
    case 'separator':
      return choice(separators, separator, shown(separator, words.separators), one => say({separator: one}));
    case 'decimalMark': {
      const marks = {'.': words.marks.point, ',': words.marks.comma};
      return choice(decimalMarks, decimalMark, shown(decimalMark, marks), one => say({decimalMark: one}));
    }
    case 'dateOrder':
      return choice(dateOrders, dateOrder, shown(dateOrder, words.orders), one => say({dateOrder: one}));
    default:
      return undefined;
  }
}

/** Returns the first column that is needed to read the file and that nobody has named yet, except the one with the focus. */
export const unnamed = (state: Reconcile): FileField | undefined =>
  neededFields[state.file.source]
    .map(columnField)
    .find(field => field !== state.focus && state.file.missing.includes(field) && typedIn(state, field).trim() === '');

/** Returns the column that a problem suspects, as typed text for the person to confirm or replace. */
export function suspected({code, facts}: Problem): Reconcile['lines'] {
  const heading = lineOf(String(facts['column'] ?? ''));
  if (code === 'file-direction-unclear') return facts['by'] === 'signs' ? {} : {[columnField('direction')]: heading};
  if (code === 'file-tax-unclear') return {[columnField('tax')]: heading};
  return code === 'file-status-unclear' ? {[columnField('status')]: heading} : {};
}

/** Returns the fields with which a problem can be solved, or none. The first one gets the focus. */
export function missingBy({code, facts}: Problem, source: SourceKind): readonly FileField[] {
  if ('readWith' in facts) return ['unproved'];
  switch (code) {
    case 'file-column-missing':
      return [columnField(String(facts['field']) as SourceField)];
    case 'file-heading-missing':
      return neededFields[source].map(columnField);
    case 'file-direction-unclear':
    case 'file-direction-contradicted':
      return [columnField('direction')];
    case 'file-status-unclear':
      return [columnField('status')];
    case 'file-fee-unclear':
      return [columnField('gross')];
    case 'file-tax-unclear':
      return [columnField('tax')];
    case 'file-balance-differs':
      return facts['form'] === 'wallet' ? [columnField('balance')] : [];
    case 'file-locked':
    case 'file-password-wrong':
      return ['password'];
    case 'file-currency-missing':
      return facts['form'] === 'statement' ? ['currency'] : ['currency', columnField('currency')];
    case 'file-currency-differs':
      return ['currency', columnField('currency')];
    case 'file-decimal-mark-unclear':
    case 'file-amount-too-fine':
      return ['decimalMark'];
    case 'file-date-order-unclear':
      return ['dateOrder'];
    default:
      return [];
  }
}
