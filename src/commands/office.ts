import {join} from 'node:path';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {type Currency, decimalText, isCurrency} from '../core/money/money.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {zName} from '../core/shift/report.js';
import type {HeadOffice} from '../office/program.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {inColumns} from './columns.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {referenceFrom} from './reading.js';
import {refuseValue} from './values.js';

const usualPort = '7878';

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  needsSubcommand(family.description(commands.office), help);
  const add = (name: string, description: string) => family.command(name).description(description);
  examples(add('start', commands['office start']).option('--port <port>', options.port).action(act(start)), [
    'duka office start',
    'duka office start --port 0 --json',
    'DUKA_OFFICE_DATABASE=postgres://duka@db.example.com/duka duka office start',
  ]);
  examples(add('tills', commands['office tills']).action(act(tills)), [
    'duka office tills',
    'duka office tills --json',
  ]);
  examples(add('code', commands['office code']).option('--for <till>', options.officeFor).action(act(code)), [
    'duka office code',
    'duka office code --for T7K',
  ]);
  examples(add('revoke', commands['office revoke']).argument('<till>').action(act(revoke)), ['duka office revoke T7K']);
  examples(add('export', commands['office export']).argument('<till>').action(act(exportJournal)), [
    'duka office export T7K > T7K.jsonl',
  ]);
  examples(add('verify', commands['office verify']).action(act(verify)), ['duka office verify']);
  examples(add('rebuild', commands['office rebuild']).action(act(rebuild)), ['duka office rebuild']);
  examples(add('incidents', commands['office incidents']).action(act(incidents)), ['duka office incidents --json']);
  const close = add('close', commands['office close']).argument('<till>').argument('<number>');
  examples(close.requiredOption('--reason <text>', options.reason).action(act(closeIncident)), [
    'duka office close T7K 1 --person Amina --reason "the old machine is off"',
  ]);
  examples(add('today', commands['office today']).option('--date <date>', options.day).action(act(today)), [
    'duka office today',
    'duka office today --date 2026-11-22 --json',
  ]);
  examples(
    add('payments', commands['office payments']).option('--search <text>', options.salesSearch).action(act(payments)),
    ['duka office payments --search 345678'],
  );
  examples(add('payment', commands['office payment']).argument('<reference>').action(act(payment)), [
    'duka office payment T7K0MZ4K8Q2RD',
  ]);
  examples(add('z', commands['office z']).action(act(zs)), ['duka office z']);
  examples(family, ['duka office start', 'duka office tills', 'duka office today']);
};

/** The office of this machine: in `DUKA_OFFICE_HOME`, else beside the till's home; its program is loaded when it is used. */
async function withOffice<T>(session: Session, work: (office: HeadOffice) => Promise<T>): Promise<T> {
  const {face, home} = session;
  const {environment} = face;
  const {openOffice} = await face.loadOffice();
  const office = await openOffice({
    home: environment['DUKA_OFFICE_HOME'] || undefined,
    beside: join(home, 'office'),
    url: environment['DUKA_OFFICE_DATABASE'] || undefined,
    shop: environment['DUKA_OFFICE_SHOP'] || 'shop',
    world: face.world,
  });
  try {
    return await work(office);
  } finally {
    await office.close();
  }
}

/** Serves tills until it is interrupted. Prints the address and a joining code; under `--json` one line `{"url": …, "code": …, "key": …}`. */
function start(session: Session, options: {readonly port?: string}): Promise<ExitCode> {
  const {face, language} = session;
  const value = options.port ?? usualPort;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) refuseValue({name: '--port', value, language}, '0–65535');
  return withOffice(session, async office => {
    const {url} = await office.serve(port).catch((error: NodeJS.ErrnoException) => {
      throw error.code === undefined ? error : new Problem('port-unusable', {port, code: error.code});
    });
    const joining = await office.code(null);
    const words = messages(language).office;
    if (session.isJson) writeJson(session, {url, code: joining, key: office.publicKey});
    else writeLines(session, [words.joinBy({url, code: joining}), words.codeLasts]);
    note(session, words.serves({url}));
    while (!face.interrupted.aborted) await face.world.sleep(60_000, face.interrupted);
    return exitCodes.done;
  });
}

/** Every till of the office: how far its journal is here, and when it was heard last. */
function tills(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const list = await office.tills();
    const words = messages(session.language).office;
    if (session.isJson) writeJson(session, list);
    else {
      const {till, lines, heard, state} = words.columns;
      const rows = list.map(each => [
        each.till,
        String(each.seq),
        heardText(each.heardAt),
        words.standings[standingOf(each)],
      ]);
      writeLines(
        session,
        rows.length === 0 ? [words.noTills] : inColumns([[till, lines, heard, state], ...rows], {numbers: [1]}),
      );
    }
    return list.some(({isHalted}) => isHalted) ? exitCodes.needsPerson : exitCodes.done;
  });
}

const standingOf = ({isRevoked, isHalted, seq, rows}: Awaited<ReturnType<HeadOffice['tills']>>[number]) => {
  if (isRevoked) return 'revoked';
  if (isHalted) return 'halted';
  return rows < seq ? 'behind' : 'whole';
};

const heardText = (at: string | null): string => (at === null ? '-' : `${at.slice(0, 16).replace('T', ' ')}Z`);

function code(session: Session, {for: till}: {readonly for?: string}): Promise<ExitCode> {
  return withOffice(session, async office => {
    const made = await office.code(till?.toUpperCase() ?? null);
    const words = messages(session.language).office;
    if (session.isJson) writeJson(session, {code: made, till: till ?? null, key: office.publicKey});
    else writeLines(session, [made, words.codeLasts]);
    return exitCodes.done;
  });
}

function revoke(session: Session, till: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.revoke(till.toUpperCase());
    note(session, `✓ ${messages(session.language).office.revoked({till: till.toUpperCase()})}`);
    if (session.isJson) writeJson(session, {till: till.toUpperCase(), isRevoked: true});
    return exitCodes.done;
  });
}

/** The bytes of a till's journal as the till wrote them, on standard output. */
function exportJournal(session: Session, till: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    for await (const bytes of office.journal(till.toUpperCase())) session.face.writeBytes(bytes);
    return exitCodes.done;
  });
}

function verify(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.verify();
    const words = messages(session.language).office;
    if (session.isJson) writeJson(session, found);
    else
      writeLines(
        session,
        found.map(({till, lines, wrong}) =>
          wrong === null ? `✓ ${words.verified({till, count: lines})}` : `✗ ${words.wrongLine({till, line: wrong})}`,
        ),
      );
    return found.some(({wrong}) => wrong !== null) ? exitCodes.journal : exitCodes.done;
  });
}

function rebuild(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.rebuild();
    note(session, `✓ ${messages(session.language).office.rebuilt}`);
    return exitCodes.done;
  });
}

function incidents(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const list = await office.incidents();
    const open = list.filter(({closedBy}) => closedBy === null);
    const words = messages(session.language).office;
    if (session.isJson) writeJson(session, list);
    else {
      const {till, number, at, what} = words.columns;
      const rows = open.map(each => [
        each.till,
        String(each.number),
        heardText(each.at),
        words.incidents[each.what.kind],
      ]);
      writeLines(
        session,
        rows.length === 0 ? [words.noIncidents] : inColumns([[till, number, at, what], ...rows], {longest: 90}),
      );
    }
    return open.length > 0 ? exitCodes.needsPerson : exitCodes.done;
  });
}

async function closeIncident(
  session: Session,
  till: string,
  typed: string,
  {reason}: {readonly reason: string},
): Promise<ExitCode> {
  const person = session.flags.person?.trim() ?? '';
  if (person === '') throw new Problem('person-missing');
  const number = /^\d{1,9}$/.test(typed)
    ? Number(typed)
    : refuseValue({name: '<number>', value: typed, language: session.language}, '1, 2, 3');
  return withOffice(session, async office => {
    await office.closeIncident(till.toUpperCase(), number, {person, note: reason});
    note(session, `✓ ${messages(session.language).office.closed({till: till.toUpperCase(), number})}`);
    return exitCodes.done;
  });
}

/** What came in on a day, of all tills, and as of when; under `--json` `{date, takings: [{method, currency, hour, paid, amount, refunded}], freshness}`. */
function today(
  session: Session,
  {date = Temporal.Now.plainDateISO().toString()}: {readonly date?: string},
): Promise<ExitCode> {
  return withOffice(session, async office => {
    const {takings, freshness} = await office.takings(date);
    const {language} = session;
    const words = messages(language).office;
    const decimal = (currency: string, minor: number) =>
      isCurrency(currency) ? decimalText({currency, minor}) : String(minor);
    if (session.isJson) {
      const shown = takings.map(({minor, refunded, ...each}) => ({
        ...each,
        amount: decimal(each.currency, minor),
        refunded: decimal(each.currency, refunded),
      }));
      writeJson(session, {date, takings: shown, freshness});
      return exitCodes.done;
    }
    const sums = Map.groupBy(takings, ({method, currency}) => `${method} ${currency}`);
    const rows = [...sums.values()].flatMap(([first, ...rest]) => {
      if (first === undefined) return [];
      const all = [first, ...rest];
      const total = (of: 'paid' | 'minor' | 'refunded') => all.reduce((sum, each) => sum + each[of], 0);
      const currency = first.currency as Currency;
      const money = (minor: number) => displayMoney({currency, minor}, language);
      return [[first.method, String(total('paid')), money(total('minor')), money(total('minor') - total('refunded'))]];
    });
    const {method, count, gross, net} = words.columns;
    const {tills: of, heardToday: heard, oldest, behind} = freshness;
    writeLines(session, [
      ...(rows.length === 0
        ? [words.nothing({date})]
        : inColumns([[method, count, gross, net], ...rows], {numbers: [1, 2, 3]})),
      words.asOf({heard, of, oldest: heardText(oldest)}),
      ...(behind > 0 ? [words.rowsBehind({count: behind})] : []),
    ]);
    return exitCodes.done;
  });
}

function payments(session: Session, {search = ''}: {readonly search?: string}): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.payments(search);
    const {language} = session;
    const words = messages(language).office;
    if (session.isJson) writeJson(session, found);
    else {
      const rows = found.map(({till, reference, requestedAt, verdict, currency, minor, person}) => [
        ...[
          till,
          reference,
          heardText(Temporal.Instant.fromEpochMilliseconds(requestedAt).toString()),
          words.verdicts[verdict],
        ],
        ...[displayMoney({currency: currency as Currency, minor}, language), person],
      ]);
      writeLines(session, rows.length === 0 ? [words.noPayments] : inColumns(rows, {numbers: [4]}));
    }
    return exitCodes.done;
  });
}

function payment(session: Session, typed: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.payment(referenceFrom(typed));
    if (session.isJson)
      writeJson(session, {...found.payment, journal: found.lines.map(line => JSON.parse(line) as unknown)});
    else {
      const {till, reference, verdict, currency, minor, person} = found.payment;
      const words = messages(session.language).office;
      const money = displayMoney({currency: currency as Currency, minor}, session.language);
      writeLines(session, [`${reference}  ${till}  ${words.verdicts[verdict]}  ${money}  ${person}`, ...found.lines]);
    }
    return exitCodes.done;
  });
}

/** Every Z of every till, and whether the office comes to the same sums. */
function zs(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const list = await office.zs();
    const words = messages(session.language).office;
    if (session.isJson) writeJson(session, list);
    else {
      const rows = list.map(({till, number, businessDate, differs}) => [
        ...[till, zName(number), businessDate],
        differs.length === 0 ? words.zAgrees : words.zDiffers({what: differs.join(', ')}),
      ]);
      writeLines(session, rows.length === 0 ? [words.noZs] : inColumns(rows, {longest: 80}));
    }
    return list.some(({differs}) => differs.length > 0) ? exitCodes.needsPerson : exitCodes.done;
  });
}
