import {Problem} from '../problem.js';
import {looksLike} from '../staff/name.js';
import {type VisitorRole, visitorRoles} from '../staff/visitor-schema.js';
import {shopsTyped} from './till-staff.js';

/** A passkey of a person. `host` is the name of the office under which it was made, and alone works. */
export type Passkey = {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly host: string;
  readonly addedAt: number;
};

/** An address that was given to a person, with which they set how they sign in. Of its code only the hash is kept. */
type Invitation = {
  readonly hash: string;
  readonly madeAt: number;
  /** Whether what the person signed in with before ends. */
  readonly replaces: boolean;
};

/** One of the people of an office, with what proves who it is. Nothing in it can be used to sign in. */
export type OfficePerson = {
  readonly id: string;
  readonly name: string;
  readonly role: VisitorRole;
  readonly shops: ShopReach;
  /** How often the rights have changed. A form that was made of another version is refused. */
  readonly version: number;
  readonly passphrase: string | null;
  /** The sealed secret of the one-time codes, and the steps of time whose code was used last. */
  readonly codes: {readonly sealed: string; readonly used: readonly number[]} | null;
  readonly passkeys: readonly Passkey[];
  /** The hashes of the recovery codes that were not used. */
  readonly recovery: readonly string[];
  readonly invitation: Invitation | null;
};

/** What a person sets on the page of an invitation. */
export type NewMeans = {readonly name: string; readonly recovery: readonly string[]} & (
  | {readonly passkey: Passkey}
  | {readonly passphrase: string; readonly sealed: string; readonly step: number}
);

const invitationMinutes = 15;
const usedSteps = 8;
const mostPasskeys = 10;

export const newPerson = (
  id: string,
  {name, role, shops}: Pick<OfficePerson, 'name' | 'role' | 'shops'>,
): OfficePerson => ({
  id,
  name,
  role,
  shops,
  version: 1,
  passphrase: null,
  codes: null,
  passkeys: [],
  recovery: [],
  invitation: null,
});

export const isEnrolled = ({passphrase, passkeys}: OfficePerson): boolean => passphrase !== null || passkeys.length > 0;

/** Whether an invitation can still be used. One of the future was made when the clock was wrong. */
export const isOpen = ({madeAt}: Invitation, now: number): boolean =>
  now >= madeAt && now - madeAt <= invitationMinutes * 60_000;

/** The person with a new invitation, in place of the one before. With `replaces`, nothing of before works any more, from now on. */
export function invited(person: OfficePerson, invitation: Invitation): OfficePerson {
  const without = {passphrase: null, codes: null, passkeys: [], recovery: []};
  return {...person, ...(invitation.replaces && without), invitation};
}

/** The person with what was set on the page of the invitation, which is used up. */
export function enrolled(person: OfficePerson, means: NewMeans): OfficePerson {
  const {name, recovery} = means;
  const done = {...person, name, recovery, invitation: null};
  if ('passkey' in means) return {...done, passkeys: [...person.passkeys, means.passkey].slice(-mostPasskeys)};
  return {...done, passphrase: means.passphrase, codes: {sealed: means.sealed, used: [means.step]}};
}

/** The person after a one-time code; undefined if the code of this step was used before, whatever the clock said meanwhile. */
export function afterCode(person: OfficePerson, step: number): OfficePerson | undefined {
  const {codes} = person;
  if (codes === null || codes.used.includes(step)) return undefined;
  return {...person, codes: {...codes, used: [...codes.used, step].slice(-usedSteps)}};
}

/** The person after a recovery code; undefined if it is none of theirs, or was used. */
export const afterRecovery = (person: OfficePerson, hash: string): OfficePerson | undefined =>
  person.recovery.includes(hash) ? {...person, recovery: person.recovery.filter(each => each !== hash)} : undefined;

export const personCalled = (people: readonly OfficePerson[], name: string): OfficePerson | undefined =>
  people.find(person => person.name !== '' && looksLike(person.name, name));

/**
 * Why the rights of a person cannot change to these, or the person cannot be removed (`to` is null); undefined if they can. `version` is
 * the one that the change was made of. An office always keeps an owner of all shops who can sign in, or who was not there before.
 */
export function refusalOfChange(
  people: readonly OfficePerson[],
  person: OfficePerson,
  {to, version}: {readonly to: Pick<OfficePerson, 'role' | 'shops'> | null; readonly version: number},
): 'office-person-taken' | 'office-last-owner' | 'office-person-changed' | undefined {
  if (person.version !== version) return 'office-person-changed';
  const owners = people.filter(each => ownsOffice(each) && isEnrolled(each));
  const isOnly = owners.length === 1 && owners[0]?.id === person.id;
  return isOnly && (to === null || !ownsOffice(to)) ? 'office-last-owner' : undefined;
}

/** The rights that were typed: a role, and shops, without which it is all of them. Throws `Problem` setting-invalid. */
export function rightsTyped(typed: string, typedShops: string): Pick<OfficePerson, 'role' | 'shops'> {
  const role = visitorRoles.find(each => each === typed.trim().toLowerCase());
  if (role === undefined) throw new Problem('setting-invalid', {name: '--role', value: typed});
  return {role, shops: shopsTyped(typedShops) ?? 'all'};
}

export type ShopReach = 'all' | readonly string[];

/** Somebody who has signed in to the office, as of this request. */
export interface Visitor {
  /** The id of the person, which never changes. */
  readonly person: string;
  readonly name: string;
  readonly role: VisitorRole;
  readonly shops: ShopReach;
  /** The id of the session, which is no secret. */
  readonly session: string;
  /** What every form that this person sends has to contain, as `token`. */
  readonly formToken: string;
}

/** Whether what is of these shops may be given, set or seen by who has `own`: nobody reaches beyond their own shops. */
export const reaches = (own: ShopReach, shops: ShopReach): boolean =>
  own === 'all' || (shops !== 'all' && shops.every(shop => own.includes(shop)));

/** Throws `Problem` office-shops-beyond for what is not within reach. */
export function checkReach(own: ShopReach, shops: ShopReach): void {
  if (own !== 'all' && !reaches(own, shops)) throw new Problem('office-shops-beyond', {shops: own.join(', ')});
}

/** Whether somebody may change what belongs to the whole office. */
export const ownsOffice = ({role, shops}: Pick<Visitor, 'role' | 'shops'>): boolean =>
  role === 'owner' && shops === 'all';
