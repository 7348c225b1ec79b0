import {type Language, messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {mostCarried} from '../core/reconcile/decide.js';
import type {ReconciliationLine} from '../core/reconcile/discrepancy.js';
import {everyLine, type Reconciliation, unended} from '../core/reconcile/reconcile.js';
import {lineJson, reconciliationJson} from '../core/reconcile/reconciliation-json.js';
import {reconciliationText, stillOpenText} from '../core/reconcile/reconciliation-text.js';
import {type Rows, rowsWhere} from '../core/reconcile/row.js';
import {wrap} from '../core/text/width.js';
import {note, reportProblem, writeJsonParts, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/open.js';
import {tillFolder} from '../till/open.js';
import {type GivenRead, type ReconcileOptions, readReconciliation} from '../till/reconcile.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {withTillOrReading} from './reading.js';
import {accept} from './reconcile/accept.js';
import {bookFrom, writeBook} from './reconcile/book.js';
import {listFiles} from './reconcile/files.js';
import {knownKeys, shortKeys} from './reconcile/keys.js';
import {exportLayouts, importLayouts, listLayouts} from './reconcile/layouts.js';
import {match, unmatch} from './reconcile/match.js';
import {codesFrom, type Options, wantedFrom} from './reconcile/options.js';
import {progressOn} from './reconcile/progress.js';
import {addRule, listRules, removeRule} from './reconcile/rules.js';
import {checkSeal, countersignSeal, seal} from './reconcile/seal.js';
import {takenForJson, takenForLines} from './reconcile/taken-for.js';
import {withdraw} from './reconcile/withdraw.js';
import {outFormat, writeOut} from './reconcile/write.js';
import {outFile} from './values.js';

const each = (value: string, values: readonly string[] = []) => [...values, value];

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  family
    .description(commands.reconcile)
    .option('--day <day>', options.day)
    .option('--from <day>', options.fromDay)
    .option('--to <day>', options.toDay)
    .option('--provider-file <file>', options.providerFile, each)
    .option('--payout-file <file>', options.payoutFile, each)
    .option('--bank-file <file>', options.bankFile, each)
    .option('--interval <days>', options.fileInterval)
    .option('--map <column>', options.fileMap, each)
    .option('--decimal-mark <mark>', options.decimalMark)
    .option('--separator <sign>', options.separator)
    .option('--date-order <order>', options.dateOrder)
    .option('--currency <currency>', options.fileCurrency)
    .option('--part <name>', options.filePart)
    .option('--replaces <file>', options.replaces)
    .option('--password-stdin', options.passwordStdin)
    .option('--unproved', options.unproved)
    .option('--journal <folder>', options.otherJournal, each)
    .option('--live', options.live)
    .option('--as-of <instant>', options.asOf)
    .option('--codes <codes>', options.codes)
    .option('--all', options.allLines)
    .option('--out <file>', options.reconcileOut)
    .option('--book <format>', options.book)
    .option('--accounts <file>', options.accounts)
    .action(act(reconcileCommand));
  examples(family, [
    'duka reconcile --day 2026-11-20 --provider-file transactions.csv',
    'duka reconcile --live --json',
    'duka reconcile --from 2026-11-01 --to 2026-11-30 --provider-file nov.csv --payout-file payouts.csv --bank-file bank.xml',
    'duka reconcile --day 2026-11-20 --provider-file relevé.csv --map amount="Montant brut" --out november-20.xlsx',
    'duka reconcile --from 2026-11-01 --to 2026-11-30 --book hledger --out november.journal',
    'duka reconcile accept MISSING_LOCALLY:T7K0MZ4K8Q2RD --person Amina --note "taken by the stall at the market"',
  ]);
  const accepting = family
    .command('accept')
    .description(commands['reconcile accept'])
    .argument('<key>')
    .option('--note <text>', options.acceptNote)
    .action(act(accept));
  examples(accepting, ['duka reconcile accept FEE_MISSING:T7K0MZ4K8Q2RD --person Amina --note "told by telephone"']);
  const matching = family
    .command('match')
    .description(commands['reconcile match'])
    .argument('<key>')
    .argument('<reference...>')
    .option('--row <key>', options.matchRow, each)
    .action(act(match));
  examples(matching, [
    'duka reconcile match MISSING_LOCALLY:QKX12ABC T7K0MZ4K8Q2RD --person Amina',
    'duka reconcile match QKX12ABC T7K0MZ4K8Q2RD T7K0MZ4K8Q2RE --person Amina',
    'duka reconcile match QKX12ABC T7K0MZ4K8Q2RD --row QKX12ABD --person Amina',
  ]);
  const unmatching = family
    .command('unmatch')
    .description(commands['reconcile unmatch'])
    .argument('<key>')
    .action(act(unmatch));
  examples(unmatching, ['duka reconcile unmatch MISSING_LOCALLY:QKX12ABC:KES200.00']);
  const sealing = family
    .command('seal')
    .description(commands['reconcile seal'])
    .option('--day <day>', options.day)
    .option('--from <day>', options.fromDay)
    .option('--to <day>', options.toDay)
    .option('--journal <folder>', options.otherJournal, each)
    .option('--as-of <instant>', options.asOf)
    .option('--out <file>', options.sealOut)
    .action(act(seal));
  examples(sealing, ['duka reconcile seal --from 2026-11-01 --to 2026-11-30 --out november.sealed']);
  const checking = family
    .command('check')
    .description(commands['reconcile check'])
    .argument('<file>')
    .option('--key <key>', options.sealKey, each)
    .action(act(checkSeal));
  examples(checking, ['duka reconcile check november.sealed --key KEY']);
  const signing = family
    .command('countersign')
    .description(commands['reconcile countersign'])
    .argument('<file>')
    .option('--out <file>', options.sealOut)
    .action(act(countersignSeal));
  examples(signing, ['duka reconcile countersign november.sealed --out november-signed.sealed']);
  const layouts = family.command('layouts').description(commands['reconcile layouts']);
  needsSubcommand(layouts, help);
  layouts.command('list').description(commands['reconcile layouts list']).action(act(listLayouts));
  layouts
    .command('export')
    .description(commands['reconcile layouts export'])
    .argument('<file>')
    .action(act(exportLayouts));
  layouts
    .command('import')
    .description(commands['reconcile layouts import'])
    .argument('<file>')
    .option('--replace', options.replaceLayouts)
    .action(act(importLayouts));
  examples(layouts, ['duka reconcile layouts export layouts.json', 'duka reconcile layouts import layouts.json']);
  const rules = family.command('rules').description(commands['reconcile rules']);
  needsSubcommand(rules, help);
  rules.command('list').description(commands['reconcile rules list']).action(act(listRules));
  rules
    .command('add')
    .description(commands['reconcile rules add'])
    .argument('<text>')
    .option('--account <account>', options.ruleAccount)
    .option('--amount <amount>', options.ruleAmount)
    .option('--tolerance <amount>', options.ruleTolerance)
    .action(act(addRule));
  rules.command('remove').description(commands['reconcile rules remove']).argument('<text>').action(act(removeRule));
  examples(rules, [
    'duka reconcile rules add "SMS CHARGE" --account 631 --person Amina',
    'duka reconcile rules add "MOMO FEE" --tolerance "1 %" --person Amina',
  ]);
  const files = family.command('files').description(commands['reconcile files']).action(act(listFiles));
  const withdrawing = family
    .command('withdraw')
    .description(commands['reconcile withdraw'])
    .argument('<file>')
    .action(act(withdraw));
  examples(withdrawing, ['duka reconcile withdraw transactions.csv']);
  examples(files, ['duka reconcile files', 'duka reconcile files --json']);
};

type Shown = {
  /** Of all lines, those that are listed. */
  readonly lines: Rows<ReconciliationLine>;
  readonly isListed: (line: ReconciliationLine) => boolean;
  readonly sources: readonly GivenRead[];
  /** The journal was only read: nothing of it was written down. */
  readonly isReadOnly: boolean;
};

/**
 * The days against everything that is at hand, then what remains, the coverage and the equations. Exits with 0 where
 * nothing remains, with 4 where something does, and with 3 where only payments without an end or an answer do. Under `--json` the reconciliation with the lines that are listed, and
 * `sources` with what each given file was taken for.
 */
async function reconcileCommand(session: Session, options: Options): Promise<ExitCode> {
  const {face, language} = session;
  const words = messages(language).reconcileCommand;
  const isNamed = codesFrom(session, options.codes);
  const out = outFile(options.out);
  const book = await bookFrom(session, options, out);
  const format = out === undefined || book !== undefined ? undefined : outFormat(session, out);
  const sources: GivenRead[] = [];
  const wanted: ReconcileOptions = {
    ...wantedFrom(session, options, options.passwordStdin === true ? await passwordOf(session) : undefined),
    onProgress: progressOn(session),
    onSource: read => sources.push(read),
    signal: face.interrupted,
  };
  const isListed = (line: ReconciliationLine) =>
    isNamed.has(line.code) && (options.all === true || line.status !== 'matched');
  const tell = async (result: Reconciliation, reading: Reading, isReadOnly: boolean) => {
    const lines = options.all === true ? everyLine(result) : result.lines;
    const shown = {lines, isListed, sources, isReadOnly};
    if (book !== undefined) await writeBook(session, book, {result, reading});
    else if (out !== undefined && format !== undefined)
      await writeOut(session, {file: out, format}, {result, reading, listed: rowsWhere(lines, isListed)});
    else if (session.isJson) writeJsonParts(session, asJson(session, result, shown));
    else {
      const known = knownKeys(reading.state.reconciled);
      writeLines(session, textLines(session, result, {...shown, known, isWhole: options.all === true}));
    }
    if (face.interrupted.aborted) return exitCodes.interrupted;
    if (result.totals.remaining > 0) return exitCodes.needsPerson;
    return unended(result) === 0 ? exitCodes.done : exitCodes.notKnown;
  };
  try {
    return await withTillOrReading(session, 'reconcile', {
      ask: async ({till, journal, tornBytes}) =>
        tell(await till.reconcile(wanted), {state: till.state, journal, tornBytes}, false),
      read: async reading => {
        if (wanted.isLive === true) note(session, `! ${words.notAsked}`);
        note(session, `! ${words.notKept}`);
        const config = configOf(session);
        const till = config.till ?? 'none';
        const settings = {...config, till, folder: tillFolder(config, till)};
        return tell(await readReconciliation({...reading, settings, world: face.world}, wanted), reading, true);
      },
      needsService: wanted.isLive === true,
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const told = 'readWith' in error.facts ? words.readUnproved : sayable.test(error.code) ? words.howToSay : undefined;
    if (told === undefined) throw error;
    const code = reportProblem(session, error);
    note(session, told);
    return code;
  }
}

/** More than any password of a statement needs, in bytes. */
const longestPassword = 1024;

/** Typed at a terminal, or piped in. */
async function passwordOf({face, language}: Session): Promise<string> {
  const asked = `${messages(language).reconcileCommand.askPassword} `;
  const typed = await face.askLine(asked, face.interrupted);
  if (typed !== undefined) return typed;
  const piped = await face.readInput(longestPassword, face.interrupted);
  return new TextDecoder().decode(piped).replace(/\r?\n$/u, '');
}

/** What a person can help by saying how the file is written. */
const sayable = /^file-(?:heading|column|currency|decimal|date|direction|status|amount|row|field)-/;

function asJson(session: Session, result: Reconciliation, {lines, isListed, sources, isReadOnly}: Shown) {
  const listed = Iterator.from(lines).filter(isListed).map(lineJson);
  return {...reconciliationJson(result, listed), sources: sources.map(read => takenForJson(session, read)), isReadOnly};
}

/** What is to be done now: nothing is said to be over while a payment is open, or where nothing was compared. */
function endings(result: Reconciliation, language: Language): readonly string[] {
  const {done, notCompared, remains} = messages(language).reconcileCommand;
  const {remaining, stillOpen} = result.totals;
  const unanswered = result.coverage.live?.unanswered.length ?? 0;
  const open = [
    ...(stillOpen.length === 0 ? [] : [stillOpenText(result, language)]),
    ...(unanswered === 0 ? [] : [messages(language).reconcile.unanswered({count: unanswered})]),
  ];
  const head = remaining === 0 ? [] : [`! ${remains({count: remaining})}`];
  const told = [...head, ...open.flatMap(text => wrap(`? ${text}`, width))];
  if (told.length > 0) return told;
  const {live, provider, payouts, bank} = result.coverage;
  const isCompared = live !== null || provider.length + payouts.length + bank.length > 0;
  return isCompared ? [`✓ ${done}`] : wrap(`? ${notCompared}`, width);
}

const width = 80;

function* textLines(
  session: Session,
  result: Reconciliation,
  {lines, isListed, sources, known, isWhole}: Shown & {readonly known: readonly string[]; readonly isWhole: boolean},
): Iterable<string> {
  const {language} = session;
  const words = messages(language).reconcileCommand;
  const short = shortKeys([...known, ...namedKeys(result)]);
  const {remaining} = result.totals;
  const keyOf = ({key, status}: ReconciliationLine) => (status === 'matched' ? null : (short.get(key) ?? key));
  for (const read of sources) yield* [...takenForLines(session, read, width), ''];
  yield* reconciliationText(result, {language, width, listed: rowsWhere(lines, isListed), isWhole, keyOf});
  yield '';
  yield* endings(result, language);
  if (result.suggestions.length + result.groups.length > 0) yield* wrap(words.toMatch, width);
  if (remaining > 0) yield* wrap(words.toAccept, width);
}

/** The keys that a person may type: those of what is carried. */
const namedKeys = ({lines}: Reconciliation): Iterable<string> =>
  Iterator.from(lines)
    .filter(({status}) => status !== 'matched')
    .map(({key}) => key)
    .take(mostCarried);
