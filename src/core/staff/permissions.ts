import type {Money} from '../money/money.js';
import {type Right, rights, roles, type StaffRole, type Verb, verbs} from './schema.js';

/** What a role may do, and up to how much: above a limit somebody else has to approve. */
export type Permission = {
  readonly right: Right;
  /** Of one action. */
  readonly most: readonly Money[];
  /** Of all actions of the person in one shift. */
  readonly mostInShift: readonly Money[];
};

const [yes, ask, no] = rights;

/** What each role may do where the owner has said nothing else. A cashier sells; whoever moves money back or out is seen by a second person. */
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
  'cash-drop': [yes, yes, yes, yes, no],
  'open-drawer': [ask, yes, yes, yes, no],
  shift: [yes, yes, yes, yes, no],
  'close-day': [yes, yes, yes, yes, no],
  'close-with-difference': [ask, ask, yes, yes, no],
  totals: [ask, yes, yes, yes, yes],
  export: [ask, ask, yes, yes, yes],
  reprint: [yes, yes, yes, yes, yes],
  resolve: [ask, ask, yes, yes, no],
  receive: [ask, yes, yes, yes, no],
  reconcile: [no, ask, yes, yes, yes],
  'accept-difference': [no, ask, yes, yes, yes],
  'close-books': [no, no, yes, yes, yes],
  settings: [no, no, no, yes, no],
  staff: [no, no, ask, yes, no],
};

/** The rights as the owner has changed them: the newest word on each verb and role. */
export type RightsChanges = Readonly<Record<string, Permission>>;

const keyOf = (verb: Verb, role: StaffRole) => `${verb} ${role}`;

/** What a role may do by the table and by what the owner has changed. An owner has every right: nobody locks the shop's door from inside. */
export function permissionOf(changes: RightsChanges, role: StaffRole, verb: Verb): Permission {
  const free = {most: [], mostInShift: []};
  if (role === 'owner') return {right: usual[verb][roles.indexOf('owner')] ?? no, ...free};
  return changes[keyOf(verb, role)] ?? {right: usual[verb][roles.indexOf(role)] ?? no, ...free};
}

/** The changes with one more. */
export function withPermission(
  changes: RightsChanges,
  {verb, role, ...permission}: Permission & {readonly verb: Verb; readonly role: StaffRole},
): RightsChanges {
  return {...changes, [keyOf(verb, role)]: permission};
}

/** The changes one by one, as `withPermission` takes them. */
export const permissionsIn = (changes: RightsChanges): readonly (Permission & {verb: Verb; role: StaffRole})[] =>
  verbs.flatMap(verb =>
    roles.flatMap(role => {
      const permission = changes[keyOf(verb, role)];
      return permission === undefined ? [] : [{verb, role, ...permission}];
    }),
  );

/** The table of rights for its page, by role. */
export function rightsTable(changes: RightsChanges): string {
  const head = `| | ${roles.join(' | ')} |\n|---|${roles.map(() => '---').join('|')}|`;
  const row = (verb: Verb) => `| ${verb} | ${roles.map(role => permissionOf(changes, role, verb).right).join(' | ')} |`;
  return `${head}\n${verbs.map(row).join('\n')}`;
}
