import type {State} from '../core/books/state.js';
import {messages} from '../core/messages/messages.js';
import {nameTyped} from '../core/payment/said.js';
import {approvalText} from '../core/present/problem-text.js';
import {Problem} from '../core/problem.js';
import type {Action} from '../core/rights/actions.js';
import {hasStaff, needsCode} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Identification} from '../till/context.js';
import type {Till} from '../till/till.js';

/** More bytes than the lines of all secrets need. */
const longestInput = 4096;

/** What of standard input nobody has taken yet, by session. */
const piped = new WeakMap<Session, {rest: Uint8Array}>();

/** A secret: typed at a terminal without being shown, or with `--pin-stdin` the next line of standard input. Undefined if there is none. */
export async function secretFrom(
  session: Session,
  question: string,
  isPiped = session.flags.pinStdin === true,
): Promise<string | undefined> {
  const {face} = session;
  if (!isPiped) return face.askSecret(`${question} `, face.interrupted);
  for (;;) {
    const rest = await pipedRest(session);
    if (rest.length === 0) return undefined;
    const end = rest.indexOf(newline);
    const line = rest.subarray(0, end < 0 ? rest.length : end);
    piped.set(session, {rest: rest.subarray(line.length + 1)});
    const secret = new TextDecoder().decode(line).replace(/\r$/u, '');
    line.fill(0);
    if (secret !== '') return secret;
  }
}

const [newline, brace] = [0x0a, 0x7b];
const isBlank = (byte: number) => byte === newline || byte === 0x20 || byte === 0x09 || byte === 0x0d;

async function pipedRest(session: Session): Promise<Uint8Array> {
  const {face} = session;
  const held = piped.get(session) ?? {rest: (await face.readInput(longestInput, face.interrupted)) ?? new Uint8Array()};
  piped.set(session, held);
  return held.rest;
}

/**
 * What the command itself reads of standard input. With `--pin-stdin` that is taken off its end: the last line, or as an object the last
 * that begins with a brace and what follows. A PIN, badge or passphrase is never taken from there, whatever it begins with.
 */
export async function pipedInput(
  session: Session,
  {
    mostBytes,
    signal,
    isObject = false,
  }: {readonly mostBytes: number; readonly signal: AbortSignal; readonly isObject?: boolean},
): Promise<Uint8Array | undefined> {
  if (session.flags.pinStdin !== true) return session.face.readInput(mostBytes, signal);
  const rest = await pipedRest(session);
  let from = 0;
  for (let at = 0, next = 0; at < rest.length; at = next) {
    next = rest.indexOf(newline, at) + 1 || rest.length;
    const first = rest.subarray(at, next).find(byte => !isBlank(byte));
    if (isObject ? first === brace : first !== undefined) from = at;
  }
  piped.set(session, {rest: rest.subarray(0, from)});
  return rest.subarray(from);
}

/** The token that the environment gives to a script, unless `--as` names a person for this command. */
export const tokenOf = ({face, flags}: Session): string | undefined =>
  flags.as === undefined ? face.environment['DUKA_TOKEN'] || undefined : undefined;

/** From the command line or the environment. The usual person of the settings does not count, since nobody stated that name now. */
const nameGiven = ({face, flags}: Session): string | undefined =>
  (flags.person ?? face.environment['DUKA_PERSON'])?.trim() || undefined;

/** Whether the command line or the environment says who acts, by a name or by a token. */
export const isSomebodyNamed = (session: Session): boolean =>
  nameGiven(session) !== undefined || tokenOf(session) !== undefined;

/** The named person, with the name as it is recorded; `known` knows the names that are in use. Throws `Problem` as `nameTyped` does. */
export const personNamed = (session: Session, known?: State): string => nameTyped(nameGiven(session) ?? '', known);

/**
 * Signs in whom the command or the environment names, if the till has staff; while nobody has a PIN here, whom `--as` names of the people of
 * the head office, with the code from there. Throws `Problem` sign-in-needed, and as `signIn` does.
 */
export async function signInFor(session: Session, till: Till): Promise<void> {
  const {face, flags, language} = session;
  if (!hasStaff(till.state.staff)) {
    if (flags.as === undefined) return;
    await till.takeLists();
    if (!needsCode(till.state.staff)) return;
  }
  const token = tokenOf(session);
  if (token !== undefined) {
    await till.signInByToken(token, face.interrupted);
    till.setAskApproval(action => askApprover(session, action, till));
    return;
  }
  const name = flags.as?.trim() || nameGiven(session);
  if (name === undefined) throw new Problem('sign-in-needed');
  const words = messages(language).staff;
  const secret = await secretFrom(session, words.askPin({name}));
  if (secret === undefined) throw new Problem('sign-in-needed');
  const wait = await till.waitFor({name, secret: secret.trim()});
  if (wait > 0) note(session, words.waits({seconds: Math.ceil(wait / 1000)}));
  await till.signIn(proofOf(name, secret), face.interrupted);
  till.setAskApproval(action => askApprover(session, action, till));
}

/** Asks for an approval by PIN of the person whom `--approved-by` or the terminal names, who is shown the action. Undefined if nobody. */
async function askApprover(
  session: Session,
  action: Action,
  {state, actor}: Till,
): Promise<Identification | undefined> {
  const {verb} = action;
  const approver = action.taker ?? action.approver;
  const {face, flags, language} = session;
  const {staff: words, signInScreen} = messages(language);
  const person = cleanText(actor()?.name ?? '', 40);
  if (action.taker === undefined) {
    const told = approvalText(action, state.staff, language);
    note(session, signInScreen.approves({person, verb: words.verbs[verb]}));
    if (told !== '') note(session, told);
  } else note(session, signInScreen.takesOver({person, taker: cleanText(action.taker, 40)}));
  const question = `${words.askApprover({verb: words.verbs[verb]})} `;
  const name = flags.approvedBy ?? approver ?? (await face.askLine(question, face.interrupted));
  if (name === undefined || name.trim() === '') return undefined;
  const secret = await secretFrom(session, words.askPin({name: name.trim()}));
  return secret === undefined ? undefined : proofOf(name.trim(), secret);
}

/** A badge can be scanned where the PIN is asked for. It must be that of the person who was named. */
const proofOf = (name: string, typed: string): Identification => ({name, by: 'typed', secret: typed.trim()});
