import {list, object, oneOf, optional, orNull, positive, someText, text} from '../spec/spec.js';

/** What somebody may do in a head office, from the most to the least. The accountant reads, reconciles and exports; a viewer only reads. */
export const visitorRoles = ['owner', 'manager', 'accountant', 'viewer'] as const;
export type VisitorRole = (typeof visitorRoles)[number];

const who = {id: someText('of the person, which never changes'), name: someText('the name')};

/** The events about the people of a head office. They are in the office’s own chain of lines, and in no till’s journal. */
export const visitorEvents = {
  'visitor-admitted': object(
    {
      ...who,
      role: oneOf(visitorRoles, 'what the person may do'),
      shops: optional(list(someText('a shop'), 'that the person may look at'), 'all'),
    },
    'The person may sign in to the head office from now on, with these rights.',
  ),
  'visitor-reset': object(who, 'The person gets new means of signing in. Those of before, and all sessions, end.'),
  'visitor-removed': object(who, 'The person may sign in no more. All sessions have ended.'),
  'sign-in-locked': object(
    {
      name: orNull(someText('of the person whose means were tried'), 'it is an address'),
      address: text('from which the last try came'),
      minutes: positive('for how long nothing more is tried'),
    },
    'Somebody has tried to sign in to the head office too often in vain.',
  ),
};
