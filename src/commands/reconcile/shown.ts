import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {mostCarried} from '../../core/reconcile/result/decide.js';
import {type Reconciliation, unended} from '../../core/reconcile/result/reconcile.js';
import {isGroup, type WorkEntry} from '../../core/reconcile/result/work-entries.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import type {Rows} from '../../core/reconcile/rows/row.js';
import {causesJson, lineJson, reconciliationJson} from '../../core/reconcile/shown/reconciliation-json.js';
import {wrap} from '../../core/text/width.js';
import {note, reportProblem} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {GivenRead} from '../../till/reconcile.js';
import {openAmountsText, reconciliationText} from '../../views/reconcile/reconciliation-text.js';
import {shortKeys} from './keys.js';
import {takenForJson, takenForLines} from './taken-for.js';

export type ShownDifferences = {
  /** All lines; those that `isListed` accepts are shown. */
  readonly lines: Rows<ReconciliationLine>;
  readonly isListed: (line: ReconciliationLine) => boolean;
  readonly sources: readonly GivenRead[];
};

/** The reconciliation for scripts, with the listed lines, `causes`, which has those of one cause together, and `sources`, which says what each given file was taken for. */
export function resultJson(session: Session, result: Reconciliation, {lines, isListed, sources}: ShownDifferences) {
  const listed = Iterator.from(lines).filter(isListed).map(lineJson);
  return {
    ...reconciliationJson(result, listed),
    causes: causesJson(result, isListed),
    sources: sources.map(read => takenForJson(session, read)),
  };
}

/**
 * What remains to be done. It does not say that all is done while a payment is open, or if nothing was compared. An office cannot ask the
 * provider, so it needs a file.
 */
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

/** The same as text, for a person. */
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
const sayable = /^file-(?:heading|column|currency|decimal|date|direction|status|amount|row|field)-/;
