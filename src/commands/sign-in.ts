import {messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import type {Action} from '../core/staff/actions.js';
import {hasStaff, personCalled, type Staff, typedKind, waitAfter} from '../core/staff/staff.js';
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

/** The token that the environment gives to a script. */
const tokenOf = ({face}: Session): string | undefined => face.environment['DUKA_TOKEN'] || undefined;

/** Whether the command says who does it. */
export const isSomebodyNamed = (session: Session): boolean =>
  session.flags.person !== undefined || tokenOf(session) !== undefined;

/**
 * Signs in the person whom `--as` or `--person` names, for this command alone; or the script of `DUKA_TOKEN`; in a till without staff nobody is asked. Throws `Problem`
 * sign-in-needed, and as `signIn` of the till does.
 */
export async function signInFor(session: Session, till: Till): Promise<void> {
  const {staff} = till.state;
  if (!hasStaff(staff)) return;
  const {face, flags, language} = session;
  const token = tokenOf(session);
  if (token !== undefined && flags.as === undefined) {
    await till.signInByToken(token, face.interrupted);
    till.setAskApproval(action => askApprover(session, till, action));
    return;
  }
  const name = (flags.as ?? flags.person)?.trim() ?? '';
  if (name === '') throw new Problem('sign-in-needed');
  const words = messages(language).staff;
  const wait = waitAfter(personCalled(staff, name)?.refusals ?? staff.refusals);
  const secret = await secretFrom(session, words.askPin({name}));
  if (secret === undefined) throw new Problem('sign-in-needed');
  if (wait > 0) note(session, words.waits({seconds: Math.ceil(wait / 1000)}));
  await till.signIn(proofOf(staff, name, secret), face.interrupted);
  till.setAskApproval(action => askApprover(session, till, action));
}

/** Whom `--approved-by` names, or whoever is named at the terminal, with a PIN; undefined where there is nobody. */
async function askApprover(
  session: Session,
  till: Till,
  {verb, approver}: Action,
): Promise<Identification | undefined> {
  const {face, flags, language} = session;
  const words = messages(language).staff;
  const question = `${words.askApprover({verb: words.verbs[verb]})} `;
  const name = flags.approvedBy ?? approver ?? (await face.askLine(question, face.interrupted));
  if (name === undefined || name.trim() === '') return undefined;
  const secret = await secretFrom(session, words.askPin({name: name.trim()}));
  return secret === undefined ? undefined : proofOf(till.state.staff, name.trim(), secret);
}

/** A badge is scanned where the PIN is asked for; of somebody unknown it is no more than a wrong PIN. */
function proofOf(staff: Staff, name: string, typed: string): Identification {
  const secret = typed.trim();
  const person = personCalled(staff, name);
  return {name, by: person === undefined ? 'pin' : typedKind(person, secret), secret};
}
