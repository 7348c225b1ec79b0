import {isTillName} from '../core/journal/reference.js';
import {languages, loadMessages, messages} from '../core/messages/messages.js';
import {incidentSpec} from '../core/office/api.js';
import {heldBackText, isShopName, tillStandingSpec} from '../core/office/view.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {always, count, elseNull, fields, list, optional, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import type {HeadOffice} from '../office/program.js';
import {answer, jsonText, note} from '../session/print.js';
import {isForScreen, type Session} from '../session/session.js';
import {backupFileIn, unwritable} from '../till/backup.js';
import {openHere} from '../till/challenge.js';
import {tillList} from '../views/office/describe.js';
import {incidentText} from '../views/office/needs.js';
import {receivedText} from '../views/office/takings.js';
import {blockLines, inColumns} from '../views/text.js';
import {backupIsThere, backupKey, backupLock, lockOptions, openOptions} from './backup.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type ExportOptions, answers as exportAnswers, exportOf, exportOptions} from './export.js';
import {alertsCommand} from './office/alerts.js';
import {doctor, status, watch} from './office/health.js';
import {checkTill, withBooksOf, withOffice, withOpenOffice, zoneOf} from './office/open.js';
import {payment, payments, paymentsOptions, today, todayOptions, zs} from './office/owner.js';
import {invitationAddress, personCommand} from './office/person.js';
import {reconcileCommand} from './office/reconcile.js';
import {pricesCommand, staffCommand} from './office/staff.js';
import {personNamed} from './sign-in.js';
import {outFile, portFrom, refuseValue, zNumberFrom} from './values.js';

const content = {
  at: text('when the backup was made, in UTC'),
  tills: count('how many tills it has'),
  lines: count('how many lines of journals it has'),
};
const backupAnswers = {
  'office backup': fields({file: text('the backup'), ...content}),
  'office restore': fields(content),
  'office check-database': fields({
    version: text('what the server says of itself'),
    rows: count('how many rows the history made'),
    differing: list(text(), 'the rows and answers that differ from those of the embedded database, by name'),
    refused: orNull(
      fields({statement: text('that it did not carry out'), why: text('in its words')}, 'where the check ended'),
      'it has carried out all',
    ),
    statements: list(text(), 'that it has carried out'),
  }),
};

/** Writes a backup of the office into a new file, while the office may be running. */
export async function backup(session: Session, out: string, options: OptionsOf<typeof lockOptions>): Promise<ExitCode> {
  const {recipient: recipients = [], passphraseStdin} = options;
  const file = backupFileIn(out, 'office', {now: session.face.world.now(), ending: 'age'});
  const lock = await backupLock(session, {recipients, passphraseStdin});
  return withOffice(session, async office => {
    const {at, rows, lines} = await office.backup(file, lock).catch(unwritable(file));
    const tills = rows.till ?? 0;
    note(session, `✓ ${messages(session.language).office.backedUp({file: cleanText(file, 200), tills, lines})}`);
    return answer(session, backupAnswers['office backup'], {file, at, tills, lines}, []);
  });
}

/** Restores a backup into an empty office, and then verifies every line. Exits with 7 if a line differs from what it was. */
export async function restore(
  session: Session,
  file: string,
  options: OptionsOf<typeof openOptions>,
): Promise<ExitCode> {
  await backupIsThere(file);
  const key = await backupKey(session, file, options);
  return withOffice(session, async office => {
    const {at, rows, lines} = await office.restore(file, key);
    const tills = rows.till ?? 0;
    const wrong = (await office.verify()).find(each => each.wrong !== null);
    const words = messages(session.language).office;
    if (wrong !== undefined) note(session, `✗ ${words.wrongLine({till: wrong.till, line: wrong.wrong ?? 0})}`);
    else note(session, `✓ ${words.restoredOffice({at, tills, lines})}`);
    await answer(session, backupAnswers['office restore'], {at, tills, lines}, []);
    return wrong === undefined ? exitCodes.done : exitCodes.journal;
  });
}

const mostShown = 2000;

/** Tries an empty database with a short history. Exits with 4 if it refuses a statement or differs from the embedded database. */
export async function checkDatabase(session: Session, url: string): Promise<ExitCode> {
  const {face, language} = session;
  const office = await face.loadOffice();
  const checked = await office.checkDatabase(url, {world: face.world});
  const {version, statements, rows, differing, refused} = checked;
  const words = messages(language).office.check;
  await answer(session, backupAnswers['office check-database'], checked, [cleanText(version, 200)]);
  if (refused !== null) {
    const [statement, why] = [refused.statement, refused.why].map(text => cleanText(text, mostShown));
    note(session, `✗ ${words.refused({statement: statement ?? '', why: why ?? ''})}`);
  } else if (differing.length > 0) note(session, `✗ ${words.differs({names: differing.join(', ')})}`);
  else note(session, `✓ ${words.same({statements: statements.length, rows})}`);
  return refused === null && differing.length === 0 ? exitCodes.done : exitCodes.needsPerson;
}

const usualPort = '7878';

const startOptions = {'--port <port>': 'officePort', '--metrics <port>': 'metrics'} satisfies OptionSpecs;
const addOptions = {'--for <till>': 'officeFor'} satisfies OptionSpecs;
const proveOptions = {'--z <text>': 'officeZ', '--out <file>': 'out'} satisfies OptionSpecs;
const closeOptions = {
  '--reason <text>': {says: 'reason', isRequired: true},
  '--counts': 'officeCounts',
} satisfies OptionSpecs;

const tillName = text('the till');
export const answers = {
  ...backupAnswers,
  'office start': fields({
    url: text('under which tills reach the office'),
    code: text('with which a till joins'),
    owner: elseNull(text('the address of the first owner, good once and for 15 minutes'), 'an owner can sign in'),
    shop: text('to which that till then belongs'),
    key: text('the public key of the office'),
    home: text('the folder with its key'),
    metrics: optional(text('under which it can be observed'), 'no port was named'),
  }),
  'office tills': list(tillStandingSpec(), 'each till of the office'),
  'office till add': fields({
    code: text('with which the till joins'),
    shop: text('to which the till then belongs'),
    till: elseNull(text('for which the code is'), 'any'),
    key: text('the public key of the office'),
  }),
  'office till revoke': fields({till: tillName, isRevoked: always('nothing more is taken of it')}),
  'office prove': fields({out: text('the file with the proof; without `--out` the proof itself is printed')}),
  'office verify': list(
    fields({
      shop: text('of the till; empty: the chain belongs to all shops'),
      till: text('the till, or `office` for the chain of the office itself'),
      lines: count('how many are as they were sent'),
      wrong: orNull(count('the first line that is not'), 'all are'),
      rows: optional(count('rows that are not what the lines say'), 'all are'),
    }),
    'each chain of lines',
  ),
  'office export --format': exportAnswers['journal export --format'],
  'office export --out': exportAnswers['journal export --out'],
  'office rebuild': fields({rebuilt: always('all rows were made again')}),
  'office incidents': list(incidentSpec, 'newest first'),
  'office incident close': fields({till: tillName, number: count('of the incident'), closedBy: text('who closed it')}),
};

export const command: CommandSpec = {
  examples: ['duka office start', 'duka office tills', 'duka office today'],
  commands: {
    start: commandOf({
      options: startOptions,
      examples: [
        'duka office start',
        'duka office start --port 0 --json',
        'duka office start --metrics 9478',
        'DUKA_OFFICE_DATABASE=postgres://duka@db.example.com/duka duka office start',
      ],
      action: start,
    }),
    status: commandOf({examples: ['duka office status', 'duka office status --json'], action: status}),
    tills: commandOf({examples: ['duka office tills', 'duka office tills --json'], action: tills}),
    till: {
      examples: ['duka office till add', 'duka office till add --for T7K', 'duka office till revoke T7K'],
      commands: {
        add: commandOf({options: addOptions, action: addTill}),
        revoke: commandOf({arguments: ['<till>'], action: revoke}),
      },
    },
    export: commandOf({
      options: exportOptions,
      examples: [
        'duka office export --till T7K > T7K.jsonl',
        'duka office export --till T7K --format hledger --from 2026-11-01 --out november.journal',
      ],
      action: exportJournal,
    }),
    prove: commandOf({
      options: proveOptions,
      examples: ['duka office prove --till T7K --z Z-0041 --out proof.json', 'duka journal verify --proof proof.json'],
      action: prove,
    }),
    verify: commandOf({examples: ['duka office verify'], action: verify}),
    'check-database': commandOf({
      arguments: ['<url>'],
      examples: ['duka office check-database postgres://duka@db.example.com/empty'],
      action: checkDatabase,
    }),
    rebuild: commandOf({examples: ['duka office rebuild'], action: rebuild}),
    incidents: commandOf({examples: ['duka office incidents --json'], action: incidents}),
    incident: {
      examples: ['duka office incident close T7K 1 --person Amina --reason "the old machine is off"'],
      commands: {close: commandOf({arguments: ['<till>', '<number>'], options: closeOptions, action: closeIncident})},
    },
    person: personCommand,
    alerts: alertsCommand,
    staff: staffCommand,
    prices: pricesCommand,
    watch: commandOf({examples: ['duka office watch', 'duka office watch --json'], action: watch}),
    backup: commandOf({
      arguments: ['<file>'],
      options: lockOptions,
      examples: ['duka office backup /media/usb/ --recipient age1…'],
      action: backup,
    }),
    restore: commandOf({
      arguments: ['<file>'],
      options: openOptions,
      examples: ['duka office restore duka-office-20261122T180000Z.age --identity owner.key'],
      action: restore,
    }),
    doctor: commandOf({examples: ['duka office doctor', 'duka office doctor --json'], action: doctor}),
    today: commandOf({
      options: todayOptions,
      examples: ['duka office today', 'duka office today --date 2026-11-22 --json'],
      action: today,
    }),
    reconcile: reconcileCommand,
    payments: commandOf({
      options: paymentsOptions,
      examples: ['duka office payments --search 345678'],
      action: payments,
    }),
    payment: commandOf({arguments: ['<reference>'], examples: ['duka office payment T7K0MZ4K8Q2RD'], action: payment}),
    z: commandOf({examples: ['duka office z'], action: zs}),
  },
};

/**
 * Serves tills and people until it is interrupted. Prints the address, a joining code and, until an owner can sign in, the owner's address; under `--json` one line `{"url": …, "code": …, "shop": …,
 * "key": …, "home": …}`, with `metrics` if these are served. Once a minute, and for the first refusal of each kind, it writes a line of JSON
 * to standard error. Throws `Problem` office-root if it would have to serve as the administrator.
 */
async function start(session: Session, options: OptionsOf<typeof startOptions>): Promise<ExitCode> {
  const {face, flags, language} = session;
  const named = shopNamed(session);
  const port = portFrom({name: '--port', value: options.port ?? usualPort, language});
  const metricsPort =
    options.metrics === undefined ? undefined : portFrom({name: '--metrics', value: options.metrics, language});
  const {pageReconciler} = await import('./office/reconcile-page.js');
  const serve = async (office: HeadOffice) => {
    const user = office.servesAs();
    const {url} = await onPort(port, each => office.serve(each, refused => logLine(session, {refused})));
    const metrics =
      metricsPort === undefined ? undefined : (await onPort(metricsPort, each => office.serveMetrics(each))).url;
    // Only the administrator can read a closed program folder and use a low port. Both are done.
    await loadMessages(...languages); // of the pages
    if (user !== undefined) becomeUser(session, user);
    const shop = named ?? (await office.shopFor(null));
    const joining = await office.code(null, shop);
    const owner = await ownerAddress(office, url);
    const words = messages(language).office;
    await answer(
      session,
      answers['office start'],
      {url, code: joining, owner, shop, key: office.publicKey, home: office.home, metrics},
      [words.joinBy({url, code: joining}), words.codeLasts({shop}), ...ownerLines(session, owner)],
    );
    if (owner !== undefined && isForScreen(session, flags.plain === true)) await openHere(owner, face.environment);
    note(session, words.serves({url}));
    note(session, office.hasOwnDatabase ? words.keepsAll({home: office.home}) : words.keepsKey({home: office.home}));
    if (metrics !== undefined) note(session, words.metricsAt({url: metrics}));
    const {lookForAlerts} = await face.loadOffice();
    while (!face.interrupted.aborted) {
      // A mail server that does not answer holds nothing up.
      lookForAlerts(office).catch((error: unknown) => logLine(session, {error: String(error)}));
      await office.tend().catch((error: unknown) => logLine(session, {error: String(error)}));
      await face.world.sleep(60_000, face.interrupted);
      if (face.interrupted.aborted) break;
      // A database that is unreachable for a while does not end the office: it tries again in a minute.
      logLine(session, await office.observe().catch((error: unknown) => ({error: String(error)})));
    }
    return exitCodes.done;
  };
  return withOpenOffice(session, serve, pageReconciler(session));
}

/** The address on which the first owner sets how to sign in, on this machine; undefined if an owner can sign in. */
async function ownerAddress(office: HeadOffice, url: string): Promise<string | undefined> {
  const code = await office.register.inviteFirst();
  return code && invitationAddress(code, url.replace('127.0.0.1', 'localhost'));
}

function ownerLines({language}: Session, url: string | undefined): readonly string[] {
  const words = messages(language).officePeople;
  return url === undefined ? [] : ['', words.ownerBy({url}), words.ownerLasts({host: new URL(url).host})];
}

function becomeUser({face}: Session, user: {readonly uid: number; readonly gid: number}): void {
  try {
    face.becomeUser?.(user);
  } catch {
    throw new Problem('office-root');
  }
}

function logLine({face}: Session, what: object): void {
  const at = Temporal.Instant.fromEpochMilliseconds(face.world.now()).toString({smallestUnit: 'millisecond'});
  face.complain(`${JSON.stringify({at, ...what})}\n`);
}

/** Serves on this port. Throws `Problem` port-unusable. */
const onPort = <T>(port: number, serve: (port: number) => Promise<T>): Promise<T> =>
  serve(port).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? error : new Problem('port-unusable', {port, code: error.code});
  });

/** Lists all tills of the office: up to which line it has the journal of each, and when it last heard from it. */
function tills(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.tills();
    await answer(session, answers['office tills'], found, async () => {
      const watching = {language: session.language, now: session.face.world.now()};
      return blockLines([tillList(found, await zoneOf(office), watching)], {width: 80});
    });
    return found.some(({isHalted}) => isHalted) ? exitCodes.needsPerson : exitCodes.done;
  });
}

/** The shop that a new joining code is for; undefined if none is named. */
function shopNamed({flags: {shop}, language}: Session): string | undefined {
  if (shop !== undefined && !isShopName(shop)) refuseValue({name: '--shop', value: shop, language}, 'A–Z a–z 0–9 - _');
  return shop;
}

async function addTill(session: Session, {for: till}: OptionsOf<typeof addOptions>): Promise<ExitCode> {
  const shop = shopNamed(session);
  return withOffice(session, async office => {
    const known = till?.toUpperCase() ?? null;
    if (known !== null) await checkTill(office, known);
    const of = shop ?? (await office.shopFor(known));
    const made = await office.code(known, of);
    const words = messages(session.language).office;
    return answer(session, answers['office till add'], {code: made, shop: of, till, key: office.publicKey}, [
      made,
      words.codeLasts({shop: of}),
    ]);
  });
}

function revoke(session: Session, till: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.revoke(till.toUpperCase());
    note(session, `✓ ${messages(session.language).office.revoked({till: till.toUpperCase()})}`);
    return answer(session, answers['office till revoke'], {till: till.toUpperCase(), isRevoked: true}, []);
  });
}

/** The till that `--till` names, in upper case. Throws `Problem` unknown-option if it is missing. */
function tillSaid({flags: {till}, language}: Session): string {
  const command = 'office';
  const detail = messages(language).help.usage.optionMissing({name: '--till', command});
  if (till === undefined) throw new Problem('unknown-option', {detail});
  return till.toUpperCase();
}

/**
 * Writes the bytes of a till's journal to standard output, exactly as the till wrote them; with options, what `duka journal export` writes
 * with them at the till. Exits with 4 if what the office holds back of the till is not in it.
 */
async function exportJournal(session: Session, options: ExportOptions): Promise<ExitCode> {
  const till = tillSaid(session);
  const wanted = Object.keys(options).length === 0 ? undefined : await exportOf(session, options);
  return withOffice(session, async office => {
    if (wanted !== undefined) {
      await withBooksOf(session, {office, till}, wanted.write);
      const held = (await office.freshness()).flatMap(each => each.heldBack).find(each => each.till === till);
      if (held === undefined) return exitCodes.done;
      note(session, `✗ ${heldBackText(held, session.language)}`);
      return exitCodes.needsPerson;
    }
    for await (const bytes of office.journal(till)) {
      session.face.writeBytes(bytes);
      await session.face.taken();
    }
    return exitCodes.done;
  });
}

/** Writes the proof of a till's lines, or of one of its Zs, as JSON to standard output or into a new file. */
function prove(session: Session, {z, out: named}: OptionsOf<typeof proveOptions>): Promise<ExitCode> {
  const till = tillSaid(session);
  const out = outFile(named);
  return withOffice(session, async office => {
    const proof = await office.prove(till, z === undefined ? undefined : zNumberFrom(z, session.language));
    const content = `${jsonText(proof, 2)}\n`;
    if (out === undefined) session.face.write(content);
    else {
      const {writeSlip} = await import('../print/deliver.js');
      await writeSlip(out, content, {replaces: false});
      note(session, `✓ ${messages(session.language).office.proved({file: out})}`);
      return answer(session, answers['office prove'], {out}, []);
    }
    return exitCodes.done;
  });
}

function verify(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.verify();
    const words = messages(session.language).office;
    await answer(session, answers['office verify'], found, () =>
      found.map(({shop, till: name, lines, wrong, rows}) => {
        // The office's own chains belong to one shop, or to all shops together.
        const till = isTillName(name) || shop === '' ? name : `${name}/${shop}`;
        if (wrong !== null) return `✗ ${words.wrongLine({till, line: wrong})}`;
        return rows === undefined
          ? `✓ ${words.verified({till, count: lines})}`
          : `✗ ${words.wrongRows({till, count: rows})}`;
      }),
    );
    return found.some(({wrong, rows}) => wrong !== null || rows !== undefined) ? exitCodes.journal : exitCodes.done;
  });
}

function rebuild(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.rebuild();
    note(session, `✓ ${messages(session.language).office.rebuilt}`);
    return answer(session, answers['office rebuild'], {rebuilt: true}, []);
  });
}

function incidents(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.incidents();
    const open = found.filter(({closedBy}) => closedBy === null);
    const words = messages(session.language).office;
    await answer(session, answers['office incidents'], found, async () => {
      const {till, number, at, what} = words.columns;
      const zone = await zoneOf(office);
      const rows = open.map(each => [
        each.till,
        String(each.number),
        receivedText(each.at, zone),
        incidentText(each.what, session.language),
      ]);
      return rows.length === 0 ? [words.noIncidents] : inColumns([[till, number, at, what], ...rows], {longest: 200});
    });
    return open.length > 0 ? exitCodes.needsPerson : exitCodes.done;
  });
}

async function closeIncident(
  session: Session,
  till: string,
  typed: string,
  {reason, counts = false}: OptionsOf<typeof closeOptions>,
): Promise<ExitCode> {
  const person = personNamed(session);
  const number = /^\d{1,9}$/.test(typed)
    ? Number(typed)
    : refuseValue({name: '<number>', value: typed, language: session.language}, '1, 2, 3');
  return withOffice(session, async office => {
    await office.closeIncident(till.toUpperCase(), number, {person, note: reason, counts});
    note(session, `✓ ${messages(session.language).office.closed({till: till.toUpperCase(), number})}`);
    return answer(session, answers['office incident close'], {till: till.toUpperCase(), number, closedBy: person}, []);
  });
}
