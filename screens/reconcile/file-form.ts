import type {Messages} from '../../src/core/messages/messages.js';
import {Problem} from '../../src/core/problem.js';
import type {Days} from '../../src/core/reconcile/inputs.js';
import {dateOrders, type Mapping, type SourceKind, sourceKinds} from '../../src/core/reconcile/row.js';
import {cleanText} from '../../src/core/text/text.js';
import type {GivenSource} from '../../src/till/reconcile.js';
import {emptyLine, type Line, lineOf, textOf} from '../terminal/line.js';
import type {FileField, FileScreen} from './reconcile-screens.js';
export type SourceField = keyof Messages['reconcileScreen']['file']['columns'];

/** What a column of each kind of file can be, the likeliest first. */
export const sourceFields: Readonly<Record<SourceKind, readonly SourceField[]>> = {
  provider: [
    ...(['reference', 'amount', 'currency', 'status', 'fee', 'net', 'at', 'phone'] as const),
    ...(['payout', 'kind', 'serviceReference', 'direction', 'credit', 'debit'] as const),
  ],
  payout: ['payout', 'amount', 'currency', 'status', 'at', 'direction', 'credit', 'debit'],
  bank: ['bookedOn', 'amount', 'credit', 'debit', 'direction', 'status', 'currency', 'narration', 'entry'],
};
const needed: Readonly<Record<SourceKind, readonly SourceField[]>> = {
  provider: ['reference', 'amount'],
  payout: ['payout', 'amount'],
  bank: ['bookedOn', 'amount'],
};
const deciding = ['direction', 'status'] as const;
const separators = [',', ';', '\t', '|'] as const;
const decimalMarks = ['.', ','] as const;

export const fileScreen: FileScreen = {
  kind: 'reconcile-file',
  source: 'provider',
  lines: {file: emptyLine, days: emptyLine, currency: emptyLine},
  said: {},
  columns: {},
  missing: [],
  taken: undefined,
  given: undefined,
  focus: 'file',
  isChanged: false,
  work: undefined,
  problem: undefined,
};

const columnOf = (field: FileField): SourceField | undefined =>
  field.startsWith('column:') ? (field.slice('column:'.length) as SourceField) : undefined;

const columnField = (column: SourceField): FileField => `column:${column}`;

export {columnOf};

/** What can be said of the file: which one it is; once it was read, every column of it. */
export function fileFields({taken, missing, source}: FileScreen): readonly FileField[] {
  if (taken === undefined) return ['file', 'kind', 'days', ...missing];
  if (taken.mapping === null) return [];
  if (taken.detection.format === 'QIF') return ['decimalMark', 'dateOrder', 'currency'];
  if (taken.detection.format !== 'delimited') return [];
  return [
    ...sourceFields[source].map(columnField),
    ...(['decimalMark', 'dateOrder', 'separator', 'currency'] as const),
  ];
}

/** The field that has the focus, if the file has any. */
export const focusOf = (screen: FileScreen): FileField | undefined => {
  const fields = fileFields(screen);
  return fields.includes(screen.focus) ? screen.focus : fields[0];
};

/** Whether a field is typed; columns are chosen once the headings are known. */
export function isTyped(field: FileField, {taken}: FileScreen): boolean {
  if (columnOf(field) !== undefined) return taken === undefined;
  return field === 'file' || field === 'days' || field === 'currency';
}

/** The line of a field that is typed. */
export function lineIn(field: FileField, {lines, columns}: FileScreen): Line {
  const column = columnOf(field);
  if (column !== undefined) return columns[column] ?? emptyLine;
  return field === 'file' || field === 'days' || field === 'currency' ? lines[field] : emptyLine;
}

export function withLine(field: FileField, line: Line, screen: FileScreen): FileScreen {
  const column = columnOf(field);
  const isChanged = screen.taken !== undefined;
  if (column !== undefined) return {...screen, columns: {...screen.columns, [column]: line}, isChanged};
  return {...screen, lines: {...screen.lines, [field]: line}, isChanged, problem: undefined};
}

/** The heading of a column as it was said, or else found; empty for none. */
export function headingOf(field: SourceField, {columns, taken}: FileScreen): string {
  const said = columns[field];
  return said === undefined ? (taken?.mapping?.columns[field] ?? '') : textOf(said);
}

/** How the file is written, as it was said, or else found. */
export const writingOf = ({said, taken}: FileScreen): FileScreen['said'] => ({...taken?.mapping, ...said});

/** Another answer of a field that is chosen. */
export function turnedField(field: FileField, by: 1 | -1, screen: FileScreen): FileScreen {
  const {source, taken} = screen;
  const writing = writingOf(screen);
  const isChanged = taken !== undefined;
  const say = (said: FileScreen['said']): FileScreen => ({...screen, said: {...screen.said, ...said}, isChanged});
  const column = columnOf(field);
  if (column !== undefined) {
    const headings = taken?.detection.format === 'delimited' ? taken.detection.headings : [];
    const offered = ['', ...new Set(headings.filter(heading => heading !== ''))];
    return withLine(field, lineOf(next(offered, headingOf(column, screen), by)), screen);
  }
  switch (field) {
    case 'kind':
      return {...screen, source: next(sourceKinds, source, by), missing: [], columns: {}, problem: undefined};
    case 'separator':
      return say({separator: next(separators, writing.separator, by)});
    case 'decimalMark':
      return say({decimalMark: next(decimalMarks, writing.decimalMark ?? undefined, by)});
    case 'dateOrder':
      return say({dateOrder: next(dateOrders, writing.dateOrder ?? undefined, by)});
    default:
      return screen;
  }
}

function next<Choice>(offered: readonly Choice[], now: Choice | undefined, by: 1 | -1): Choice {
  const at = now === undefined ? -1 : offered.indexOf(now);
  const to = at < 0 ? (by === 1 ? 0 : offered.length - 1) : (at + by + offered.length) % offered.length;
  return offered[to] as Choice;
}

/** What to read and how, or which field is wrong. Throws a `Problem` day-invalid. */
export function givenSource(screen: FileScreen): GivenSource {
  const {source, lines, said, columns, taken} = screen;
  const currency = textOf(lines.currency).trim().toUpperCase();
  const typed = Object.entries(columns).map(([field, line]) => [field, textOf(line).trim()] as const);
  // Before the file was read nothing can be chosen: a dash says that it has no such column.
  const named =
    taken === undefined
      ? typed.flatMap(([field, heading]) => (heading === '' ? [] : [[field, heading === '-' ? '' : heading] as const]))
      : typed;
  const before = taken?.mapping?.said ?? [];
  const isSaid = taken !== undefined || Object.keys(said).length > 0 || named.length > 0 || currency !== '';
  const mapping: Partial<Mapping> = {
    ...taken?.mapping,
    ...said,
    columns: {...taken?.mapping?.columns, ...Object.fromEntries(named)},
    ...(taken == null
      ? {}
      : {said: deciding.filter(field => before.includes(field) || named.some(([name]) => name === field))}),
    ...(currency === '' ? {} : {currency}),
  };
  const interval = daysIn(textOf(lines.days).trim());
  return {
    kind: source,
    file: pathIn(textOf(lines.file)),
    ...(isSaid ? {mapping} : {}),
    ...(interval === undefined ? {} : {interval}),
  };
}

/** A path as a window manager drops it into a terminal: in quotation marks, or with its spaces escaped. */
export function pathIn(text: string): string {
  const path = text.trim();
  const quoted = /^(?<mark>['"])(?<inside>.*)\k<mark>$/u.exec(path)?.groups?.['inside'];
  return quoted ?? path.replaceAll('\\ ', ' ');
}

/** One day, or the first and the last of several. */
function daysIn(text: string): Days | undefined {
  if (text === '') return undefined;
  const [from = '', to = from, ...more] = text.match(/\d{4}-\d\d-\d\d/gu) ?? [];
  try {
    if (more.length === 0 && from <= to) return {from: dayOf(from), to: dayOf(to)};
  } catch {
    // said below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

const dayOf = (text: string): string => Temporal.PlainDate.from(text).toString();

/** The first column that the file cannot be read without and that nobody has named yet, leaving out the one with the focus. */
export const unnamed = (screen: FileScreen): FileField | undefined =>
  needed[screen.source]
    .map(columnField)
    .find(field => field !== screen.focus && screen.missing.includes(field) && isBlank(lineIn(field, screen)));

const isBlank = (line: Line): boolean => textOf(line).trim() === '';

/** What a problem takes a column for, to be confirmed or written over. */
export function suspected({code, facts}: Problem): FileScreen['columns'] {
  const heading = lineOf(String(facts['column'] ?? ''));
  if (code === 'file-direction-unclear') return {direction: heading};
  return code === 'file-status-unclear' ? {status: heading} : {};
}

/** What a problem with a file asks for. */
export function missingBy({code, facts}: Problem, source: SourceKind): readonly FileField[] {
  switch (code) {
    case 'file-column-missing':
      return [columnField(String(facts['field']) as SourceField)];
    case 'file-heading-missing':
      return needed[source].map(columnField);
    case 'file-direction-unclear':
      return [columnField('direction')];
    case 'file-status-unclear':
      return [columnField('status')];
    case 'file-currency-missing':
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
