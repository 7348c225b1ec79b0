import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import {nodeDisk} from '../../store/disk.js';
import {
  checkSecret,
  countSecrets,
  dropDamagedSecrets,
  forgetOtherSecrets,
  keepSecret,
  missingSecrets,
  type SecretPlace,
  secretsPath,
} from '../../store/staff-secrets.js';
import type {EventData} from '../core/events/event.js';
import {isLanguage, loadMessages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {type Action, actionText} from '../core/rights/actions.js';
import {mayApprove, rightTo} from '../core/rights/rights.js';
import {decideStaff, type StaffCommand} from '../core/staff/decide.js';
import type {CredentialKind, StaffRole, Verb} from '../core/staff/schema.js';
import {
  activePeople,
  bareCode,
  checkBadge,
  checkPassphrase,
  checkPin,
  hasStaff,
  isOwner,
  isPin,
  newCode,
  type Person,
  type PossiblePerson,
  type ProofAttempt,
  personCalled,
  personOf,
  possiblePeople,
  presentPeople,
  readToken,
  refusalsIn,
  type Staff,
  startText,
  waitAfter,
} from '../core/staff/staff.js';
import type {Identification, TillContext} from './context.js';
import {allow, beginLines, perform, record, withMutex} from './handler.js';
import {allowAlso, pinKeyFileInForce} from './settings.js';

/** A person who is to work at the till. A PIN consists only of digits. */
type NewPerson = {
  readonly name: string;
  readonly role: StaffRole;
  readonly language?: string | undefined;
  readonly pin: string;
};

/** The person, and the recovery code if it is the first owner. The code is shown once and stored nowhere. */
export type Added = {readonly person: Person; readonly recoveryCode: string | undefined};

/** Adds a person. The first is the owner, and signed in. Throws `Problem` pin-invalid and pin-weak, and as `decideStaff`. */
export async function addPerson(context: TillContext, {name, role, language, pin}: NewPerson): Promise<Added> {
  checkPin(pin);
  const isFirst = !hasStaff(context.state.staff);
  const recoveryCode = isFirst ? newCode(context.world.random) : undefined;
  const added = await withMutex(context, async () => {
    // The decider refuses here, before anything is stored.
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
      const {outside = []} = context.settings; // as the owner has found the till
      if (outside.length > 0) await allowAlso(context, outside);
    }
    return {person, recoveryCode};
  });
  if (isFirst) await context.settings.shareStaff?.();
  return added;
}

/** A script that may do only what the verbs allow. */
type NewToken = {readonly name: string; readonly verbs: readonly Verb[]};

/** Lets a script work, with a token shown once. Throws `Problem` staff-owner-first before there is staff, and as `decideStaff`. */
export async function addToken(
  context: TillContext,
  {name, verbs}: NewToken,
): Promise<{readonly person: Person; readonly token: string}> {
  if (!hasStaff(context.state.staff)) throw new Problem('staff-owner-first');
  return withMutex(context, async () => {
    const secret = newCode(context.world.random);
    const draft = {type: 'add', name, role: 'cashier', verbs} as const;
    decideStaff(context.state, {...draft, credential: {kind: 'token', record: ''}});
    // Nobody finds a token by trying, and scripts only read: it needs no key beside it.
    const record = await keepSecret(placeOf(context), bareCode(secret));
    const credential = {kind: 'token', record} as const;
    const [event] = await perform(context, decideStaff, {...draft, credential}).catch(forgetting(context));
    if (event?.type !== 'staff-added') throw new Error('a script that was not added');
    const {number} = event.data;
    return {person: present(context, number), token: `${number}.${secret}`};
  });
}

/** Signs a script in with its token. Throws `Problem` token-unreadable, and as `signIn` does. */
export async function signInByToken(context: TillContext, token: string, signal?: AbortSignal): Promise<Person> {
  const {number, secret} = readToken(token);
  const name = personOf(context.state.staff, number)?.name ?? '';
  return signIn(context, {name, by: 'token', secret}, signal);
}

/**
 * Returns the script of a token when the till is only read, even if it is running in another process. A refusal is not recorded, because
 * nobody can guess a token. Throws `Problem` token-unreadable, sign-in-refused, person-locked and staff-secrets-damaged.
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

/**
 * Throws `Problem` staff-gone if the lines name nobody although people have secrets at this till: the lines about them are gone. One secret
 * alone may be that of a first owner over whom the power was cut, unless nothing proves the end of the lines.
 */
export async function checkStaffThere(folder: string, staff: Staff, isProved = true): Promise<void> {
  const place = {folder, disk: nodeDisk};
  if (!hasStaff(staff) && (await countSecrets(place)) > (isProved ? 1 : 0))
    throw new Problem('staff-gone', {file: secretsPath(place)});
}

/** Active people whose secret's record is missing or was changed, who cannot sign in. Throws `Problem` staff-secrets-damaged. */
export async function peopleWithoutSecret(folder: string, staff: Staff): Promise<readonly Person[]> {
  const missing = await missingSecrets(
    {folder, disk: nodeDisk},
    activePeople(staff).flatMap(({credentials}) => Object.values(credentials)),
  );
  return activePeople(staff).filter(({credentials}) => Object.values(credentials).some(each => missing.has(each)));
}

/** What is to change about a person. A secret that is `null` is withdrawn. */
type PersonChanges = {
  readonly name?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly language?: string | undefined;
  readonly pin?: string | undefined;
  readonly badge?: string | null | undefined;
  readonly passphrase?: string | null | undefined;
};

/** Throws `Problem` pin-invalid, pin-weak, passphrase-short, badge-short and badge-taken, and as `decideStaff` does. */
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

/** A badge of two people would take one for the other. Records a refused sign-in and throws `Problem` badge-taken. */
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

/** Prevents a person from signing in. Throws what `decideStaff` throws. */
export const lockPerson = (context: TillContext, number: number, reason: string) =>
  done(context, {type: 'lock', number, reason});

/** Lets a person sign in again. Throws what `decideStaff` throws. */
export const unlockPerson = (context: TillContext, number: number) => done(context, {type: 'unlock', number});

/** Removes a person who no longer works here. The name stays taken. Throws what `decideStaff` throws. */
export const removePerson = (context: TillContext, number: number, reason: string) =>
  done(context, {type: 'remove', number, reason});

async function done(context: TillContext, command: StaffCommand): Promise<void> {
  await withMutex(context, async () => {
    await perform(context, decideStaff, command);
    await forgetOld(context);
  });
}

/**
 * Signs a person in, who is then the person of every action. After refused attempts it waits first (`waitAfter`); `signal` ends the wait.
 * Throws `Problem` sign-in-refused (for any person and any error), person-locked, staff-secret-missing (the record is missing or was
 * changed: a manager sets a new PIN), sign-in-left if `signal` ended it, staff-secrets-damaged and pin-key-missing.
 */
export async function signIn(context: TillContext, proof: Identification, signal?: AbortSignal): Promise<Person> {
  const {person, by} = await prove(context, proof, 'sign-in', signal);
  return withMutex(context, async () => {
    const entered = await enter(context, person, by);
    if (by === 'pin' && context.actor === entered) context.isOwnPin = pinTest(proof.secret);
    return entered;
  });
}

/** Signs the person out as soon as it is called; the sign-out is recorded when this resolves. What waits for an approval is refused. */
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

/** Milliseconds to wait before what was typed is checked, by the wrong tries in the home. A token is too long to be guessed. */
export async function waitFor(
  context: TillContext,
  {by, ...attempt}: ProofAttempt & {readonly by?: Identification['by']},
): Promise<number> {
  const {state, settings, refusedElsewhere, world} = context;
  const others = by === 'token' ? undefined : await settings.staffInHome?.();
  const {number, here, elsewhere} = refusalsIn(state.staff, others ?? [], attempt, world.now());
  // The wait for what was refused elsewhere begins here when it becomes known here: otherwise a till that is long open would have none.
  if (elsewhere > here && elsewhere > (refusedElsewhere.get(number) ?? 0)) context.refusedAt = world.monotonic();
  refusedElsewhere.set(number, elsewhere);
  return waitAfter(Math.max(here, elsewhere) + context.refusedUnwritten);
}

/** Proves who a person is, without saying why a proof failed. Throws as `signIn` does. */
async function prove(
  context: TillContext,
  {name, by, secret, picks = false}: Identification,
  purpose: 'sign-in' | 'approval',
  signal?: AbortSignal,
): Promise<Pick<PossiblePerson, 'person'> & {readonly by: CredentialKind | 'start'}> {
  const named = () => {
    const found = personCalled(context.state.staff, name);
    return found?.status === 'removed' ? undefined : found;
  };
  await context.takeLists?.();
  await waited(context, await waitFor(context, {name, by, secret, picks}), signal);
  const [{staff}, person] = [context.state, named()]; // the person may have been changed meanwhile
  const start = person?.office?.start;
  const isStart = purpose === 'sign-in' && by === 'typed' && start !== undefined && start === sumOfStart(secret);
  if (person !== undefined && isStart && person.status === 'active') return {person, by: 'start'};
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

/** The first candidate whose secret it is. If there is none, `missing` is the only candidate if that person's record is missing. */
async function provenOf(
  context: TillContext,
  candidates: readonly PossiblePerson[],
  secret: string,
): Promise<{readonly candidate?: PossiblePerson; readonly missing?: Person}> {
  const {keyFile} = await pinKeyFileInForce(context);
  const place = {...placeOf(context), keyFile};
  let missing: Person | undefined;
  for (const candidate of candidates) {
    const wanted = candidate.person.credentials[candidate.by];
    const found = wanted === undefined ? 'wrong' : await checkSecret(place, wanted, secret);
    if (found === 'right') return {candidate};
    if (found === 'missing' && candidates.length === 1) missing = presentAs(candidate, context); // removed with the secret
  }
  return missing === undefined ? {} : {missing};
}

const presentAs = ({person}: PossiblePerson, {state}: TillContext) =>
  presentPeople(state.staff).find(({number}) => number === person.number);

const approvalMs = 5 * 60_000;

/** Another person approves a refused action, once. Throws `Problem` sign-in-needed, own-approval, not-allowed, and as `signIn` does. */
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

/** Lets commands ask for a second person while they run. */
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

/** Lets screens ask for a second person: one action waits as `pendingApproval`; another, or a closing till, is a refusal. */
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

/** Answers the waiting action; without a proof it is refused. Throws as `approve` does, and the action goes on waiting. */
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

/** Whether the signed-in person may look at what only this verb gives access to. In a till without staff everybody may. */
export function mayLook({state: {staff}, actor}: Pick<TillContext, 'state' | 'actor'>, verb: Verb): boolean {
  if (!hasStaff(staff)) return true;
  const person = actor && personOf(staff, actor.number);
  return person?.status === 'active' && rightTo(staff, person, {verb, facts: {}}) === 'yes';
}

/** Lets the signed-in person look at something once, with another person's approval if it is needed. Throws what `checkRights` throws. */
export const look = (context: TillContext, verb: Verb, at: string): Promise<void> =>
  allow(context, {verb, facts: {at}});

/** Changes what a role may do. Throws `Problem` rights-of-owner, because an owner has every right. */
export async function changeRights(context: TillContext, data: EventData<'rights-changed'>): Promise<void> {
  if (data.role === 'owner') throw new Problem('rights-of-owner');
  await withMutex(context, () => perform(context, () => [{type: 'rights-changed', data}], undefined));
}

/**
 * Lets the first owner sign in with the recovery code and a new PIN, even if the records of secrets are lost or damaged. The code is used
 * up. A new one is returned, which is shown once. Throws `Problem` pin-invalid, pin-weak, sign-in-refused and sign-in-left.
 */
export async function recover(
  context: TillContext,
  {code, pin}: {readonly code: string; readonly pin: string},
  signal?: AbortSignal,
): Promise<Added> {
  checkPin(pin);
  await waited(context, await waitFor(context, {name: '', secret: code}), signal);
  const {recovery} = context.state.staff;
  const owner = presentPeople(context.state.staff).find(each => isOwner(each) && each.office?.isLocked !== true);
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
  // Not within the mutex: a decision that waits for an approval holds it.
  await record(context, {type: 'sign-in-refused', data}).catch(error => {
    context.refusedUnwritten += 1; // a journal that cannot be written counts none
    throw error;
  });
}

/** Recognises a PIN without keeping it, with a key that exists only here and ends with the sign-in. */
function pinTest(pin: string): (typed: string) => boolean {
  const key = randomBytes(32);
  const sumOf = (text: string) => createHmac('sha256', key).update(text).digest();
  const sum = sumOf(pin);
  return typed => timingSafeEqual(sumOf(typed), sum);
}

/** The test of a PIN while nobody is signed in with one. */
export const noPin = (): boolean => false;

async function enter(context: TillContext, person: Person, by: CredentialKind | 'recovery' | 'start'): Promise<Person> {
  const {language} = person;
  if (language !== null && isLanguage(language)) await loadMessages(language); // from now on the screens are in this language
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

/** Forgets all approvals, including those that are still being recorded. */
function forgetApprovals(context: TillContext): void {
  context.signIns += 1;
  context.approvals.clear();
}

/** Waits until so many milliseconds have passed since the last wrong try. Throws `Problem` sign-in-left. */
async function waited(context: TillContext, wait: number, signal: AbortSignal | undefined): Promise<void> {
  const {world, leaving} = context;
  const over = AbortSignal.any(signal === undefined ? [leaving] : [leaving, signal]);
  const rest = wait - (world.monotonic() - context.refusedAt);
  if (rest > 0) {
    context.signInWait = wait;
    context.changed();
    await world.sleep(rest, over);
    context.signInWait = 0;
  }
  if (over.aborted) throw new Problem('sign-in-left');
}

function present({state}: TillContext, number: number): Person {
  const person = personOf(state.staff, number);
  if (person === undefined) throw new Problem('person-unknown', {name: String(number)});
  return person;
}

const placeOf = ({settings: {folder}, disk}: TillContext): SecretPlace => ({folder, disk});

/** Throws `Problem` settings-changed-outside if nobody knows which key is in force. */
async function keep(context: TillContext, secret: string): Promise<string> {
  await beginLines(context);
  const {keyFile, isKnown} = await pinKeyFileInForce(context);
  if (!isKnown) throw new Problem('settings-changed-outside', {names: 'pinKeyFile'});
  if (!hasStaff(context.state.staff)) await forgetOld(context); // of a first owner over whom the power was cut
  return keepSecret({...placeOf(context), keyFile}, secret);
}

/** Removes replaced and withdrawn secrets, which prove nothing any more, from the disk, too. */
async function forgetOld(context: TillContext): Promise<void> {
  const {people} = context.state.staff;
  await forgetOtherSecrets(placeOf(context), new Set(people.flatMap(({credentials}) => Object.values(credentials))));
}

/** Removes a stored secret again if the command that needed it was refused. */
const forgetting =
  (context: TillContext) =>
  async (error: unknown): Promise<never> => {
    await forgetOld(context);
    throw error;
  };

/** A recovery code must work even if every record of a PIN is lost, so it needs none. Nobody finds 98 bits by trying. */
const sumOfRecovery = (code: string) =>
  createHash('sha256')
    .update(`duka recovery ${bareCode(code)}`)
    .digest('hex');

const sumOfStart = (code: string) => createHash('sha256').update(startText(code)).digest('hex');
