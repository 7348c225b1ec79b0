import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import {dictionary, object, type Specified} from '../spec/spec.js';
import {permissionMembers, type Right, rights, roles, type StaffRole, type Verb, verbs} from './schema.js';

/** What a role may do, and up to which amount. Above a limit, another person has to approve. */
const permissionSpec = object(permissionMembers);
export type Permission = Specified<typeof permissionSpec>;

const [yes, ask, no] = rights;

/** The roles' rights unless the owner changed them. A cashier sells; a second person sees what gives money back or takes it out. */
const usual: Readonly<
  Record<Verb, readonly [cashier: Right, supervisor: Right, manager: Right, owner: Right, accountant: Right]>
> = {
  sell: [yes, yes, yes, yes, no],
  supersede: [yes, yes, yes, yes, no],
  discount: [ask, yes, yes, yes, no],
  'price-change': [ask, yes, yes, yes, no],
  'items-change': [no, ask, yes, yes, no],
  refund: [ask, yes, yes, yes, no],
  'refund-in-cash': [ask, yes, yes, yes, no],
  subscribe: [yes, yes, yes, yes, no],
  'subscription-change': [ask, yes, yes, yes, no],
  'cash-in': [yes, yes, yes, yes, no],
  'cash-out': [ask, yes, yes, yes, no],
  'cash-drop': [ask, yes, yes, yes, no],
  'open-drawer': [ask, yes, yes, yes, no],
  shift: [yes, yes, yes, yes, no],
  'close-day': [yes, yes, yes, yes, no],
  'close-with-difference': [ask, ask, yes, yes, no],
  totals: [ask, yes, yes, yes, yes],
  export: [ask, ask, yes, yes, yes],
  reprint: [yes, yes, yes, yes, yes],
  resolve: [ask, ask, yes, yes, no],
  receive: [ask, yes, yes, yes, no],
  'account-limit': [ask, ask, yes, yes, no],
  reconcile: [no, ask, yes, yes, yes],
  'accept-difference': [no, ask, yes, yes, yes],
  'close-books': [no, no, yes, yes, yes],
  settings: [no, no, no, yes, no],
  staff: [no, no, ask, yes, no],
};

/** The rights that the owner has changed: the latest change for each verb and role. */
export const rightsSpec = dictionary(permissionSpec);
export type RightsChanges = Specified<typeof rightsSpec>;

const keyOf = (verb: Verb, role: StaffRole) => `${verb} ${role}`;

/** Returns what a role may do, by the table and the owner's changes. The owner keeps every right, and cannot lock the shop out. */
export function permissionOf(changes: RightsChanges, role: StaffRole, verb: Verb): Permission {
  const free = {most: [], mostInShift: []};
  if (role === 'owner') return {right: usual[verb][roles.indexOf('owner')] ?? no, ...free};
  return changes[keyOf(verb, role)] ?? {right: usual[verb][roles.indexOf(role)] ?? no, ...free};
}

export const withPermission = (
  changes: RightsChanges,
  {verb, role, ...permission}: Permission & {readonly verb: Verb; readonly role: StaffRole},
): RightsChanges => ({...changes, [keyOf(verb, role)]: permission});

/** Returns the changes as a list, each in the form that `withPermission` takes. */
export const permissionsIn = (changes: RightsChanges): readonly (Permission & {verb: Verb; role: StaffRole})[] =>
  verbs.flatMap(verb =>
    roles.flatMap(role => {
      const permission = changes[keyOf(verb, role)];
      return permission === undefined ? [] : [{verb, role, ...permission}];
    }),
  );

/** Returns a right in words, with its limits if it has any. */
export function permissionText({right, most, mostInShift}: Permission, language: Language): string {
  const {rights, limit, shiftLimit} = messages(language).staff;
  return [
    rights[right],
    ...most.map(each => limit({amount: displayMoney(each, language)})),
    ...mostInShift.map(each => shiftLimit({amount: displayMoney(each, language)})),
  ].join(', ');
}

/** The right that a command needs if the till has staff: these show sums or what a drawer should hold, others only payments. */
export const lookRights = {
  day: 'totals',
  'shift show --z': 'totals',
  'closing show': 'totals',
  'staff report': 'totals',
  'journal events': 'totals',
  'journal show NUMBER': 'totals',
  'journal review': 'export',
  'journal export': 'export',
  archive: 'export',
  'backup create': 'export',
  reconcile: 'reconcile',
  'reconcile seal': 'reconcile',
  'reconcile countersign': 'reconcile',
} as const satisfies Readonly<Record<string, Verb>>;
