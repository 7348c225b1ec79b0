import {type Language, type Messages, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {mostCarried} from '../../core/reconcile/result/decide.js';
import {type Reconciliation, unended} from '../../core/reconcile/result/reconcile.js';
import {isGroup, type WorkEntry} from '../../core/reconcile/result/work-entries.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {
  fileMembers,
  type Mapping,
  mappingSpec,
  proofSpec,
  type Rows,
  sourceKinds,
} from '../../core/reconcile/rows/row.js';
import {type FileOverview, overviewOf, overviewSpec} from '../../core/reconcile/shown/overview.js';
import {causeSpec, causesOf, reconciliationMembers} from '../../core/reconcile/shown/reconciliation-json.js';
import {
  always,
  count,
  fields,
  list,
  made,
  named,
  object,
  oneOf,
  optional,
  orNull,
  streamed,
  text,
} from '../../core/spec/spec.js';
import {wrap} from '../../core/text/width.js';
import {note, reportProblem} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {AnySource, GivenRead} from '../../till/reconcile.js';
import {figuresTexts, leftOutTexts, proofText, suspicionTexts, writtenTexts} from '../../views/reconcile/file-text.js';
import {openAmountsText, periodText, reconciliationText} from '../../views/reconcile/reconciliation-text.js';
import {shortKeys} from './decisions.js';

type ShownDifferences = {
  /** All lines; those that `isListed` accepts are shown. */
  readonly lines: Rows<ReconciliationLine>;
  readonly isListed: (line: ReconciliationLine) => boolean;
  readonly sources: readonly GivenRead[];
};

const sourceSpec = named(
  'given file',
  fields(
    {
      kind: oneOf(sourceKinds, 'what it was given as'),
      file: text('its name'),
      ...fileMembers,
      rows: count('how many were read'),
      mapping: orNull(mappingSpec, 'it is a statement that needs none'),
      detection: object(
        {
          twoEncodings: optional(always('some lines are in UTF-8 and others in windows-1252'), 'all are in one'),
          format: text('`delimited` for a table, or the format of the statement'),
          headings: optional(list(text(), 'of all columns'), 'it is no table'),
          headingLine: optional(count('where they stand'), 'it is no table'),
          headingPrint: text('by which what a person says is found again for the next such file'),
          sums: count('totals and balances, which are no rows'),
          unmoved: optional(count('rows that moved nothing by the balances'), 'it is no table'),
          version: optional(text('of the format'), 'it is a table'),
          accounts: optional(list(text(), 'in the file'), 'it is a table'),
          statements: optional(count('how many'), 'it is a table'),
          notBooked: optional(count('entries that are only announced'), 'it is a table'),
          valueDates: optional(count('entries that have a value date only'), 'there are none'),
          investments: optional(count('statements of investments, which are left out'), 'there are none'),
        },
        'as what it was recognised',
      ),
      proof: proofSpec('what proves it'),
      overview: overviewSpec,
      original: orNull(
        object({
          name: text('of the file that it was in'),
          sha256: text('its hash'),
          opened: list(
            object({
              kind: text('what was opened'),
              part: text('the sheet, file or attachment that was taken'),
              others: list(text(), 'the other ones'),
              twoEncodings: optional(always('its lines are in two encodings'), 'they are in one'),
            }),
            'the way to it, outermost first',
          ),
        }),
        'it was read as it is',
      ),
      layout: orNull(
        object({from: oneOf(['learned', 'shipped'], 'where it is from'), name: text('what it is called')}),
        'none was needed',
      ),
      mayReplace: list(
        fields({file: made(text('its name'), ({name}: {readonly name: string}) => name), sha256: text('its hash')}),
        'earlier files of its sender and days',
      ),
    },
    'What a file was taken for.',
  ),
);

/** What is told of a reconciliation, by a till and by an office. */
export const resultMembers = {
  ...reconciliationMembers,
  causes: streamed(causeSpec(), 'the lines of one cause together'),
  sources: list(sourceSpec(), 'what each given file was taken for'),
};

export function resultJson(session: Session, result: Reconciliation, {lines, isListed, sources}: ShownDifferences) {
  return {
    ...result,
    lines: Iterator.from(lines).filter(isListed),
    causes: causesOf(result, isListed),
    sources: sources.map(read => {
      const {kind, name: file, sha256, interval, told = null, rows} = read.source;
      return {...read, kind, file, sha256, interval, told, rows: rows.length, overview: overview(session, read)};
    }),
  };
}

/** What remains to be done; never that all is done while a payment is open or nothing was compared. An office needs a file. */
function endings(result: Reconciliation, command: Keeping['command'], language: Language): readonly string[] {
  const {done, noFile, notCompared, remains} = messages(language).reconcileCommand;
  const {remaining, stillOpen} = result.totals;
  const unanswered = result.coverage.live?.unanswered.length ?? 0;
  const open = [
    ...(stillOpen.length === 0 ? [] : [openAmountsText(result, language)]),
    ...(unanswered === 0 ? [] : [messages(language).reconcile.unanswered({count: unanswered})]),
  ];
  const head = remaining === 0 ? [] : [`! ${remains({count: remaining})}`];
  const lines = [...head, ...open.flatMap(text => wrap(`? ${text}`, width))];
  if (lines.length > 0) return lines;
  const {live, provider, payouts, bank} = result.coverage;
  const isCompared = live !== null || provider.length + payouts.length + bank.length > 0;
  return isCompared ? [`✓ ${done}`] : wrap(`? ${command === 'reconcile' ? notCompared : noFile}`, width);
}

const width = 80;

type Keeping = {
  /** Keys that were shown before. The short keys of the lines must differ from them. */
  readonly known: readonly string[];
  /** The command with which a person acts on a difference. */
  readonly command: 'reconcile' | 'office reconcile';
  /** Whether a payment may be made of a line. Only a till can do that; an office cannot. */
  readonly mayBeReceived?: (line: ReconciliationLine) => boolean;
  readonly isWhole: boolean;
};

export function* resultLines(
  session: Session,
  result: Reconciliation,
  {isListed, sources, known, command, isWhole, mayBeReceived}: Omit<ShownDifferences, 'lines'> & Keeping,
): Iterable<string> {
  const {language} = session;
  const words = messages(language).reconcileCommand;
  const short = shortKeys([...known, ...namedKeys(result)]);
  const {remaining} = result.totals;
  const keyOf = (entry: WorkEntry) => {
    // What was accepted is named by one of its lines, with which all that were accepted together are withdrawn.
    const {key, status} = isGroup(entry) && entry.status === 'accepted' ? (entry.lines.at(0) ?? entry) : entry;
    return status === 'matched' ? null : (short.get(key) ?? key);
  };
  for (const read of sources) yield* [...takenForLines(session, read, width), ''];
  yield* reconciliationText(result, {language, width, isListed, isWhole, keyOf});
  yield '';
  yield* endings(result, command, language);
  if (result.suggestions.length + result.groups.length > 0) yield* wrap(words.toMatch({command}), width);
  if (mayBeReceived !== undefined && Iterator.from(result.lines).take(mostCarried).some(mayBeReceived))
    yield* wrap(words.toReceive, width);
  if (remaining > 0) yield* wrap(words.toAccept({command}), width);
}

/** The keys that a person may type: those of the differences that are carried. */
const namedKeys = ({lines}: Reconciliation): Iterable<string> =>
  Iterator.from(lines)
    .filter(({status}) => status !== 'matched')
    .map(({key}) => key)
    .take(mostCarried);

/** Exits with 0 if nothing remains, with 4 if something does, and with 3 if all that remains is payments without an end or an answer. */
export function exitOf({face}: Session, result: Reconciliation): ExitCode {
  if (face.interrupted.aborted) return exitCodes.interrupted;
  if (result.totals.remaining > 0) return exitCodes.needsPerson;
  return unended(result) === 0 ? exitCodes.done : exitCodes.notKnown;
}

/** If a file is refused, adds how a person can help. */
export async function withAdvice(session: Session, work: () => Promise<ExitCode>): Promise<ExitCode> {
  const words = messages(session.language).reconcileCommand;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const advice = adviceOn(error, words);
    if (advice === undefined) throw error;
    const code = reportProblem(session, error);
    note(session, advice);
    return code;
  }
}

function adviceOn({code, facts}: Problem, words: ReturnType<typeof messages>['reconcileCommand']): string | undefined {
  if ('readWith' in facts) return words.readUnproved;
  if (!sayable.test(code)) return undefined;
  if (facts['form'] !== 'statement') return words.howToSay;
  return code === 'file-row-invalid' ? undefined : words.howToSayOfStatement;
}

/** The problems of a file that a person can solve by saying how the file is written. */
const sayable = /^file-(?:heading|column|currency|decimal|date|direction|status|amount|row|field|fee|tax)-/;

/** As many digits of a hash as a person types. */
const hashShown = 8;

export function takenForLines(session: Session, read: GivenRead, width: number): readonly string[] {
  const {mayReplace} = messages(session.language).reconcileCommand;
  const replaced = read.mayReplace.map(({name, sha256}) => mayReplace({file: name, hash: sha256.slice(0, hashShown)}));
  const [heading = '', ...details] = [...takenText(session.language, read, overview(session, read)), ...replaced];
  return [...wrap(heading, width), ...details.flatMap(text => wrap(text, width - 2).map(piece => `  ${piece}`))];
}

const overview = (session: Session, {source, proof}: AnySource): FileOverview =>
  overviewOf(source, proof, configOf(session).reconciliation?.statusWords);

/** The most rows to look at that are shown. */
const mostSuspicious = 10;

function takenText(
  language: Language,
  {source, mapping, detection, proof, original, layout}: AnySource,
  found: FileOverview,
): readonly string[] {
  const words = messages(language).reconcileCommand;
  const {kind, name, rows} = source;
  const period = periodText(source, messages(language).reconcile);
  const heading = words.file({kind: words.kinds[kind], name, rows: rows.length, period});
  const inside = [
    proofText(proof, language),
    ...suspicionTexts(found, language, mostSuspicious),
    ...figuresTexts(found, language),
    ...writtenTexts(detection, language),
    ...leftOutTexts(found, detection.format === 'delimited' ? detection : {}, language),
    ...(layout === null ? [] : [words.layout[layout.from]({name: layout.name})]),
    ...insideLines(words, original),
  ];
  const sums = detection.sums === 0 ? [] : [words.sums({count: detection.sums})];
  if (detection.format !== 'delimited' || mapping === null) {
    if (detection.format === 'delimited') return [heading, ...inside];
    return [heading, ...inside, words.statement(detection), ...sums];
  }
  const columns = Object.entries(mapping.columns).filter(([, column]) => column !== '');
  const isUsed = (heading: string) =>
    columns.some(([, column]) => column === heading || column.startsWith(`${heading}:`));
  const unused = detection.headings.filter(each => each !== '' && !isUsed(each));
  return [
    heading,
    ...inside,
    ...(original === null ? [words.written(writtenAs(mapping, words))] : []),
    words.columns({columns: columns.map(([field, column]) => `${field}=${column}`).join(', ')}),
    ...(mapping.currency === null || mapping.columns['currency'] !== undefined
      ? []
      : [words.inCurrency({currency: mapping.currency})]),
    ...(unused.length === 0 ? [] : [words.unused({columns: unused.join(', ')})]),
    ...sums,
    words.correct,
  ];
}

/** Which sheet, file or attachment was read, and which others there are. */
function insideLines(words: Messages['reconcileCommand'], original: AnySource['original']): readonly string[] {
  const opened = original?.opened ?? [];
  const part = opened.map(each => each.part).filter(each => each !== '');
  const others = opened.flatMap(each => each.others);
  return [
    ...(part.length === 0 ? [] : [words.inside({part: part.join(' › ')})]),
    ...(others.length === 0 ? [] : [words.others({parts: others.join(', ')})]),
  ];
}

function writtenAs({encoding, separator, decimalMark, dateOrder}: Mapping, words: Messages['reconcileCommand']) {
  return {
    encoding,
    separator: separator === '\t' ? words.tab : words.sign({sign: separator}),
    mark: decimalMark === null ? words.notShown : words.sign({sign: decimalMark}),
    order: dateOrder === null ? words.notShown : words.orders[dateOrder],
  };
}
