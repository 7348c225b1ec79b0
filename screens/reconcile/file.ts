import {basename} from 'node:path';
import {fillFrom} from '../../src/core/messages/messages.js';
import {problemOf} from '../../src/core/payment/said.js';
import {problemText, withHeadings} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {Import} from '../../src/core/reconcile/records/records.js';
import {type Days, daysCovered} from '../../src/core/reconcile/rows/inputs.js';
import type {Mapping} from '../../src/core/reconcile/rows/row.js';
import {overviewOf} from '../../src/core/reconcile/shown/overview.js';
import {cleanText} from '../../src/core/text/text.js';
import {type GivenSource, isTaxField, type ReconcileProgress} from '../../src/till/reconcile.js';
import {type Block, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {
  figuresTexts,
  leftOutTexts,
  proofText,
  suspicionTexts,
  writtenTexts,
} from '../../src/views/reconcile/file-text.js';
import {fromHome, pathIn, pathRules} from '../kit/file-import.js';
import {fieldBlocks, firstWrong, formKeys, moved, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Form, type ScreenKey, type Step, type Task, task} from '../kit/screen.js';
import {masked} from '../parts/field.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, textOf, textRules} from '../terminal/line.js';
import {
  choiceOf,
  columnOf,
  fileFields,
  missingBy,
  noAccount,
  replacedIn,
  suspected,
  unnamed,
  unsaid,
} from './file-form.js';
import {workBlocks} from './shown.js';
import {
  type AddedFile,
  type FileField,
  type Reconcile,
  type SourceField,
  type TakenSource,
  toList,
  type Work,
} from './state.js';
import {compare, withProgress} from './work-list.js';

const deciding = ['direction', 'status'] as const;

/** Returns which file to read and how. Throws the `Problem` `day-invalid`. */
function givenSource(state: Reconcile): GivenSource {
  const {source, said, part, account} = state.file;
  // Another part has its own headings.
  const isOther = part !== undefined && part !== state.file.given?.part;
  const taken = isOther ? undefined : state.file.taken;
  const currency = typedIn(state, 'currency').trim().toUpperCase();
  const typed = (Object.keys(state.lines) as FileField[]).flatMap(field => {
    const column = columnOf(field);
    return column === undefined ? [] : [[column, typedIn(state, field).trim()] as const];
  });
  // Before the file has been read, nothing can be chosen. A dash says that the file has no such column.
  const named =
    taken === undefined
      ? typed.flatMap(([field, heading]) => (heading === '' ? [] : [[field, heading === '-' ? '' : heading] as const]))
      : typed;
  const before = taken?.mapping?.said ?? [];
  const isSaid =
    taken !== undefined || Object.keys(said).length > 0 || named.length > 0 || currency !== '' || account !== undefined;
  const mapping: Partial<Mapping> = {
    ...taken?.mapping,
    ...said,
    columns: {...taken?.mapping?.columns, ...Object.fromEntries(named), ...(account !== undefined && {account})},
    ...(taken === undefined
      ? {}
      : {said: deciding.filter(field => before.includes(field) || named.some(([name]) => name === field))}),
    ...(currency === '' ? {} : {currency}),
  };
  const interval = daysIn(state);
  const password = typedIn(state, 'password');
  return {
    kind: source,
    file: pathIn(typedIn(state, 'file')),
    ...(isSaid && !isOther ? {mapping} : {}),
    ...(part !== undefined && {part}),
    ...(password !== '' && {password}),
    ...(state.file.isUnproved && {isUnproved: true}),
    ...(interval === undefined ? {} : {interval}),
  };
}

/** Returns the days that the person says the file covers; undefined if nothing is typed. Throws the `Problem` `day-invalid`. */
function daysIn(state: Reconcile): Days | undefined {
  const text = typedIn(state, 'days').trim();
  if (text === '') return undefined;
  const [from = '', to = from, ...more] = text.match(/\d{4}-\d\d-\d\d/gu) ?? [];
  try {
    if (more.length === 0 && from <= to) return {from: dayOf(from), to: dayOf(to)};
  } catch {
    // thrown below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

const dayOf = (text: string): string => Temporal.PlainDate.from(text).toString();

/** Returns the accounts that a problem names, with the first of them chosen. */
function accountsBy({code, facts}: Problem): Pick<AddedFile, 'accounts' | 'account'> | undefined {
  if (code !== 'file-accounts-several' && code !== 'file-account-missing') return undefined;
  const {accounts} = facts;
  if (!Array.isArray(accounts)) return undefined;
  return {accounts, account: accounts[0]};
}

function takenText(taken: TakenSource, context: Context): string {
  const {taken: delimited, takenBank, days, noDays} = context.messages.reconcileScreen.file;
  const {name, rows, detection, mapping, original} = taken;
  const covered = daysCovered(taken);
  const facts = {name, rows, days: covered === null ? noDays : days(covered)};
  if (detection.format !== 'delimited')
    return takenBank({...facts, format: detection.format, statements: detection.statements});
  const inside = original?.opened.map(({part, kind}) => cleanText(part, 40) || kind).join(' › ');
  return delimited({...facts, encoding: inside ?? mapping?.encoding ?? '', line: detection.headingLine});
}

/** Returns why a file was not read. For a fact that can be given on this screen, the text points to its field. */
function fileProblemText(problem: Problem, context: Context): string {
  const {code, facts} = problem;
  const said = context.messages.reconcileScreen.file;
  if (code === 'file-heading-missing') return withHeadings(said.nameBelow, facts);
  const below = new Map<string, Parameters<typeof fillFrom>[0]>([
    ['file-locked', said.lockedBelow],
    ['file-accounts-several', said.accountsBelow],
    ['file-column-missing', said.columnBelow],
    ['file-currency-missing', said.currencyBelow],
    ['file-direction-unclear', said.directionBelow],
    ['file-direction-contradicted', said.contradictedBelow],
    ['file-status-unclear', said.statusBelow],
    ['file-fee-unclear', said.feeBelow],
    ['file-tax-unclear', said.taxBelow],
    ...(facts['form'] === 'wallet' ? ([['file-balance-differs', said.balanceBelow]] as const) : []),
  ]).get(code);
  if (below === undefined) return problemText(problem, context.language);
  const field = facts['field'] as SourceField | undefined;
  return fillFrom(below, {...facts, ...(field !== undefined && {column: columnLabel(field, context)})});
}

function fieldLabel(field: FileField, context: Context): string {
  const {fields} = context.messages.reconcileScreen.file;
  const column = columnOf(field);
  return column === undefined ? fields[field as keyof typeof fields] : columnLabel(column, context);
}

function columnLabel(column: SourceField, context: Context): string {
  const {columns} = context.messages.reconcileScreen.file;
  if (!isTaxField(column)) return columns[column];
  return [columns.tax, column.slice('tax'.length)].filter(part => part !== '').join(' ');
}

function fields(state: Reconcile, context: Context): Form<Reconcile> {
  const {hints, choose} = context.messages.reconcileScreen.file;
  const {file, focus} = state;
  return fileFields(file).map(id => {
    const label = fieldLabel(id, context);
    const choice = choiceOf(id, state, context);
    if (choice !== undefined) {
      const note = focus === id ? choose({key: keyText('choose', context)}) : '';
      return {id, label, note, ...choice};
    }
    const isColumn = columnOf(id) !== undefined;
    return {
      id,
      label,
      rules: id === 'file' ? pathRules : textRules,
      ...(id === 'password' && hidden(state)),
      hint: hints[isColumn ? 'column' : (id as keyof typeof hints)],
      ...(id === 'days' && {check: () => problemOf(() => daysIn(state))}),
      // The headings of the file are still needed while the person types.
      edited: now => ({
        ...now,
        file: {
          ...now.file,
          ...(id === 'file' && {...noAccount, isUnproved: false}),
          isChanged: now.file.taken !== undefined,
          problem: isColumn ? now.file.problem : undefined,
        },
      }),
    };
  });
}

/** Returns a password as dots for the screen. It is not narrated either. */
function hidden({lines: {password = emptyLine}}: Reconcile) {
  const typing = masked(password);
  return {typing, shown: textOf(typing), spoken: textOf(typing)};
}

/** Returns the fields of the form. Nothing can be typed while the file is read. */
export const fileForm = (state: Reconcile, context: Context): Form<Reconcile> =>
  state.work === undefined ? fields(state, context) : [];

export function describeFile(state: Reconcile, context: Context): readonly Block[] {
  const {problem} = state.file;
  const blocks = fieldBlocks(fields(state, context), state, context);
  const lines = 6;
  return compact([
    title(context.messages.reconcileScreen.file.title),
    ...understood(state, context),
    problem !== undefined &&
      notice('problem', fileProblemText(problem, context), {importance: 'standing', most: lines}),
    ...workBlocks(state.work, context),
    gap('below'),
    ...(state.work === undefined ? blocks : blocks.map(block => ({...block, isFocused: false}))),
  ]);
}

/** The greatest number of suspicious rows that are shown. The columns are below them. */
const mostSuspicious = 3;

/** Returns what proves the reading and which rows to look at, then totals, how it was understood, and what was left out. */
function understood({file: {taken, isChanged}}: Reconcile, context: Context): readonly Block[] {
  const {file, said} = context.messages.reconcileScreen;
  if (taken === undefined) return [fact('lead', file.lead, {tone: 'quiet'})];
  const {detection, mapping, proof, layout, overview, isNew} = taken;
  const {language} = context;
  const announced = detection.format === 'delimited' ? 0 : detection.notBooked;
  const what = takenText(taken, context);
  const figures = figuresTexts(overview, language).join(' · ');
  const leftOut = [
    ...writtenTexts(detection, language),
    ...leftOutTexts(overview, detection.format === 'delimited' ? detection : {}, language),
    ...(announced === 0 ? [] : [file.notBooked({count: announced})]),
    ...(detection.sums === 0 ? [] : [file.sums({count: detection.sums})]),
  ];
  const advice = [
    ...(layout === null ? [] : [file.layouts[layout.from]({name: cleanText(layout.name, 80)})]),
    ...(mapping === null ? [] : [isChanged ? file.changed : file.check]),
    ...(isNew ? [file.leaveOut({key: keyText('back', context)})] : []),
  ];
  return compact([
    fact('proof', proofText(proof, language), {tone: proof.by === 'nothing' ? 'not-known' : 'plain'}),
    ...suspicionTexts(overview, language, mostSuspicious).map((text, at) =>
      fact(`suspicion ${at}`, text, {tone: 'not-known', most: 1}),
    ),
    figures !== '' && fact('figures', figures, {most: 2}),
    fact('taken', what, {importance: 'standing', tone: 'strong', said: `${said.taken({what})}.`}),
    taken.mayReplace.length > 0 &&
      fact('replaces', file.mayReplace({file: cleanText(taken.mayReplace[0]?.name ?? '', 80)}), {tone: 'not-known'}),
    ...leftOut.map((text, at) => fact(`left-out ${at}`, text, {tone: 'not-known', most: 2})),
    advice.length > 0 && fact('advice', advice.join(' '), {tone: isChanged ? 'not-known' : 'quiet'}),
  ]);
}

/** Returns what Enter does: it goes to the next needed field, or reads the file, or uses the file if it was understood as the form says. */
function enterOf(state: Reconcile): 'continue' | 'read-file' | 'use-file' {
  const {taken, isChanged} = state.file;
  if (taken !== undefined) return isChanged ? 'read-file' : 'use-file';
  return state.focus === 'file' || unnamed(state) !== undefined ? 'continue' : 'read-file';
}

const onEnter = (id: ReturnType<typeof enterOf>, press: ScreenKey<Reconcile>['press']) => ({
  id,
  when: (state: Reconcile) => state.work === undefined && enterOf(state) === id,
  press,
});

export const fileKeys: readonly ScreenKey<Reconcile>[] = [
  onEnter('continue', (state, context) => ({
    state:
      state.focus === 'file'
        ? moved(fileForm(state, context), state, 1)
        : {...state, focus: unnamed(state) ?? 'file', wrong: undefined},
  })),
  onEnter('read-file', read),
  onEnter('use-file', used),
  ...formKeys(fileForm).map(onlyWhile<Reconcile>((...now) => fileForm(...now).length > 0)),
  {id: 'back', press: left},
];

const reading: Work = {kind: 'read', progress: undefined, asking: undefined, isCalledOff: false};

/** Returns the files of the screen with one more. It replaces an earlier reading of the same file. */
const withFile = (files: readonly GivenSource[], given: GivenSource): readonly GivenSource[] => [
  ...files.filter(({kind, file}) => kind !== given.kind || file !== given.file),
  given,
];

/** Uses the file, in place of one that was read before if the person says so. */
function used(state: Reconcile, context: Context): Step<Reconcile> {
  const {given, taken} = state.file;
  const files = given === undefined ? state.files : withFile(state.files, given);
  const replaced = replacedIn(state.file);
  if (replaced === undefined || taken === undefined) return compare(toList(state), context, {files});
  const {kind, sha256, name} = replaced;
  const isIt = (each: GivenSource) => each !== given && each.kind === kind && basename(each.file) === name;
  return withdrawn({...state, files: files.filter(each => !isIt(each))}, {kind, sha256, by: taken.sha256});
}

function read(state: Reconcile, context: Context): Step<Reconcile> {
  const wrong = firstWrong(fileForm(state, context), state);
  if (wrong !== undefined) return {state: wrong};
  const given = givenSource(state);
  if (given.file === '') return {state: {...state, focus: 'file'}};
  const file = {...state.file, problem: undefined};
  const {taken} = file;
  const before = taken?.isNew === true ? {kind: given.kind, sha256: taken.sha256} : undefined;
  return {state: {...state, file, wrong: undefined, work: reading}, asks: readingOf(given, before)};
}

type ReadBefore = Pick<Import, 'kind' | 'sha256'> & {readonly by?: string};

/** Reads a file. `before`: what was already read on this form. It is not used any more once another part of the file is. */
const readingOf = (given: GivenSource, before: ReadBefore | undefined): Task<Reconcile> =>
  task({
    kind: 'read',
    run: async (till, onProgress: (progress: ReconcileProgress) => void) => {
      const found = {...given, file: fromHome(given.file)};
      const {imports} = till.state.reconciled;
      const {source, ...read} = await till.importSource(found, onProgress);
      const {kind, name, sha256, rows, interval, told} = source;
      const isNew = !imports.some(each => each.kind === kind && each.sha256 === sha256);
      if (before !== undefined && before.sha256 !== sha256) await till.decide({type: 'withdraw', ...before});
      const overview = overviewOf(source, read.proof, till.settings.reconciliation?.statusWords);
      return {given: found, taken: {...read, name, sha256, rows: rows.length, interval, told, overview, isNew}};
    },
    reduce: (state, progress) => withProgress(state, progress, state.work?.kind === 'read'),
    done: fileRead,
    // A person who left the form while its file was read is still told about it.
    late: ({taken: {name: file, rows}}) => ({kind: 'file-read', file, rows}),
    refused: fileRefused,
  });

/** Goes back. A file that was first read on this screen is withdrawn; one that the till already had stays. */
function left(state: Reconcile, context: Context): Step<Reconcile> {
  const {file, work} = state;
  const {given, taken} = file;
  if (work !== undefined) return {state: {...toList(state), work: {...work, isCalledOff: taken?.isNew === true}}};
  if (given === undefined) return {state: toList(state)};
  if (taken?.isNew !== true) return compare(toList(state), context, {files: withFile(state.files, given)});
  return withdrawn(state, {kind: given.kind, sha256: taken.sha256});
}

const withdrawn = (state: Reconcile, source: ReadBefore): Step<Reconcile> => ({
  state: {...toList(state), work: reading},
  asks: {
    kind: 'withdraw',
    run: till => till.decide({type: 'withdraw', ...source}),
    done: (now, _, context) => compare(now, context),
    refused: (now, problem) => ({state: {...now, work: undefined}, notice: {kind: 'problem', problem}}),
  },
});

/** Shows how a file was understood if its form is still open. Otherwise the file is used without it. */
function fileRead(
  state: Reconcile,
  {given, taken}: {readonly given: GivenSource; readonly taken: TakenSource},
  context: Context,
): Step<Reconcile> {
  const {file, lines, view, work} = state;
  if (work?.isCalledOff === true) return withdrawn(state, {kind: given.kind, sha256: taken.sha256});
  if (view.kind !== 'file') return compare(state, context, {files: withFile(state.files, given)});
  const isNew = taken.isNew || (file.taken?.isNew === true && file.taken.sha256 === taken.sha256);
  const now = {...file, ...unsaid, taken: {...taken, isNew}, given};
  const {file: path, days, currency, password} = lines;
  return {
    state: {
      ...state,
      work: undefined,
      file: now,
      lines: {...(path && {file: path}), ...(days && {days}), ...(currency && {currency}), ...(password && {password})},
      // The focus goes to the first column, so that the person can check how the file was understood.
      focus: file.taken === undefined ? (fileFields(now)[0] ?? 'file') : state.focus,
    },
  };
}

/** After a file could not be read, asks for what it lacks. */
function fileRefused(state: Reconcile, problem: Problem): Step<Reconcile> {
  const {file, lines, view} = state;
  const ended = {...state, work: undefined};
  if (view.kind !== 'file') return {state: ended, notice: {kind: 'problem', problem}};
  const isFirst = file.taken === undefined;
  const missing = isFirst ? missingBy(problem, file.source) : [];
  const accounts = isFirst ? accountsBy(problem) : undefined;
  // A file that cannot be found was named incorrectly.
  const named = problem.code === 'file-not-readable' ? 'file' : undefined;
  return {
    state: {
      ...ended,
      file: {...file, ...accounts, problem, missing: [...new Set([...file.missing, ...missing])]},
      lines: isFirst ? {...lines, ...suspected(problem)} : lines,
      focus: (accounts && 'account') ?? missing[0] ?? named ?? state.focus,
    },
  };
}
