import type {EventData, StoredEvent} from '../journal/event.js';
import {type Action, actionsOf} from './actions.js';
import {looksLike} from './name.js';
import {permissionsIn, type RightsChanges, withPermission} from './permissions.js';
import type {CredentialKind, StaffRole, Verb} from './schema.js';

/** One of the people of a till. */
export type Person = {
  /** 1 for the first. */
  readonly number: number;
  readonly name: string;
  /** Names that the person had before: older lines have them. */
  readonly formerly?: readonly string[];
  readonly role: StaffRole;
  readonly language: string | null;
  readonly status: 'active' | 'locked' | 'removed';
  /** The SHA-256 of the record of each credential. */
  readonly credentials: Readonly<Partial<Record<CredentialKind, string>>>;
  /** Of a script: what it may do, and nothing else. */
  readonly verbs?: readonly Verb[];
  /** How often in a row what was given to prove who it is was wrong. */
  readonly refusals: number;
};

type StaffCarried = EventData<'staff-carried-over'>;

/** The people of a till, in the order of their numbers; nobody while the till works without staff. */
export type Staff = {
  readonly people: readonly Person[];
  /** The SHA-256 of the recovery code. */
  readonly recovery: string | null;
  /** How often a name that nobody has, or what is nobody's badge, or a wrong recovery code, was given since a manager or an owner signed in. */
  readonly refusals: number;
  /** What the owner has changed of the table of rights. */
  readonly rights: RightsChanges;
  /** How much each person has done in this shift of what has limits, in minor units, by `spentKey`. */
  readonly spent: Readonly<Record<string, number>>;
};

export const noStaff: Staff = {people: [], recovery: null, refusals: 0, rights: {}, spent: {}};

/** Of what is limited by shift: the person's number, the verb and the currency. */
export const spentKey = (number: number, verb: Verb, currency: string): string => `${number} ${verb} ${currency}`;

/** Whether the till has people who sign in; without them everything is as if there were one person. */
export const hasStaff = ({people}: Staff): boolean => people.length > 0;

/** The staff after an event. */
export function evolveStaff(before: Staff, event: StoredEvent): Staff {
  const staff = spending(before, event);
  switch (event.type) {
    case 'staff-added': {
      const {number, name, role, language = null, credential, verbs, recovery = staff.recovery} = event.data;
      const person: Person = {
        ...{number, name, role, language, status: 'active', refusals: 0},
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
        return {...before, ...given, ...renamed, credentials: {...left, ...added}};
      });
    }
    case 'staff-locked':
      return changed(staff, event.data.number, before => ({...before, status: 'locked'}));
    case 'staff-unlocked':
      return changed(staff, event.data.number, before => ({...before, status: 'active', refusals: 0}));
    case 'staff-removed':
      return changed(staff, event.data.number, before => ({...before, status: 'removed', credentials: {}}));
    case 'signed-in': {
      const {number, by} = event.data;
      // The recovery code is for an owner who was locked, too.
      const freed = by === 'recovery' ? ({status: 'active'} as const) : {};
      const clears = clearsForAll.includes(personOf(staff, number)?.role ?? 'cashier');
      return changed(clears ? {...staff, refusals: 0} : staff, number, before => ({...before, ...freed, refusals: 0}));
    }
    case 'sign-in-refused': {
      const {number} = event.data;
      if (number === null) return {...staff, refusals: staff.refusals + 1};
      return changed(staff, number, before => ({...before, refusals: before.refusals + 1}));
    }
    case 'staff-carried-over':
      return hasStaff(staff) ? staff : carriedStaff(event.data);
    case 'rights-changed':
      return {...staff, rights: withPermission(staff.rights, event.data)};
    default:
      return staff;
  }
}

/** The people of a till as its home's new till is told of them: what they have done in a shift is of that till alone. */
export const carriedOver = (from: string, {people, recovery, refusals, rights}: Staff): StaffCarried => ({
  from,
  people: people.map(({credentials, language, formerly = [], verbs, ...person}) => ({
    ...person,
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

/** Whoever guesses badges has a PIN of their own, perhaps: signing in between two tries clears nothing. */
const clearsForAll: readonly StaffRole[] = ['manager', 'owner'];

/** What was done of each verb with an amount counts until the next shift, or the next Z. */
function spending(staff: Staff, event: StoredEvent): Staff {
  if (staff.people.length === 0) return staff;
  if (event.type === 'shift-opened' || event.type === 'z-reported') return {...staff, spent: {}};
  const actions = actionsOf(event).filter(({amount}) => amount !== undefined);
  if (actions.length === 0) return staff;
  const person = staff.people.find(({name}) => name === event.person);
  if (person === undefined) return staff;
  return {...staff, spent: actions.reduce((spent, action) => withSpent(spent, person.number, action), staff.spent)};
}

/** The sums with what one action adds to them. */
export function withSpent(spent: Staff['spent'], number: number, {verb, amount}: Action): Staff['spent'] {
  if (amount === undefined) return spent;
  const key = spentKey(number, verb, amount.currency);
  return {...spent, [key]: (spent[key] ?? 0) + amount.minor};
}

/** What was removed stays removed. */
function changed(staff: Staff, number: number, change: (before: Person) => Person): Staff {
  return {
    ...staff,
    people: staff.people.map(each => (each.number === number && each.status !== 'removed' ? change(each) : each)),
  };
}

/** Who has this name, or a name that looks like it; those who were removed too. */
export function personCalled({people}: Pick<Staff, 'people'>, name: string): Person | undefined {
  return people.find(each => looksLike(each.name, name));
}

/** Who has, or had, this name or one that looks like it: it is nobody else's for ever. */
export function personEverCalled({people}: Pick<Staff, 'people'>, name: string): Person | undefined {
  return people.find(each => [each.name, ...(each.formerly ?? [])].some(one => looksLike(one, name)));
}

/** Who has this number, and still works here. */
export function personOf({people}: Staff, number: number): Person | undefined {
  return people.find(each => each.number === number && each.status !== 'removed');
}

/** Those who can sign in. */
export const activePeople = ({people}: Staff): readonly Person[] => people.filter(({status}) => status === 'active');

/** Those who work here, locked or not. */
export const presentPeople = ({people}: Staff): readonly Person[] => people.filter(({status}) => status !== 'removed');

const freeTries = 3;
const firstWaitMs = 30_000;
const longestWaitMs = 30 * 60_000;

/**
 * Milliseconds that go by before what is given next is looked at: none for the first three tries, then half a minute, twice as long after
 * each, half an hour at most, which the tenth waits (PCI DSS 4.0.1, 8.3.4). They are waited anew by every process, on a clock that only goes forward: neither a restart nor a clock
 * that was set makes them shorter.
 */
export function waitAfter(refusals: number): number {
  return refusals < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, refusals - freeTries));
}

/** Digits of a PIN. */
export const pinDigits = {least: 4, most: 8} as const;

/** Whether a text has the form of a PIN. No badge has it, so that one field takes either and nobody says which it is. */
export const isPin = (text: string): boolean =>
  /^\d+$/.test(text) && text.length >= pinDigits.least && text.length <= pinDigits.most;

/** What somebody may be, and by what. */
export type PossiblePerson = {readonly person: Person; readonly by: CredentialKind};

/**
 * What a text that was typed or scanned may prove, in the order in which it is tried: a PIN whoever was named; anything else the badge or
 * the passphrase of whoever was named and, where a badge picks its person by itself, the badge of everybody who works here.
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

/** How often in a row what was typed or scanned was wrong: what may be anybody's counts for nobody in particular. */
export const refusalsOf = (staff: Staff, named: Person | undefined, text: string, picks: boolean): number =>
  named === undefined || (picks && !isPin(text)) ? staff.refusals : named.refusals;
