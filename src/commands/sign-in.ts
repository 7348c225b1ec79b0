import type {State} from '../core/journal/state.js';
import {approvalText} from '../core/messages/approval-text.js';
import {messages} from '../core/messages/messages.js';
import {nameTyped} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import type {Action} from '../core/staff/actions.js';
import {hasStaff, personCalled, refusalsOf, waitAfter} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Identification} from '../till/context.js';
import type {Till} from '../till/till.js';

/** More than the lines of any secrets need, in bytes. */
const longestInput = 4096;

/** What standard input has, by session: each line is one secret, and each is handed out once. */
const piped = new WeakMap<Session, Promise<string[]>>();

/**
 * A secret: asked for at a terminal, where nobody sees it; with `--pin-stdin` the next line of standard input. Undefined where there
 * is none.
 */
export async function secretFrom(
  session: Session,
  question: string,
  isPiped = session.flags.pinStdin === true,
): Promise<string | undefined> {
  const {face} = session;
  if (!isPiped) return face.askSecret(`${question} `, face.interrupted);
  const lines = piped.get(session) ?? linesOf(session);
  piped.set(session, lines);
  return (await lines).shift();
}

async function linesOf({face}: Session): Promise<string[]> {
  const bytes = await face.readInput(longestInput, face.interrupted);
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/u);
  bytes?.fill(0);
  return lines.filter(line => line !== '');
}

/** The token that the environment gives to a script, unless somebody is named for this command. */
export const tokenOf = ({face, flags}: Session): string | undefined =>
  flags.as === undefined ? face.environment['DUKA_TOKEN'] || undefined : undefined;

/** Whom the line or the environment names as who does it; the till's usual person of the settings is nobody's word. */
const nameGiven = ({face, flags}: Session): string | undefined =>
  (flags.person ?? face.environment['DUKA_PERSON'])?.trim() || undefined;

/** Whether somebody is to sign in for a command that takes it from whoever wants to: one who is named on the line, gives a PIN or has a token. */
export const wantsToSignIn = (session: Session): boolean =>
  session.flags.person !== undefined || session.flags.pinStdin === true || tokenOf(session) !== undefined;

/** Whether the line or the environment says who does it: by a name or by a token. */
export const isSomebodyNamed = (session: Session): boolean =>
  nameGiven(session) !== undefined || tokenOf(session) !== undefined;

/** Who is named, as it is written down; `known` has who is called so already. Throws `Problem` as `nameTyped` does. */
export const personNamed = (session: Session, known?: State): string => nameTyped(nameGiven(session) ?? '', known);

/**
 * Who does what a command writes down: whom the line names, which the till holds against whoever has signed in; else whoever has,
 * a script too; else whom the environment names. Throws as `personNamed` does.
 */
export const personActing = (session: Session, {actor, state}: Pick<Till, 'actor' | 'state'>): string =>
  (session.flags.person === undefined ? actor()?.name : undefined) ?? personNamed(session, state);

/**
 * Signs in the person whom `--as`, `--person` or `DUKA_PERSON` names, for this command alone; or the script of `DUKA_TOKEN`; in a till
 * without staff nobody is asked. Throws `Problem` sign-in-needed, and as `signIn` of the till does.
 */
export async function signInFor(session: Session, till: Till): Promise<void> {
  const {staff} = till.state;
  if (!hasStaff(staff)) return;
  const {face, flags, language} = session;
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
  const wait = waitAfter(refusalsOf(staff, personCalled(staff, name), secret.trim(), false));
  if (wait > 0) note(session, words.waits({seconds: Math.ceil(wait / 1000)}));
  await till.signIn(proofOf(name, secret), face.interrupted);
  till.setAskApproval(action => askApprover(session, action, till));
}

/** Whom `--approved-by` names, or whoever is named at the terminal, with a PIN, who is told of what exactly; undefined where there is nobody. */
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

/** A badge is scanned where the PIN is asked for, and is that of whoever was named. */
const proofOf = (name: string, typed: string): Identification => ({name, by: 'typed', secret: typed.trim()});
