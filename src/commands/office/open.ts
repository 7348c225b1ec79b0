import {join} from 'node:path';
import {type Config, isHomeNamed} from '../../config.js';
import {missingText, type TillStanding} from '../../core/office/view.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import type {Reconciler} from '../../office/page/reconcile.js';
import type {HeadOffice} from '../../office/program.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';

/** Opens this machine's office, whose program is loaded only here, for some work. Its pages reconcile with `reconciler`. */
export async function withOpenOffice<T>(
  session: Session,
  work: (office: HeadOffice) => Promise<T>,
  reconciler?: Reconciler,
): Promise<T> {
  const {face, flags, home} = session;
  const {environment} = face;
  const beside = join(home, 'office');
  const {openOffice} = await face.loadOffice();
  const office = await openOffice({
    home: environment['DUKA_OFFICE_HOME'] || (isHomeNamed(flags, environment) ? beside : undefined),
    beside,
    url: environment['DUKA_OFFICE_DATABASE'] || undefined,
    shop: environment['DUKA_OFFICE_SHOP'] || undefined,
    world: face.world,
    reconciler,
  });
  try {
    return await work(office);
  } finally {
    await office.close();
  }
}

/** For a command that ends with the work. Exits with 6 if shops are missing in what it has read, or the one that is named. */
export function withOffice(session: Session, work: (office: HeadOffice) => Promise<ExitCode>): Promise<ExitCode> {
  const {language, flags} = session;
  return withOpenOffice(session, async office => {
    const exit = await work(office);
    const missing = office.missing().filter(each => flags.shop === undefined || each === flags.shop);
    const text = missingText(missing, language);
    if (text === undefined) return exit;
    note(session, `! ${text}`);
    return exitCodes.unreachable;
  });
}

const nodeDown = ['office-node-unreachable'] as const;

/** The time zone in which to show instants, days and hours: that of the till that was heard from last, otherwise UTC. */
export const zoneOf = async (office: HeadOffice, shop?: string): Promise<string> =>
  (await office.rows.zone(shop)) ?? 'UTC';

/** Throws `Problem` office-shop-unknown if no till belongs to the shop. */
export async function checkShop(office: HeadOffice, shop: string): Promise<void> {
  if (!(await office.tills()).some(each => each.shop === shop))
    throw new Problem(...(office.missing().includes(shop) ? nodeDown : (['office-shop-unknown', {shop}] as const)));
}

/** The standing of a till. Throws `Problem` office-till-unknown if the office does not know it. */
export async function checkTill(office: HeadOffice, till: string): Promise<TillStanding> {
  const found = (await office.tills()).find(each => each.till === till);
  if (found !== undefined) return found;
  throw new Problem(...(office.missing().length > 0 ? nodeDown : (['office-till-unknown', {till}] as const)));
}

/** Reads the books of a till as the till itself reads them, from the lines that are in the office's totals. Throws as `checkTill` and `withCopyOf` do. */
export async function withBooksOf<T>(
  session: Session,
  {office, till}: {readonly office: HeadOffice; readonly till: string},
  work: (reading: Reading, config: Config) => Promise<T>,
): Promise<T> {
  const {withCopyOf} = await import('../../till/office-restore.js');
  const {shop} = await checkTill(office, till);
  return withCopyOf(office.journal(till, true), {surroundings: session.surroundings(), shop, till}, work);
}
