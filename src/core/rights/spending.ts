import type {StoredEvent} from '../events/event.js';
import {evolvePeople, type Staff, spentKey} from '../staff/staff.js';
import {type Action, actionsOf} from './actions.js';

/** Returns the staff after an event. */
export const evolveStaff = (before: Staff, event: StoredEvent): Staff => evolvePeople(spending(before, event), event);

/** Amounts are added up by verb until the next shift starts, or until the next Z. */
function spending(staff: Staff, event: StoredEvent): Staff {
  if (staff.people.length === 0) return staff;
  if (event.type === 'shift-opened' || event.type === 'z-reported') return {...staff, spent: {}};
  const actions = actionsOf(event).filter(({amount}) => amount !== undefined);
  if (actions.length === 0) return staff;
  const person = staff.people.find(({name}) => name === event.person);
  if (person === undefined) return staff;
  return {...staff, spent: actions.reduce((spent, action) => withSpent(spent, person.number, action), staff.spent)};
}

/** Returns the amounts with that of one action added. */
export function withSpent(spent: Staff['spent'], number: number, {verb, amount}: Action): Staff['spent'] {
  if (amount === undefined) return spent;
  const key = spentKey(number, verb, amount.currency);
  return {...spent, [key]: (spent[key] ?? 0) + amount.minor};
}
