import {Problem} from '../problem.js';
import {isValid} from '../spec/check.js';
import {flag, list, object, oneOf, orNull, positive, type Specified, text} from '../spec/spec.js';
import {looksLike, staffName} from '../staff/name.js';
import {type ListedPerson, roles, type StaffRole} from '../staff/schema.js';
import {isShopName} from './view.js';

const members = {
  id: text(),
  name: text(),
  role: oneOf(roles),
  isLocked: flag(),
  shops: orNull(list(text()), 'all'),
  start: text('the SHA-256 of the code with which the person begins at a till'),
  version: positive('of the list that said so first in this form'),
};
const tillPersonSpec = object(members);
export type TillPerson = Specified<typeof tillPersonSpec>;
export const isTillStaff = isValid(list(tillPersonSpec));

export type TillStaffChange =
  | ({readonly type: 'add'} & Pick<TillPerson, 'id' | 'name' | 'role' | 'shops' | 'start'>)
  | ({readonly type: 'change'; readonly id: string; readonly version?: number | undefined} & Partial<
      Pick<TillPerson, 'name' | 'role' | 'shops' | 'isLocked' | 'start'>
    >)
  | {readonly type: 'remove'; readonly id: string; readonly version?: number | undefined};

/** The version of the next list: it rises with each change and, by the clock, also in an office that was restored from a backup. */
export const nextVersion = (before: number, now: number): number => Math.max(before + 1, Math.floor(now / 1000));

/**
 * The people after a change, and whom it is about. `version` is that of the new list. Throws `Problem` office-person-unknown,
 * office-person-taken, office-person-changed for a change that was made of an earlier version, and as `staffName` does.
 */
export function decideTillStaff(
  people: readonly TillPerson[],
  change: TillStaffChange,
  version: number,
): {readonly people: readonly TillPerson[]; readonly about: TillPerson} {
  const before = people.find(({id}) => id === change.id);
  const others = people.filter(each => each !== before);
  const named = (typed: string): string => {
    const name = staffName(typed);
    if (others.some(each => looksLike(each.name, name))) throw new Problem('office-person-taken', {name});
    return name;
  };
  if (change.type === 'add') {
    const {type: _, ...given} = change;
    const about = {...given, name: named(given.name), isLocked: false, version};
    return {people: [...others, about], about};
  }
  if (before === undefined) throw new Problem('office-person-unknown');
  if ((change.version ?? before.version) !== before.version)
    throw new Problem('office-person-changed', {name: before.name});
  if (change.type === 'remove') return {people: others, about: {...before, version}};
  const {name = before.name, role = before.role, shops = before.shops, isLocked = before.isLocked} = change;
  const about = {...before, role, shops, isLocked, name: named(name), start: change.start ?? before.start, version};
  return {people: people.map(each => (each === before ? about : each)), about};
}

/** The list as it is shipped to the tills of a shop. It is the same for the same people in any order. */
export function staffListText(people: readonly TillPerson[], shop: string): string {
  const listed = people
    .filter(({shops}) => shops?.includes(shop) ?? true)
    .map(({id, name, role, isLocked, start}): ListedPerson => ({id, name, role, isLocked, start}))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify({people: listed});
}

/** A role at tills that was typed. Throws `Problem` setting-invalid. */
export function tillRoleTyped(typed: string): StaffRole {
  const role = roles.find(each => each === typed.trim().toLowerCase());
  if (role === undefined) throw new Problem('setting-invalid', {name: '--role', value: typed});
  return role;
}

/** Shops that were typed, without which it is all of them. Throws `Problem` setting-invalid. */
export function shopsTyped(typed: string): TillPerson['shops'] {
  const shops = typed.split(/[\s,]+/).filter(each => each !== '');
  const wrong = shops.find(each => !isShopName(each));
  if (wrong !== undefined) throw new Problem('setting-invalid', {name: '--shop', value: wrong});
  return shops.length === 0 ? null : [...new Set(shops)];
}
