import {createHash} from 'node:crypto';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {Action} from '../../src/core/rights/actions.js';
import {type BreachReason, rightsAudit} from '../../src/core/rights/audit.js';
import type {StaffRole} from '../../src/core/staff/schema.js';
import {personCalled} from '../../src/core/staff/staff.js';
import type {Identification} from '../../src/till/context.js';
import type {Till} from '../../src/till/till.js';
import type {Act} from './acts.js';
import type {Cashier} from './cashier.js';
import type {Chance, Weights} from './chance.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';

type Worker = {readonly name: string; readonly role: StaffRole; readonly pin: string};

const owner: Worker = {name: 'Wanjiru', role: 'owner', pin: '739154'};
/** Who approves what a Z lacks. */
const manager: Worker = {name: 'Amina', role: 'manager', pin: '482601'};
/** These come and go. */
const others: readonly Worker[] = [
  {name: 'Zawadi', role: 'owner', pin: '915372'},
  {name: 'Chidi', role: 'supervisor', pin: '260847'},
  {name: 'Dara', role: 'cashier', pin: '604913'},
  {name: 'Baraka', role: 'cashier', pin: '371960'},
];
const everybody = [owner, manager, ...others];
const wrongPin = '118273';

const proofOf = ({name, pin}: Worker): Identification => ({name, by: 'pin', secret: pin});

/** What a person with a PIN may be refused beside what everybody may. */
export const staffRefusals: readonly string[] = [
  ...['sign-in-needed', 'sign-in-refused', 'sign-in-left', 'person-locked', 'person-not-signed-in', 'person-unknown'],
  ...['not-allowed', 'approval-needed', 'own-approval', 'person-taken', 'staff-owner-first', 'staff-last-owner'],
];

/** Adds whoever of the staff the till does not have yet; the first owner is signed in by that. */
export async function addMissing({state, addPerson, signIn}: Till): Promise<void> {
  const missing = everybody.filter(({name}) => personCalled(state.staff, name) === undefined);
  if (missing.length === 0) return;
  if (missing.length < everybody.length) await signIn(proofOf(owner));
  for (const one of missing) await addPerson(one);
}

/** Whom somebody who is asked for an approval finds beside them: the right one or any other, who may mistype. */
export function secondPerson(chance: Chance): (action: Action) => Promise<Identification | undefined> {
  return async ({approver}) => {
    if (chance.isTrue(0.1)) return undefined;
    const named = everybody.find(({name}) => name === approver);
    const one = named ?? chance.pick([owner, manager, manager, ...others]);
    return chance.isTrue(0.1) ? {...proofOf(one), secret: wrongPin} : proofOf(one);
  };
}

/** The owner signs in, whatever happened before. */
export const letOwnerIn = (till: Till): Promise<unknown> => till.signIn(proofOf(owner));

/** At the close the manager is there, and knows the PIN. */
export const closingApproval = async (): Promise<Identification> => proofOf(manager);

const numberOf = ({state}: Till, {name}: Worker): number => personCalled(state.staff, name)?.number ?? 0;
const toSomebody =
  (name: string, act: (till: Till, number: number) => Promise<unknown>): Act =>
  (cashier, till) => {
    const one = cashier.chance.pick(others);
    return cashier.perform(`${name} ${one.name}`, () => act(till, numberOf(till, one)));
  };

/** A cashier opens the drawer with somebody's approval, and again soon after, whatever happened in between. */
function insist(cashier: Cashier, till: Till): void {
  const one = cashier.chance.pick(others.filter(({role}) => role === 'cashier'));
  const open = (now: Till) =>
    cashier.perform(`drawer by ${one.name}`, async () => {
      if (now.actor()?.name !== one.name) await now.signIn(proofOf(one));
      await now.noteDrawer('change');
    });
  open(till);
  cashier.later(cashier.chance.between(4, 40) * 1000, open);
}

function signIn(cashier: Cashier, till: Till): void {
  const one = cashier.chance.pick(everybody);
  const proof = cashier.chance.isTrue(0.85) ? proofOf(one) : {...proofOf(one), secret: wrongPin};
  cashier.perform(`sign in ${one.name}`, () => till.signIn(proof));
}

export const staffActs = {
  'sign in': signIn,
  'sign in as another at once': (cashier, till) => {
    signIn(cashier, till);
    signIn(cashier, till);
  },
  'sign out': (cashier, till) => cashier.perform('sign out', () => till.signOut('asked')),
  'open the drawer': (cashier, till) => cashier.perform('drawer', () => till.noteDrawer('change')),
  'open the drawer twice at once': (cashier, till) => {
    for (const _ of [1, 2]) cashier.perform('drawer', () => till.noteDrawer('change'));
  },
  'open the drawer, and soon again': insist,
  'lock somebody': toSomebody('lock', (till, number) => till.lockPerson(number, 'lost badge')),
  'let somebody in again': toSomebody('unlock', (till, number) => till.unlockPerson(number)),
  'remove somebody': toSomebody('remove', (till, number) => till.removePerson(number, 'left')),
  'remove whoever is signed in': (cashier, till) => {
    const {number} = till.actor() ?? {};
    if (number === undefined || number === numberOf(till, owner) || number === numberOf(till, manager)) return false;
    cashier.perform('remove the one who works', () => till.removePerson(number, 'left'));
    return cashier.perform('drawer', () => till.noteDrawer('change'));
  },
  'change what cashiers may': (cashier, till) => {
    const verb = cashier.chance.pick(['open-drawer', 'cash-out', 'refund-in-cash', 'resolve'] as const);
    const right = cashier.chance.pick(['yes', 'approval', 'no'] as const);
    const most = cashier.chance.isTrue(0.5) ? [{currency: 'KES', minor: 10_000} as const] : [];
    cashier.perform(`${verb} ${right}`, () =>
      till.changeRights({verb, role: 'cashier', right, most, mostInShift: most}),
    );
  },
} satisfies Record<string, Act>;

export const usualStaffActs: Weights<keyof typeof staffActs> = {
  'sign in': 22,
  'sign in as another at once': 2,
  'sign out': 3,
  'open the drawer': 12,
  'open the drawer twice at once': 4,
  'open the drawer, and soon again': 14,
  'lock somebody': 2,
  'let somebody in again': 2,
  'remove somebody': 2,
  'remove whoever is signed in': 1,
  'change what cashiers may': 3,
};

const sentences: Readonly<Record<BreachReason, string>> = {
  'not-signed-in': 'had not signed in',
  'not-allowed': 'may not do it',
  'not-approved': 'had no approval for it',
};

/** Holds every line to the rights, from the bytes alone: one approval serves one action, and none is left after a crash. */
export function watchRights({id, log}: Counter, findings: Findings): void {
  const audit = rightsAudit(text => createHash('sha256').update(text).digest('hex'));
  log.onLine = (event: StoredEvent) => {
    const breach = audit(event);
    if (breach !== undefined)
      findings.report('without-right', `${id} ${breach.seq} ${event.type}: ${breach.person} ${sentences[breach.why]}`);
  };
}
