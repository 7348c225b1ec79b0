import type {AnyEvent, DataOf} from '../journal/envelope.js';
import {Problem} from '../problem.js';
import {count, dictionary, flag, list, object, optional, orNull, type Specified, text, whole} from '../spec/spec.js';
import {looksLike} from './name.js';
import {permissionsIn, type RightsChanges, rightsSpec, withPermission} from './permissions.js';
import {
  type CredentialKind,
  isStaffEvent,
  personMembers,
  type StaffRole,
  type staffEvents,
  type Verb,
} from './schema.js';
import {listSpec} from './signed-list.js';

/** The wrong credentials in a row. */
const refusals = {
  refusals: count('how many'),
  refusedAt: optional(text('when the last was given'), 'none was'),
  provedAt: optional(text('when a right one ended an earlier row'), 'none did'),
};
type Refusals = Pick<Person, keyof typeof refusals>;

const personSpec = object({
  ...personMembers,
  formerly: optional(list(text()), 'the person always had this name, which older lines have too'),
  language: orNull(text(), 'that of the till'),
  credentials: dictionary(text('the SHA-256 of its record'), 'by kind'),
  ...refusals,
  office: optional(
    object({
      id: text('there'),
      isLocked: flag('there'),
      isNew: flag('the person has never had a PIN at this till'),
      start: optional(text('the SHA-256 of the code that signs in until a PIN is set'), 'there is none'),
      used: optional(text('the same of the one in whose place a PIN was set'), 'none was'),
    }),
    'the person is on no list of a head office',
  ),
});
export type Person = Specified<typeof personSpec>;

type StaffCarried = DataOf<typeof staffEvents, 'staff-carried-over'>;

/** The people of a till, in the order of their numbers. It is empty if the till works without staff. */
export const staffSpec = object({
  people: list(personSpec),
  recovery: orNull(text('the SHA-256 of the recovery code'), 'there is none'),
  rights: rightsSpec,
  list: optional(listSpec, 'no head office has said who works here'),
  spent: dictionary(
    whole('in minor units'),
    'the amounts of each person in this shift, by `spentKey`, with which the limits for a shift are compared',
  ),
  /** Unknown names, unknown badges and wrong recovery codes since a manager or an owner last signed in. */
  ...refusals,
});
export type Staff = Specified<typeof staffSpec>;

export const noStaff: Staff = {people: [], recovery: null, refusals: 0, rights: {}, spent: {}};

/** Returns the key of `Staff.spent`: the person’s number, the verb and the currency. */
export const spentKey = (number: number, verb: Verb, currency: string): string => `${number} ${verb} ${currency}`;

/**
 * Whether the till has people who sign in. Without them, the till works as if there were one person. A list of the office alone does not
 * change that, or the people who sell there could not go on: it does once one of its people has set a PIN.
 */
export const hasStaff = ({people}: Pick<Staff, 'people'>): boolean => people.some(({office}) => office?.isNew !== true);

/** Whether the head office has said who works here and nobody has a PIN yet: each of its people begins with the code from there. */
export const needsCode = (staff: Pick<Staff, 'people'>): boolean => staff.people.length > 0 && !hasStaff(staff);

/** Returns the people and the rights after an event, with the amounts of the shift as they were. */
export function evolvePeople(staff: Staff, event: AnyEvent): Staff {
  if (event.type === 'office-left') return withoutOffice(staff);
  if (!isStaffEvent(event)) return staff;
  switch (event.type) {
    case 'staff-added': {
      const {number, name, role, language = null, credential, verbs, recovery = staff.recovery} = event.data;
      const person: Person = {
        number,
        name,
        role,
        language,
        status: 'active',
        refusals: 0,
        credentials: {[credential.kind]: credential.record},
        ...(verbs && {verbs}),
      };
      return {...staff, people: [...staff.people.filter(each => each.number !== number), person], recovery};
    }
    case 'staff-changed': {
      const {number, credential, withdrawn, recovery = staff.recovery, ...changes} = event.data;
      return changed({...staff, recovery}, number, before => {
        const left = Object.fromEntries(Object.entries(before.credentials).filter(([kind]) => kind !== withdrawn));
        const added = credential === undefined ? {} : {[credential.kind]: credential.record};
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        const formerly = [...(before.formerly ?? []), before.name];
        const renamed = changes.name === undefined ? {} : {formerly};
        const {office} = before;
        const settled = office !== undefined && credential !== undefined && {office: withPin(office)};
        return {...before, ...given, ...renamed, ...settled, credentials: {...left, ...added}};
      });
    }
    case 'staff-listed':
      return listed(staff, event.data);
    case 'staff-locked':
      return changed(staff, event.data.number, before => ({...before, status: 'locked'}));
    case 'staff-unlocked':
      return changed(staff, event.data.number, before => ({...freed(before), ...provedAt(event)}));
    case 'staff-removed':
      return changed(staff, event.data.number, before => ({...before, status: 'removed', credentials: {}}));
    case 'signed-in': {
      const {number, by} = event.data;
      // The recovery code also serves an owner who was locked.
      const clears = clearsForAll(personOf(staff, number));
      const proved = provedAt(event);
      return changed(clears ? {...staff, ...proved} : staff, number, before => ({
        ...(by === 'recovery' ? freed(before) : before),
        ...proved,
      }));
    }
    case 'sign-in-refused': {
      const {number} = event.data;
      if (number === null) return {...staff, ...refusedAt(staff, event)};
      return changed(staff, number, before => ({...before, ...refusedAt(before, event)}));
    }
    case 'staff-carried-over':
      return hasStaff(staff) ? staff : carriedStaff(event.data);
    case 'rights-changed':
      return {...staff, rights: withPermission(staff.rights, event.data)};
    default:
      return staff;
  }
}

/** The code signs in no more once something else does. */
const withPin = ({id, isLocked, start, ...of}: NonNullable<Person['office']>) => ({
  id,
  isLocked,
  isNew: false,
  ...((start ?? of.used) && {used: start ?? of.used}),
});

/** Whoever the office has locked, only the office unlocks. */
const freed = (person: Person): Person => (person.office?.isLocked === true ? person : {...person, status: 'active'});

/**
 * The people after a list of the office. Who is on it is as the list says, but keeps what was set at this till: what proves who it is, and a
 * lock. Who was on the list before and is no more works here no more. Who never was on one stays.
 */
function listed(staff: Staff, {list, people: now}: DataOf<typeof staffEvents, 'staff-listed'>): Staff {
  const people = staff.people.filter(({number}) => !now.some(each => each.number === number));
  const gone = people.map(person =>
    person.office === undefined
      ? person
      : {
          ...person,
          status: 'removed' as const,
          credentials: {},
          office: {...withPin(person.office), isNew: person.office.isNew},
        },
  );
  const known = now.map(({number, id, name, role, isLocked, start}): Person => {
    const before = staff.people.find(each => each.number === number);
    const isKept = before !== undefined && before.status !== 'removed';
    const isLockedHere = before?.status === 'locked' && before.office?.isLocked !== true;
    const formerly =
      before === undefined || before.name === name ? before?.formerly : [...(before.formerly ?? []), before.name];
    const used = before?.office?.used;
    return {
      number,
      language: null,
      refusals: 0,
      credentials: {},
      ...(isKept && before),
      name,
      role,
      ...(formerly && {formerly}),
      status: isLocked || isLockedHere ? 'locked' : 'active',
      office: {
        id,
        isLocked,
        isNew: before === undefined || before.office?.isNew === true,
        ...(start !== used && {start}),
        ...(used && {used}),
      },
    };
  });
  return {...staff, list, people: [...gone, ...known].sort((a, b) => a.number - b.number)};
}

/** Nothing of the office holds any more. Whoever never had a PIN at this till has never worked here. */
const withoutOffice = ({list: _, people, ...staff}: Staff): Staff => ({
  ...staff,
  people: people.filter(({office}) => office?.isNew !== true).map(({office: __, ...person}) => person),
});

const provedAt = ({at}: AnyEvent): Refusals => ({refusals: 0, provedAt: at});
const refusedAt = ({refusals}: Refusals, {at}: AnyEvent) => ({refusals: refusals + 1, refusedAt: at});

/** Returns the event data that carries the staff, and what stands for settings, to a home's other till; but no amounts of a shift. */
export const carriedOver = (
  from: string,
  {people, recovery, refusals, rights}: Staff,
  allowed: Readonly<Record<string, string>> = {},
): StaffCarried => ({
  from,
  people: people.map(({credentials, language, formerly = [], verbs, number, name, role, status, refusals: tries}) => ({
    number,
    name,
    role,
    status,
    refusals: tries,
    ...(language === null ? {} : {language}),
    ...(verbs && {verbs: [...verbs]}),
    formerly: [...formerly],
    credentials: (Object.entries(credentials) as [CredentialKind, string][]).map(([kind, record]) => ({kind, record})),
  })),
  recovery,
  refusals,
  rights: permissionsIn(rights).map(({most, mostInShift, ...each}) => ({
    ...each,
    most: [...most],
    mostInShift: [...mostInShift],
  })),
  allowed: Object.entries(allowed).map(([name, value]) => ({name, value})),
});

const carriedStaff = ({people, recovery, refusals, rights}: StaffCarried): Staff => ({
  people: people.map(({credentials, language = null, formerly, verbs, ...person}) => ({
    ...person,
    language,
    ...(verbs && {verbs}),
    ...(formerly.length > 0 && {formerly}),
    credentials: Object.fromEntries(credentials.map(({kind, record}) => [kind, record])),
  })),
  recovery,
  refusals,
  rights: rights.reduce<RightsChanges>(withPermission, {}),
  spent: {},
});

/** Only a manager or an owner clears the count of refusals, so that nobody guesses badges and signs in between. */
const clearsForAll = (person: Person | undefined): boolean =>
  person !== undefined && person.verbs === undefined && ['manager', 'owner'].includes(person.role);

/** A person who was removed stays removed. */
const changed = (staff: Staff, number: number, change: (before: Person) => Person): Staff => ({
  ...staff,
  people: staff.people.map(each => (each.number === number && each.status !== 'removed' ? change(each) : each)),
});

/** Returns the person who has this name or one that looks like it, removed or not. */
export const personCalled = ({people}: Pick<Staff, 'people'>, name: string): Person | undefined =>
  people.find(each => looksLike(each.name, name));

/** Returns the person who has, or had, this name or one that looks like it. Nobody else can ever take it. */
export const personEverCalled = ({people}: Pick<Staff, 'people'>, name: string): Person | undefined =>
  people.find(each => [each.name, ...(each.formerly ?? [])].some(one => looksLike(one, name)));

/** Returns the person with this number, if the person still works here. */
export const personOf = ({people}: Staff, number: number): Person | undefined =>
  people.find(each => each.number === number && each.status !== 'removed');

/** Returns the people who can sign in. */
export const activePeople = ({people}: Staff): readonly Person[] => people.filter(({status}) => status === 'active');

/** Returns the people who work here, locked or not. */
export const presentPeople = ({people}: Staff): readonly Person[] => people.filter(({status}) => status !== 'removed');

/** Whether a person is an owner. A script never is, whatever its role. */
export const isOwner = ({role, verbs}: Person): boolean => role === 'owner' && verbs === undefined;

const freeTries = 3;
const firstWaitMs = 30_000;
const longestWaitMs = 30 * 60_000;

/**
 * Returns the milliseconds to wait before the next credential is checked: none for the first three tries, then 30 seconds, doubled after
 * each further refusal up to 30 minutes, which the tenth try waits (PCI DSS 4.0.1, 8.3.4). Every process starts the wait anew, by a
 * monotonic clock, so that neither a restart nor a changed clock shortens it.
 */
export const waitAfter = (refusals: number): number =>
  refusals < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, refusals - freeTries));

const pinDigits = {least: 4, most: 8} as const;

/** Whether a text has the form of a PIN. No badge has this form, so that one field takes either without asking which it is. */
export const isPin = (text: string): boolean =>
  /^\d+$/.test(text) && text.length >= pinDigits.least && text.length <= pinDigits.most;

/** A person who may be meant, and the kind of credential that would prove it. */
export type PossiblePerson = {readonly person: Person; readonly by: CredentialKind};

/**
 * Returns the people whom a typed or scanned text may prove, in the order in which they are tried. A PIN can only be that of the named
 * person. Any other text can be the badge or the passphrase of the named person and, if `picks` is set (a badge alone identifies its
 * person), the badge of anybody who works here.
 */
export function possiblePeople(
  staff: Staff,
  named: Person | undefined,
  text: string,
  picks: boolean,
): readonly PossiblePerson[] {
  const candidate = (by: CredentialKind) => (person: Person) => ({person, by});
  const own = named === undefined ? [] : [named];
  const others = picks ? presentPeople(staff).filter(({number}) => number !== named?.number) : [];
  const candidates = isPin(text)
    ? own.map(candidate('pin'))
    : [...own.map(candidate('badge')), ...own.map(candidate('passphrase')), ...others.map(candidate('badge'))];
  return candidates.filter(({person, by}) => person.credentials[by] !== undefined);
}

export type ProofAttempt = {readonly name: string; readonly secret: string; readonly picks?: boolean};

/**
 * Returns the number of refusals in a row that count for a text, here and at the till of the home with the most: those of the named person
 * (`number`) or, if the text may be anybody’s or nobody has the name, the common ones (0). The highest count of all tills is the one that
 * counts, so that nobody has new tries at another till. Those of another till do not if the person has given a right one anywhere since; for
 * one till’s own, no clock is believed. A right one that is still to come at `now` was given while a clock was ahead, and hides nothing.
 */
export function refusalsIn(
  own: Staff,
  others: readonly Staff[],
  {name, secret, picks = false}: ProofAttempt,
  now: number,
): {readonly number: number; readonly here: number; readonly elsewhere: number} {
  const named = (staff: Staff) => {
    const found = personCalled(staff, name);
    return found?.status === 'removed' ? undefined : found;
  };
  const isCommon = named(own) === undefined || (picks && !isPin(secret));
  const [here, ...elsewhere] = [own, ...others].flatMap((staff): readonly Refusals[] => {
    const whose = isCommon ? staff : named(staff);
    return whose === undefined ? [] : [whose];
  });
  const proved = [here, ...elsewhere]
    .map(each => each?.provedAt ?? '')
    .reduce((a, b) => (b > a && Date.parse(b) <= now ? b : a), '');
  const counted = elsewhere.filter(each => (each.refusedAt ?? '') > proved).map(({refusals}) => refusals);
  const number = isCommon ? 0 : (named(own)?.number ?? 0);
  return {number, here: here?.refusals ?? 0, elsewhere: Math.max(0, ...counted)};
}

/** PINs that a guesser tries first: one digit repeated, and digits in sequence. */
const isWeak = (pin: string) => /^(\d)\1+$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin);

/** Checks a new PIN. Throws `Problem` pin-invalid, pin-weak. */
export function checkPin(pin: string): void {
  const {least, most} = pinDigits;
  if (!isPin(pin)) throw new Problem('pin-invalid', {least, most});
  if (isWeak(pin)) throw new Problem('pin-weak');
}

const properDigits = 6;

/** Whether a PIN is short for somebody who may change settings or people. It is taken, but a longer one is proposed. */
export const isShortPin = (role: StaffRole, pin: string): boolean =>
  isLongerProposed(role) && pin.length < properDigits;

/** Whether somebody of this role should have a PIN of at least six digits. */
export const isLongerProposed = (role: StaffRole): boolean => role === 'owner' || role === 'manager';

const shortestPassphrase = 12;
const shortestBadge = 6;

/** Checks a new passphrase. Throws `Problem` passphrase-short. */
export function checkPassphrase(passphrase: string): void {
  if (passphrase.length < shortestPassphrase) throw new Problem('passphrase-short', {least: shortestPassphrase});
}

/** Checks a new badge; `badge` has no surrounding spaces. Throws `Problem` badge-short, also for a badge that could be a PIN. */
export function checkBadge(badge: string): void {
  if (badge.length < shortestBadge || isPin(badge)) throw new Problem('badge-short', {least: shortestBadge});
}

/** Letters and digits that cannot be mistaken for one another. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code of twenty letters and digits in groups of five. It has 98 bits; each character is equally likely. */
export function newCode(random: (bytes: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < 20)
    for (const byte of random(20 - letters.length))
      if (byte < codeLetters.length * 8) letters.push(codeLetters.charAt(byte % codeLetters.length));
  return letters.join('').replaceAll(/.{5}(?=.)/g, '$&-');
}

/** The text whose SHA-256 a list of the office has of the code with which somebody begins at a till. Nobody finds 98 bits by trying. */
export const startText = (code: string): string => `duka start ${bareCode(code)}`;

/** Returns a code in capitals without separators, however it was typed. */
export const bareCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Returns the number of a script and its secret from a token. Throws `Problem` token-unreadable. */
export function readToken(token: string): {readonly number: number; readonly secret: string} {
  const [, number, secret] = /^\s*(\d{1,6})\.([0-9A-Za-z-]{20,40})\s*$/.exec(token) ?? [];
  if (secret === undefined) throw new Problem('token-unreadable');
  return {number: Number(number), secret: bareCode(secret)};
}
