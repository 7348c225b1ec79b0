import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import {nodeDisk} from '../../store/disk.js';
import {
  checkSecret,
  dropDamagedSecrets,
  forgetOtherSecrets,
  keepSecret,
  missingSecrets,
  type SecretPlace,
} from '../../store/staff-secrets.js';
import type {EventData} from '../core/journal/event.js';
import {isLanguage, loadMessages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {type Action, actionText} from '../core/staff/actions.js';
import {decideStaff, type StaffCommand} from '../core/staff/decide.js';
import {mayApprove, rightTo} from '../core/staff/rights.js';
import type {CredentialKind, StaffRole, Verb} from '../core/staff/schema.js';
import {bareCode, checkBadge, checkPassphrase, checkPin, newCode, readToken} from '../core/staff/secrets.js';
import {
  activePeople,
  hasStaff,
  isPin,
  type Person,
  type PossiblePerson,
  personCalled,
  personOf,
  possiblePeople,
  presentPeople,
  refusalsOf,
  type Staff,
  waitAfter,
} from '../core/staff/staff.js';
import type {Identification, TillContext} from './context.js';
import {allow, perform, record, withMutex} from './handler.js';

/** Somebody who is to work at the till: a PIN is digits alone. */
export type NewPerson = {
  readonly name: string;
  readonly role: StaffRole;
  readonly language?: string | undefined;
  readonly pin: string;
};

/** The person, and the recovery code where it is the first owner: it is told once and kept nowhere. */
export type Added = {readonly person: Person; readonly recoveryCode: string | undefined};

/**
 * Adds somebody to the staff; the first is the owner, who is signed in at once. Throws `Problem` pin-invalid, pin-weak, and what
 * `decideStaff` does.
 */
export async function addPerson(context: TillContext, {name, role, language, pin}: NewPerson): Promise<Added> {
  checkPin(pin);
  const isFirst = context.state.staff.people.length === 0;
  const recoveryCode = isFirst ? newCode(context.world.random) : undefined;
  return withMutex(context, async () => {
    // Refused before anything is kept.
    const draft = {type: 'add', name, role, language} as const;
    decideStaff(context.state, {...draft, credential: {kind: 'pin', record: ''}});
    const credential = {kind: 'pin', record: await keep(context, pin)} as const;
    const recovery = recoveryCode === undefined ? undefined : sumOfRecovery(recoveryCode);
    const [event] = await perform(context, decideStaff, {...draft, credential, recovery}).catch(forgetting(context));
    if (event?.type !== 'staff-added') throw new Error('a person who was not added');
    const person = present(context, event.data.number);
    if (isFirst) {
      await enter(context, person, 'pin');
      context.isOwnPin = pinTest(pin);
    }
    return {person, recoveryCode};
  });
}

/** A script that may do some things and nothing else. */
export type NewToken = {readonly name: string; readonly verbs: readonly Verb[]};

/**
 * Lets a script work at the till by a token, which is told once: the script's number and what proves that it is the script. Throws `Problem`
 * sign-in-needed before there is staff, and what `decideStaff` does.
 */
export async function addToken(
  context: TillContext,
  {name, verbs}: NewToken,
): Promise<{readonly person: Person; readonly token: string}> {
  if (!hasStaff(context.state.staff)) throw new Problem('staff-owner-first');
  return withMutex(context, async () => {
    const secret = newCode(context.world.random);
    const draft = {type: 'add', name, role: 'cashier', verbs} as const;
    decideStaff(context.state, {...draft, credential: {kind: 'token', record: ''}});
    const credential = {kind: 'token', record: await keep(context, bareCode(secret))} as const;
    const [event] = await perform(context, decideStaff, {...draft, credential}).catch(forgetting(context));
    if (event?.type !== 'staff-added') throw new Error('a script that was not added');
    const {number} = event.data;
    return {person: present(context, number), token: `${number}.${secret}`};
  });
}

/** Signs a script in by its token. Throws `Problem` token-unreadable, and as `signIn` does. */
export async function signInByToken(context: TillContext, token: string, signal?: AbortSignal): Promise<Person> {
  const {number, secret} = readToken(token);
  const name = personOf(context.state.staff, number)?.name ?? '';
  return signIn(context, {name, by: 'token', secret}, signal);
}

/**
 * Which script a token is of, where the till is only read and may be at work in another process: nothing is written down, for nobody
 * guesses a token. Throws `Problem` token-unreadable, sign-in-refused, person-locked, staff-secrets-damaged.
 */
export async function scriptOf(folder: string, staff: Staff, token: string): Promise<Person> {
  const {number, secret} = readToken(token);
  const script = personOf(staff, number);
  const wanted = script?.status === 'removed' ? undefined : script?.credentials.token;
  const found = wanted === undefined ? 'wrong' : await checkSecret({folder, disk: nodeDisk}, wanted, secret);
  if (script === undefined || found !== 'right') throw new Problem('sign-in-refused');
  if (script.status === 'locked') throw new Problem('person-locked', {name: script.name});
  return script;
}

/** Who of those that work here could not sign in: nothing in the till's folder proves who they are. Throws `Problem` staff-secrets-damaged. */
export async function peopleWithoutSecret(folder: string, staff: Staff): Promise<readonly Person[]> {
  const missing = await missingSecrets(
    {folder, disk: nodeDisk},
    activePeople(staff).flatMap(({credentials}) => Object.values(credentials)),
  );
  return activePeople(staff).filter(({credentials}) => Object.values(credentials).some(each => missing.has(each)));
}

/** What is to change of a person; a secret that is `null` is no longer taken. */
export type PersonChanges = {
  readonly name?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly language?: string | undefined;
  readonly pin?: string | undefined;
  readonly badge?: string | null | undefined;
  readonly passphrase?: string | null | undefined;
};

/** Changes a person. Throws `Problem` pin-invalid, pin-weak, passphrase-short, badge-short, badge-taken, and what `decideStaff` does. */
export async function changePerson(
  context: TillContext,
  number: number,
  {pin, badge, passphrase, ...changes}: PersonChanges,
): Promise<Person> {
  if (pin !== undefined) checkPin(pin);
  if (typeof passphrase === 'string') checkPassphrase(passphrase);
  if (typeof badge === 'string') checkBadge(badge.trim());
  return withMutex(context, async () => {
    const command = {type: 'change', number} as const;
    decideStaff(context.state, {...command, ...changes});
    if (typeof badge === 'string') await checkBadgeIsFree(context, number, badge.trim());
    if (Object.values(changes).some(value => value !== undefined))
      await perform(context, decideStaff, {...command, ...changes});
    for (const [kind, secret] of Object.entries({pin, badge, passphrase}) as [
      CredentialKind,
      string | null | undefined,
    ][]) {
      if (secret === null) await perform(context, decideStaff, {...command, withdrawn: kind});
      if (typeof secret !== 'string') continue;
      const record = await keep(context, kind === 'badge' ? secret.trim() : secret);
      await perform(context, decideStaff, {...command, credential: {kind, record}}).catch(forgetting(context));
    }
    await forgetOld(context);
    return present(context, number);
  });
}

/**
 * A badge is one person's: who has a badge that another has would be taken for them. It is written down as a try that was refused.
 * Throws `Problem` badge-taken.
 */
async function checkBadgeIsFree(context: TillContext, number: number, badge: string): Promise<void> {
  const others = presentPeople(context.state.staff).filter(each => each.number !== number);
  const {candidate} = await provenOf(
    context,
    others.map(person => ({person, by: 'badge'})),
    badge,
  );
  if (candidate === undefined) return;
  await refused(context, {number: null, by: 'badge', for: 'sign-in'});
  throw new Problem('badge-taken');
}

/** Keeps somebody from signing in. Throws what `decideStaff` does. */
export const lockPerson = (context: TillContext, number: number, reason: string) =>
  done(context, {type: 'lock', number, reason});

/** Lets somebody sign in again. Throws what `decideStaff` does. */
export const unlockPerson = (context: TillContext, number: number) => done(context, {type: 'unlock', number});

/** Somebody no longer works here; the name stays taken. Throws what `decideStaff` does. */
export const removePerson = (context: TillContext, number: number, reason: string) =>
  done(context, {type: 'remove', number, reason});

async function done(context: TillContext, command: StaffCommand): Promise<void> {
  await withMutex(context, async () => {
    await perform(context, decideStaff, command);
    await forgetOld(context);
  });
}

/**
 * Signs somebody in, who is then the one that does what is done. After wrong tries it waits first (`waitAfter`), which `signal` ends.
 * Throws `Problem` sign-in-refused (whoever it was, and whatever was wrong), person-locked, staff-secret-missing (the record is gone or
 * was changed: a manager sets a new PIN), sign-in-left where `signal` ended it, staff-secrets-damaged.
 */
export async function signIn(context: TillContext, proof: Identification, signal?: AbortSignal): Promise<Person> {
  const {person, by} = await prove(context, proof, 'sign-in', signal);
  return withMutex(context, async () => {
    const entered = await enter(context, person, by);
    if (by === 'pin' && context.actor === entered) context.isOwnPin = pinTest(proof.secret);
    return entered;
  });
}

/** Nobody is signed in any longer, from this call on; it is written down when this resolves. What waits for an approval is refused. */
export async function signOut(context: TillContext, reason: 'asked' | 'idle' | 'switched'): Promise<void> {
  const {actor} = context;
  if (actor === undefined) return;
  context.actor = undefined;
  context.isOwnPin = noPin;
  forgetApprovals(context);
  context.pendingApproval?.settle(false);
  context.changed();
  const {number, name: person} = actor;
  await withMutex(context, () => record(context, {type: 'signed-out', person, data: {number, reason}}));
}

/**
 * Proves who somebody is, and says nothing of why it does not. Throws as `signIn` does.
 */
export async function prove(
  context: TillContext,
  {name, by, secret, picks = false}: Identification,
  purpose: 'sign-in' | 'approval',
  signal?: AbortSignal,
): Promise<PossiblePerson> {
  const named = () => {
    const found = personCalled(context.state.staff, name);
    return found?.status === 'removed' ? undefined : found;
  };
  await waited(context, refusalsOf(context.state.staff, named(), secret, picks), signal);
  const [{staff}, person] = [context.state, named()]; // it may have been changed meanwhile
  const candidates =
    by === 'typed' ? possiblePeople(staff, person, secret, picks) : person === undefined ? [] : [{person, by}];
  const {candidate, missing} = await provenOf(context, candidates, secret);
  if (candidate === undefined) {
    const number = picks && !isPin(secret) ? null : (person?.number ?? null);
    await refused(context, {number, by: candidates[0]?.by ?? (by === 'typed' ? 'pin' : by), for: purpose});
    throw missing === undefined
      ? new Problem('sign-in-refused')
      : new Problem('staff-secret-missing', {name: missing.name});
  }
  if (candidate.person.status === 'locked') throw new Problem('person-locked', {name: candidate.person.name});
  return candidate;
}

/** The first candidate that the secret proves; where it proves none, `missing` has a record of what could be no other's. */
async function provenOf(
  context: TillContext,
  candidates: readonly PossiblePerson[],
  secret: string,
): Promise<{readonly candidate?: PossiblePerson; readonly missing?: Person}> {
  let missing: Person | undefined;
  for (const candidate of candidates) {
    const wanted = candidate.person.credentials[candidate.by];
    const found = wanted === undefined ? 'wrong' : await checkSecret(placeOf(context), wanted, secret);
    if (found === 'right') return {candidate};
    if (found === 'missing' && candidates.length === 1) missing = candidate.person;
  }
  return missing === undefined ? {} : {missing};
}

const approvalMs = 5 * 60_000;

/**
 * Somebody else approves what was refused, once, for whoever is signed in. Throws `Problem` own-approval, not-allowed where the other
 * needs an approval too, and as `signIn` does.
 */
export async function approve(
  context: TillContext,
  action: Action,
  proof: Identification,
  signal?: AbortSignal,
): Promise<Person> {
  const {actor, signIns, state, world} = context;
  if (actor === undefined) throw new Problem('sign-in-needed');
  const {person: other} = await prove(context, proof, 'approval', signal);
  if (other.number === actor.number) throw new Problem('own-approval', {name: other.name});
  if (!mayApprove(state.staff, other.number, action, actor.number))
    throw new Problem('not-allowed', {name: other.name, verb: action.verb});
  const text = actionText(action, actor.number);
  const data = {verb: action.verb, action: createHash('sha256').update(text).digest('hex'), for: actor.number};
  await record(context, {type: 'approved', person: other.name, data});
  if (context.signIns === signIns)
    context.approvals.set(text, {by: other.number, until: world.monotonic() + approvalMs});
  return other;
}

/** Lets commands ask for the second person in the midst of what they do. */
export function setAskApproval(
  context: TillContext,
  ask: (action: Action) => Promise<Identification | undefined>,
): void {
  context.askApproval = async action => {
    const proof = await ask(action);
    if (proof === undefined) return false;
    await approve(context, action, proof);
    return true;
  };
}

/**
 * Lets screens ask for the second person in the midst of what they do: the action waits as `pendingApproval`. One waits at a time: what
 * needs an approval meanwhile is refused, and so is what waits when the till closes.
 */
export function approveOnScreens(context: TillContext): void {
  context.askApproval = action =>
    new Promise(resolve => {
      if (context.pendingApproval !== undefined || context.leaving.aborted) return resolve(false);
      const refuse = () => settle(false);
      const settle = (isApproved: boolean) => {
        context.leaving.removeEventListener('abort', refuse);
        context.pendingApproval = undefined;
        resolve(isApproved);
        context.changed();
      };
      context.pendingApproval = {action, settle};
      context.leaving.addEventListener('abort', refuse, {once: true});
      context.changed();
    });
}

/** What the second person says to the action that waits: who it is, or nothing, for which it is refused. Throws as `approve` does, and it goes on waiting. */
export async function answerApproval(
  context: TillContext,
  proof: Identification | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const {pendingApproval: pending} = context;
  if (pending === undefined) return;
  if (proof !== undefined) await approve(context, pending.action, proof, signal);
  pending.settle(proof !== undefined);
}

/** Whether whoever is signed in may look at what the verb stands for alone; in a till without staff everybody may. */
export function mayLook({state: {staff}, actor}: Pick<TillContext, 'state' | 'actor'>, verb: Verb): boolean {
  if (!hasStaff(staff)) return true;
  const person = actor && personOf(staff, actor.number);
  return person?.status === 'active' && rightTo(staff, person, {verb, facts: {}}) === 'yes';
}

/** Lets whoever is signed in look at something once, with somebody's approval where it needs one. Throws what `checkRights` does. */
export const look = (context: TillContext, verb: Verb, at: string): Promise<void> =>
  allow(context, {verb, facts: {at}});

/** Changes what a role may do. Throws `Problem` rights-of-owner: an owner has every right. */
export async function changeRights(context: TillContext, data: EventData<'rights-changed'>): Promise<void> {
  if (data.role === 'owner') throw new Problem('rights-of-owner');
  await withMutex(context, () => perform(context, () => [{type: 'rights-changed', data}], undefined));
}

/**
 * Lets the first owner in by the recovery code, with a new PIN, also where what proves who people are is lost or damaged. The code is used
 * up: the new one is given back, and told once.
 * Throws `Problem` pin-invalid, pin-weak, sign-in-refused, sign-in-left.
 */
export async function recover(
  context: TillContext,
  {code, pin}: {readonly code: string; readonly pin: string},
  signal?: AbortSignal,
): Promise<Added> {
  checkPin(pin);
  const {staff} = context.state;
  await waited(context, staff.refusals, signal);
  const {recovery} = context.state.staff;
  const owner = context.state.staff.people.find(({role, status}) => role === 'owner' && status !== 'removed');
  if (recovery !== sumOfRecovery(code) || owner === undefined) {
    await refused(context, {number: null, by: 'recovery', for: 'sign-in'});
    throw new Problem('sign-in-refused');
  }
  return withMutex(context, async () => {
    const recoveryCode = newCode(context.world.random);
    const {number} = await enter(context, owner, 'recovery');
    await dropDamagedSecrets(placeOf(context));
    const credential = {kind: 'pin', record: await keep(context, pin)} as const;
    await perform(context, decideStaff, {type: 'change', number, credential, recovery: sumOfRecovery(recoveryCode)});
    await forgetOld(context);
    const person = present(context, number);
    if (context.actor?.number === number) context.actor = person; // with the new PIN, unless they have signed out meanwhile
    return {person, recoveryCode};
  });
}

type Refusal = {
  readonly number: number | null;
  readonly by: CredentialKind | 'recovery';
  readonly for: 'sign-in' | 'approval';
};

async function refused(context: TillContext, data: Refusal): Promise<void> {
  context.refusedAt = context.world.monotonic();
  // Within a decision that waits for an approval the mutex is taken.
  await record(context, {type: 'sign-in-refused', data});
}

/** Knows a PIN again, without keeping it: by a key that is nowhere else and ends with the sign-in. */
function pinTest(pin: string): (typed: string) => boolean {
  const key = randomBytes(32);
  const sumOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const sum = sumOf(pin);
  return typed => timingSafeEqual(sumOf(typed), sum);
}

/** Before anybody has signed in by a PIN. */
export const noPin = (): boolean => false;

async function enter(context: TillContext, person: Person, by: CredentialKind | 'recovery'): Promise<Person> {
  const {language} = person;
  if (language !== null && isLanguage(language)) await loadMessages(language); // the screens are in it from the first one on
  context.actor = person;
  context.lastActor = person.number;
  context.isOwnPin = noPin;
  forgetApprovals(context);
  const {signIns} = context;
  await record(context, {type: 'signed-in', data: {number: person.number, by}});
  const entered = present(context, person.number);
  if (context.signIns === signIns) context.actor = entered; // they may have signed out meanwhile
  context.changed();
  return entered;
}

/** Those that are still being written down too. */
function forgetApprovals(context: TillContext): void {
  context.signIns += 1;
  context.approvals.clear();
}

/** Throws `Problem` sign-in-left. */
async function waited(context: TillContext, refusals: number, signal: AbortSignal | undefined): Promise<void> {
  const {world, leaving} = context;
  const over = AbortSignal.any(signal === undefined ? [leaving] : [leaving, signal]);
  const rest = waitAfter(refusals) - (world.monotonic() - context.refusedAt);
  if (rest > 0) await world.sleep(rest, over);
  if (over.aborted) throw new Problem('sign-in-left');
}

function present({state}: TillContext, number: number): Person {
  const person = personOf(state.staff, number);
  if (person === undefined) throw new Problem('person-unknown', {name: String(number)});
  return person;
}

const placeOf = ({settings: {folder}, disk}: TillContext): SecretPlace => ({folder, disk});
const keep = (context: TillContext, secret: string) => keepSecret(placeOf(context), secret);

/** What was changed or withdrawn proves nothing any longer, and is gone from the disk too. */
async function forgetOld(context: TillContext): Promise<void> {
  const {people} = context.state.staff;
  await forgetOtherSecrets(placeOf(context), new Set(people.flatMap(({credentials}) => Object.values(credentials))));
}

/** What was kept for something that is refused goes again. */
const forgetting =
  (context: TillContext) =>
  async (error: unknown): Promise<never> => {
    await forgetOld(context);
    throw error;
  };

/**
 * What the journal has of a recovery code. It opens the till where every record of a PIN is lost, so it needs none; nobody finds 98 bits by
 * trying, salt or not.
 */
const sumOfRecovery = (code: string) =>
  createHash('sha256')
    .update(`duka recovery ${bareCode(code)}`)
    .digest('hex');
