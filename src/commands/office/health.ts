import {momentText} from '../../core/day/business-day.js';
import {listText, messages} from '../../core/messages/messages.js';
import {
  backupAge,
  missingText,
  mostBackupDays,
  type OfficeClock,
  type OfficeStatus,
  type OfficeView,
  officeStatusMembers,
  officeViewSpec,
  roomWanted,
} from '../../core/office/view.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {fields, flag, list, text} from '../../core/spec/spec.js';
import {needsSentences} from '../../core/technical/environment.js';
import type {HeadOffice} from '../../office/program.js';
import {answer} from '../../session/print.js';
import {isForScreen, type Session} from '../../session/session.js';
import {watchLine} from '../../views/office/describe.js';
import {receivedText} from '../../views/office/takings.js';
import {inColumns} from '../../views/text.js';
import {type CheckState, checkMembers, glyphOf} from '../doctor/check.js';
import {dayFrom} from '../values.js';
import {withOffice, withOpenOffice, zoneOf} from './open.js';

const megabyte = 1024 * 1024;
const mostNamed = 5;

export const answers = {
  'office status': fields({key: text('the public key of the office'), ...officeStatusMembers}),
  'office doctor': fields({
    ok: flag('whether nothing is bad'),
    checks: list(fields(checkMembers), 'one after the other'),
  }),
  'office watch': officeViewSpec,
};

/** Shows the state of the office. Exits with 4 if an incident is open, a till is halted, or rows could not be made. */
export function status(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const found = await office.status();
    const words = messages(session.language).office;
    const {rows} = words.status;
    const {tills, heardToday, oldest, lines, linesBehind, openIncidents, root, database} = found;
    const {version, bytes, freeBytes} = database;
    const heardLast = receivedText(oldest, await zoneOf(office));
    await answer(session, answers['office status'], {key: office.publicKey, ...found}, () =>
      inColumns(
        [
          [rows.key, office.publicKey],
          [rows.tills, words.status.tills({count: tills, shops: found.shops, heard: heardToday, oldest: heardLast})],
          [rows.lines, words.status.lines({count: lines, behind: linesBehind})],
          [rows.incidents, openIncidents === 0 ? words.noIncidents : words.status.incidents({count: openIncidents})],
          [rows.root, root === null ? words.status.noRoot : words.status.root({day: root.day, count: root.tills})],
          [
            rows.database,
            freeBytes === null
              ? words.status.database({version, size: megabytes(bytes)})
              : words.status.databaseHere({version, size: megabytes(bytes), free: megabytes(freeBytes)}),
          ],
        ],
        {longest: 200},
      ),
    );
    const isForPerson = found.openIncidents > 0 || found.halted.length > 0 || found.rowsFailed.length > 0;
    return isForPerson ? exitCodes.needsPerson : exitCodes.done;
  });
}

const megabytes = (bytes: number): number => Math.ceil(bytes / megabyte);

type OfficeCheck = {
  readonly name: 'database' | 'disk' | 'clock' | 'tills' | 'rows' | 'incidents' | 'root' | 'backup';
  readonly state: CheckState;
  readonly message: string;
};

const check = (name: OfficeCheck['name'], state: CheckState, message: string): OfficeCheck => ({name, state, message});

/** Checks what an office needs, and says what to do about it. Exits with 4 if anything is bad. */
export const doctor = (session: Session): Promise<ExitCode> =>
  withOffice(session, async office => {
    const checks = checksOf(session, await office.status(), await zoneOf(office));
    const isOk = checks.every(({state}) => state !== 'bad');
    const {names} = messages(session.language).office.doctor;
    const rows = checks.map(({name, state, message}) => [`${glyphOf[state]} ${names[name]}`, message]);
    await answer(session, answers['office doctor'], {ok: isOk, checks}, inColumns(rows, {longest: 200}));
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });

/** What is wrong with the clock that determines the days; undefined if nothing indicates that it is wrong. */
export function clockText({language, face}: Session, clock: OfficeClock, zone: string): string | undefined {
  if (clock.kind === 'agrees') return undefined;
  const {clockAhead, clockBehind} = messages(language).office.doctor;
  const now = momentText(face.world.now(), zone);
  const {shop, till, at} = clock.sale;
  const facts = {now, at: receivedText(at, zone), till: `${shop}/${till}`};
  return clock.kind === 'ahead' ? clockAhead(facts) : clockBehind(facts);
}

/** Checks that there is a root for yesterday, or that none is due. A wrong clock does not know which day was yesterday. */
function rootCheck(
  {language, face}: Session,
  {root, rootToCome, since, lines, clock, missingShops}: OfficeStatus,
): OfficeCheck {
  const words = messages(language).office.doctor;
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 10);
  const [today, yesterday] = [dayOf(face.world.now()), dayOf(face.world.now() - 86_400_000)];
  const firstDay = lines === 0 || since === null ? today : since.slice(0, 10);
  if (rootToCome !== null) return check('root', 'warning', words.rootToCome({day: rootToCome}));
  if (missingShops.includes('')) return check('root', 'unknown', words.nodeUntold);
  if (clock.kind !== 'agrees' || firstDay > today) return check('root', 'unknown', words.rootUntold);
  if (root !== null && root.day >= yesterday) return check('root', 'ok', words.root({day: root.day}));
  if (firstDay === today) return check('root', 'ok', words.rootLater);
  return check('root', 'warning', words.rootMissing({day: yesterday}));
}

/** Checks that every till was heard lately. Of a till that has only just joined that is not known yet. */
function tillsCheck({language}: Session, {tills, silent, unheard}: OfficeStatus): OfficeCheck {
  const words = messages(language).office.doctor;
  const factsOf = (names: readonly string[]) => ({
    count: names.length,
    tills: listText(names.slice(0, mostNamed), language),
  });
  const told = [
    ...(silent.length > 0 ? [words.tillsSilent(factsOf(silent))] : []),
    ...(unheard.length > 0 ? [words.tillsUnheard(factsOf(unheard))] : []),
  ];
  if (told.length === 0) return check('tills', 'ok', words.tills({count: tills}));
  return check('tills', silent.length > 0 ? 'warning' : 'unknown', told.join(' '));
}

function checksOf(session: Session, found: OfficeStatus, zone: string): readonly OfficeCheck[] {
  const {language, face} = session;
  const words = messages(language).office.doctor;
  const {halted, database, backupAt, openIncidents, linesBehind, rowsFailed, lines, clock, missingShops} = found;
  const {version, bytes, freeBytes, isIndexed} = database;
  const disk = (): OfficeCheck[] => {
    if (freeBytes === null) return [];
    const free = megabytes(freeBytes);
    if (freeBytes >= roomWanted) return [check('disk', 'ok', words.disk({free}))];
    return [check('disk', freeBytes < roomWanted / 10 ? 'bad' : 'warning', words.diskLittle({free}))];
  };
  const backupCheck = (): OfficeCheck => {
    if (missingShops.includes('')) return check('backup', 'unknown', words.nodeUntold);
    const days = backupAge(found, face.world.now());
    if (backupAt === null) return check('backup', days > 0 ? 'bad' : 'warning', words.backupNone);
    if (days > mostBackupDays) return check('backup', 'bad', words.backupOld({days}));
    return check('backup', 'ok', words.backup({days}));
  };
  const rowsCheck = (): OfficeCheck => {
    const [failed] = rowsFailed;
    if (failed !== undefined) {
      const tillNames = rowsFailed.slice(0, mostNamed).map(({till}) => till);
      const facts = {count: rowsFailed.length, tills: listText(tillNames, language), why: failed.why};
      return check('rows', 'bad', words.rowsFailed(facts));
    }
    if (linesBehind === 0) return check('rows', 'ok', words.rows({count: lines}));
    return check('rows', 'warning', words.rowsBehind({count: linesBehind}));
  };
  return [
    check(
      'database',
      missingShops.length > 0 ? 'bad' : isIndexed ? 'ok' : 'warning',
      missingText(missingShops, language) ??
        (isIndexed ? words.database({version, size: megabytes(bytes)}) : words.searchSlow),
    ),
    ...disk(),
    check(
      'clock',
      clock.kind === 'agrees' ? 'ok' : clock.kind === 'ahead' ? 'warning' : 'bad',
      clockText(session, clock, zone) ?? words.clock,
    ),
    tillsCheck(session, found),
    rowsCheck(),
    openIncidents === 0 && halted.length === 0
      ? check('incidents', 'ok', messages(language).office.noIncidents)
      : check('incidents', 'bad', words.incidents({count: openIncidents})),
    rootCheck(session, found),
    ...(lines === 0 ? [] : [backupCheck()]),
  ];
}

const paceMs = 2000;

/** Shows the office until it is interrupted, as a screen, or for scripts, screen readers and plain terminals as lines. */
export function watch(session: Session): Promise<ExitCode> {
  const {face, flags, language} = session;
  return withOpenOffice(session, async office => {
    const isPlain = flags.plain ?? needsSentences(face.environment);
    if (isForScreen(session, isPlain)) {
      const {officePlaces} = await face.loadOffice();
      return face.openWatch(officePlaces(office, {language, world: face.world}), language);
    }
    for await (const view of changingViews(session, office, face.interrupted))
      await answer(session, answers['office watch'], view, () => [watchLine(view, {language, now: face.world.now()})]);
    return exitCodes.interrupted;
  });
}

/** Yields the first view, and each that differs from the one before. */
async function* changingViews(session: Session, office: HeadOffice, signal: AbortSignal): AsyncGenerator<OfficeView> {
  let shown = '';
  while (!signal.aborted) {
    const view = await viewOf(session, office);
    // The size of the database and the free space change all the time, so they do not count as a change.
    const text = JSON.stringify({...view, status: {...view.status, database: null}});
    if (text !== shown) yield view;
    shown = text;
    await session.face.world.sleep(paceMs, signal);
  }
}

async function viewOf(session: Session, office: HeadOffice): Promise<OfficeView> {
  const zone = await zoneOf(office);
  const date = dayFrom(session, undefined, zone);
  const [status, tills, taken] = await Promise.all([office.status(), office.tills(), office.takings(date)]);
  return {date, zone, status, tills, ...taken};
}
