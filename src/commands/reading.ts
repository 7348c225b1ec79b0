import type {Flags} from '../config.js';
import {recallEvents} from '../core/books/state.js';
import {timerText} from '../core/day/business-day.js';
import {causeText} from '../core/messages/cause.js';
import {fillFrom, type Language, messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {rightTo} from '../core/rights/rights.js';
import {unnamed} from '../core/staff/name.js';
import {lookRights} from '../core/staff/permissions.js';
import {hasStaff, type Staff} from '../core/staff/staff.js';
import {isRisky, secureNode} from '../core/technical/node-version.js';
import {note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {OpeningHow, OpenTill} from '../till/open.js';
import {openReading, type Reading, tillFolder} from '../till/opened-journal.js';
import {namedTill} from '../till/own-till.js';
import {recallTicket} from '../till/past-ticket.js';
import {scriptOf} from '../till/staff.js';
import type {Till} from '../till/till.js';
import {isSomebodyNamed, personNamed, signInFor, tokenOf} from './sign-in.js';

/** A reference in the form of the journal, without spaces around it and in upper case. */
export const referenceFrom = (typed: string): string => typed.trim().toUpperCase();

/** A command that only reads does not load what a till can do. */
export const tillOpener = async () => (await import('../till/open.js')).openTill;

/** Opens the till, signs in whom the command names if it has staff, and closes it in any case. `flags` replace the command line's. */
export async function withTill<T>(
  session: Session,
  command: string,
  work: (opened: OpenTill) => Promise<T>,
  {flags, ...how}: OpeningHow & {readonly flags?: Flags} = {},
): Promise<T> {
  const opened = await (await tillOpener())(session.surroundings(flags), `duka ${command}`, how);
  noteNode(session);
  try {
    if (opened.tornBytes > 0) note(session, `! ${messages(session.language).command.torn({bytes: opened.tornBytes})}`);
    await signInFor(session, opened.till);
    return await work(opened);
  } finally {
    await opened.till.close();
  }
}

/** What a till of real money says if its Node has known security faults. */
export const nodeWarning = (profile: string, language: Language, version: string): string | undefined =>
  isRisky(profile, version) ? messages(language).frame.insecureNode({version, secure: secureNode}) : undefined;

function noteNode(session: Session): void {
  const warning = nodeWarning(configOf(session).profile, session.language, process.versions.node);
  if (warning !== undefined) note(session, `! ${warning}`);
}

/** Whether somebody signs in for a command that does not require it: a person or a PIN on the command line, or a token. */
const wantsToSignIn = (session: Session): boolean =>
  session.flags.person !== undefined || session.flags.pinStdin === true || tokenOf(session) !== undefined;

/** Who does what a command records: named on its line, else signed in, else named by the environment. Throws as `personNamed`. */
const personActing = (session: Session, {actor, state}: Pick<Till, 'actor' | 'state'>): string =>
  (session.flags.person === undefined ? actor()?.name : undefined) ?? personNamed(session, state);

/** `withTill` for an action that somebody answers for, as `personActing` says. Throws `Problem` person-missing before it opens anything. */
export async function withPerson<T>(
  session: Session,
  command: string,
  work: (opened: OpenTill, person: string) => Promise<T>,
  how: OpeningHow = {},
): Promise<T> {
  if (!isSomebodyNamed(session)) throw new Problem('person-missing');
  return withTill(session, command, opened => work(opened, personActing(session, opened.till)), how);
}

/** Opens the journal for reading while the till may be running, and closes it again. */
export async function withReading<T>(session: Session, work: (reading: Reading) => Promise<T>): Promise<T> {
  const reading = await openReading(session.surroundings());
  try {
    return await work(reading);
  } finally {
    await reading.journal.close();
  }
}

/** Who looks at something that needs no right. In a till with staff nobody is named who has not signed in. */
export const personLooking = (session: Session, staff: Staff): string =>
  hasStaff(staff) ? unnamed : configOf(session).person;

type LookingCommand = keyof typeof lookRights;

/** Like `withReading`, for a command that needs a right to look. Throws as `checkMayLook` does. */
export const withLook = async <T>(
  session: Session,
  command: LookingCommand,
  work: (reading: Reading, person: string) => Promise<T>,
): Promise<T> =>
  withReading(session, async reading => {
    const person = await checkMayLook(session, command, reading.state.staff);
    return work(reading, person);
  });

/**
 * Checks whether the command may show what it reads. In a till with staff, the person whom the command line or the environment names must
 * have the right, shown by a PIN and, if the role needs one, by an approval. A script shows it by its token, and may run beside an open
 * till. Returns who looks. Throws `Problem` sign-in-needed, not-allowed, approval-needed, journal-locked, and what signing in throws.
 */
export async function checkMayLook(session: Session, command: LookingCommand, staff: Staff): Promise<string> {
  if (!hasStaff(staff)) return personLooking(session, staff);
  const verb = lookRights[command];
  const token = tokenOf(session);
  if (token === undefined) {
    if (!isSomebodyNamed(session)) throw new Problem('sign-in-needed');
    return withTill(session, command, async ({till}) => {
      await till.look(verb, command);
      return personActing(session, till);
    });
  }
  const {config} = session.surroundings();
  const script = await scriptOf(tillFolder(config, namedTill(config) ?? ''), staff, token);
  if (rightTo(staff, script, {verb, facts: {}}) !== 'yes') throw new Problem('not-allowed', {name: script.name, verb});
  return script.name;
}

/** `needsService` is false for work that asks the service nothing; it can be done without an API key. */
type Work<T> = {
  readonly ask: (opened: OpenTill) => Promise<T>;
  readonly read: (reading: Reading) => Promise<T>;
  readonly needsService?: boolean;
};

/** Works with the till, or says why it works with the journal: the till is open elsewhere, or the journal cannot be written. */
export async function withTillOrReading<T>(
  session: Session,
  command: string,
  {ask, read, needsService = true}: Work<T>,
): Promise<T> {
  let opened: OpenTill;
  try {
    opened = await (await tillOpener())(session.surroundings(), `duka ${command}`);
  } catch (error) {
    const words = messages(session.language).command;
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'journal-locked') note(session, `! ${fillFrom(words.asLocked, error.facts)}`);
    else if (error.code === 'journal-not-writable')
      note(session, `! ${words.asUnwritable({cause: causeText(String(error.facts['cause']), session.language)})}`);
    else if (needsService || error.code !== 'key-missing') throw error;
    return withReading(session, read);
  }
  noteNode(session);
  try {
    if (wantsToSignIn(session)) await signInFor(session, opened.till);
    return await ask(opened);
  } finally {
    await opened.till.close();
  }
}

/** A payment of any day, with its sale and ticket. Throws `Problem` payment-unknown. */
export async function readPayment({state, journal}: Reading, typed: string): Promise<Payment> {
  const reference = referenceFrom(typed);
  if (!state.payments.has(reference)) recallEvents(state, await journal.eventsOf(reference));
  const found = state.payments.get(reference);
  if (found === undefined) throw new Problem('payment-unknown', {reference});
  if (!state.payments.has(found.sale)) recallEvents(state, await journal.eventsOf(found.sale));
  if (found.request.ticket !== undefined) await recallTicket({state, journal}, found.request.ticket);
  return found;
}

/** How far a clock may be off before it counts as wrong, in milliseconds. */
export const clockTolerance = 2 * 60_000;

/** Warns of a clock that differs from the service's by more than `clockTolerance`: business days and ages would be wrong. */
export function noteClock(session: Session, till: Till): void {
  const skew = Math.abs(till.clockSkew() ?? 0);
  if (skew <= clockTolerance) return;
  const {language} = session;
  note(session, `! ${messages(language).command.clockSkew({skew: timerText(skew, language)})}`);
}
