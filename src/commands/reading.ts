import {recallEvents} from '../core/journal/state.js';
import {causeText} from '../core/messages/cause.js';
import {fillFrom, messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import {type LookingCommand, lookRights} from '../core/staff/looking.js';
import {rightTo} from '../core/staff/rights.js';
import {hasStaff, type Staff} from '../core/staff/staff.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import {type OpeningHow, type OpenTill, openReading, openTill, type Reading, tillFolder} from '../till/open.js';
import {namedTill} from '../till/own-till.js';
import {recallTicket} from '../till/past-ticket.js';
import {scriptOf} from '../till/staff.js';

import {isSomebodyNamed, personActing, signInFor, tokenOf, wantsToSignIn} from './sign-in.js';

/** A reference as the journal has it, however it was typed. */
export function referenceFrom(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Opens the till for one command, signs in whom the line or the environment names where it has staff, and closes it again, whatever comes of it. */
export async function withTill<T>(
  session: Session,
  command: string,
  work: (opened: OpenTill) => Promise<T>,
  how: OpeningHow = {},
): Promise<T> {
  const opened = await openTill(session.surroundings(), `duka ${command}`, how);
  try {
    if (opened.tornBytes > 0) note(session, `! ${messages(session.language).command.torn({bytes: opened.tornBytes})}`);
    await signInFor(session, opened.till);
    return await work(opened);
  } finally {
    await opened.till.close();
  }
}

/**
 * As `withTill`, for what somebody has to stand for by name: `person` is who does it, by `personActing`. Throws `Problem` person-missing
 * before anything is opened where nobody is named.
 */
export async function withPerson<T>(
  session: Session,
  command: string,
  work: (opened: OpenTill, person: string) => Promise<T>,
): Promise<T> {
  if (!isSomebodyNamed(session)) throw new Problem('person-missing');
  return withTill(session, command, opened => work(opened, personActing(session, opened.till)));
}

/** Opens the journal to be read, beside a till that may be at work, and closes it again. */
export async function withReading<T>(session: Session, work: (reading: Reading) => Promise<T>): Promise<T> {
  const reading = await openReading(session.surroundings());
  try {
    return await work(reading);
  } finally {
    await reading.journal.close();
  }
}

/** As `withReading`, of a command that takes a right to look. Throws as `checkMayLook` does. */
export async function withLook<T>(
  session: Session,
  command: LookingCommand,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return withReading(session, async reading => {
    await checkMayLook(session, command, reading.state.staff);
    return work(reading);
  });
}

/**
 * Lets a command tell what it reads where the till has staff: to whom the line or the environment names, by a PIN and an approval where
 * the role needs one, and to a script by its token, which may be at work beside an open till. Throws `Problem` sign-in-needed,
 * not-allowed, approval-needed, journal-locked, and as signing in does.
 */
export async function checkMayLook(session: Session, command: LookingCommand, staff: Staff): Promise<void> {
  if (!hasStaff(staff)) return;
  const verb = lookRights[command];
  const token = tokenOf(session);
  if (token === undefined) {
    if (!isSomebodyNamed(session)) throw new Problem('sign-in-needed');
    return withTill(session, command, ({till}) => till.look(verb, command));
  }
  const {config} = session.surroundings();
  const script = await scriptOf(tillFolder(config, namedTill(config) ?? ''), staff, token);
  if (rightTo(staff, script, {verb, facts: {}}) !== 'yes') throw new Problem('not-allowed', {name: script.name, verb});
}

/** `needsService` is false for work that asks the service nothing: a key that is missing keeps it from nothing but writing. */
type Work<T> = {
  readonly ask: (opened: OpenTill) => Promise<T>;
  readonly read: (reading: Reading) => Promise<T>;
  readonly needsService?: boolean;
};

/**
 * Works with the till; where it is open in another process, or the journal cannot be written, says so and works with
 * what the journal says.
 */
export async function withTillOrReading<T>(
  session: Session,
  command: string,
  {ask, read, needsService = true}: Work<T>,
): Promise<T> {
  let opened: OpenTill;
  try {
    opened = await openTill(session.surroundings(), `duka ${command}`);
  } catch (error) {
    const words = messages(session.language).command;
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'journal-locked') note(session, `! ${fillFrom(words.asLocked, error.facts)}`);
    else if (error.code === 'journal-not-writable')
      note(session, `! ${words.asUnwritable({cause: causeText(String(error.facts['cause']), session.language)})}`);
    else if (needsService || error.code !== 'key-missing') throw error;
    return withReading(session, read);
  }
  try {
    if (wantsToSignIn(session)) await signInFor(session, opened.till);
    return await ask(opened);
  } finally {
    await opened.till.close();
  }
}

/** A payment of any day. Throws `Problem` payment-unknown. */
export async function readPayment({state, journal}: Reading, typed: string): Promise<Payment> {
  const reference = referenceFrom(typed);
  if (!state.payments.has(reference)) recallEvents(state, await journal.eventsOf(reference));
  const found = state.payments.get(reference);
  if (found === undefined) throw new Problem('payment-unknown', {reference});
  if (!state.payments.has(found.sale)) recallEvents(state, await journal.eventsOf(found.sale));
  if (found.request.ticket !== undefined) await recallTicket({state, journal}, found.request.ticket);
  return found;
}
