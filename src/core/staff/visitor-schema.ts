import {flag, list, object, oneOf, optional, orNull, positive, someText, text} from '../spec/spec.js';
import {roles} from './schema.js';

/** What somebody may do in a head office, from the most to the least. The accountant reads, reconciles and exports; a viewer only reads. */
export const visitorRoles = ['owner', 'manager', 'accountant', 'viewer'] as const;
/** What a token may read of a head office. */
export const visitorRights = ['payments', 'days', 'zs', 'tills', 'incidents', 'exports'] as const;
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
  'tills-staff-changed': object(
    {
      ...who,
      role: oneOf(roles, 'at the tills'),
      shops: optional(list(someText('a shop'), 'at whose tills the person works'), 'all'),
      state: oneOf(['active', 'locked', 'removed'], 'whether the person can sign in at these tills from now on'),
      hasNewCode: flag('the person begins anew at each till, with a code'),
      version: positive('of the list of staff that says so'),
    },
    'The office has a new list of who works at its tills.',
  ),
  'tills-items-changed': object(
    {
      shop: orNull(someText('at whose tills it holds'), 'at all, in place of the lists of single shops'),
      version: positive('of the list'),
      sha256: someText('of the list, in hexadecimal digits'),
      items: positive('how many it has'),
      file: someText('the name of the file that was read'),
    },
    'The office has a new price list for its tills.',
  ),
  'token-made': object(
    {
      ...who,
      rights: list(oneOf(visitorRights), 'what it may read'),
      shops: optional(list(someText('a shop'), 'of which it may read'), 'all'),
    },
    'A program may read from the head office from now on, by a token. `name` and `id` are those of the token.',
  ),
  'token-revoked': object(who, 'A token is good for nothing any more. `name` and `id` are those of the token.'),
  'sign-in-locked': object(
    {
      name: orNull(someText('of the person whose means were tried'), 'it is an address'),
      address: text('from which the last try came'),
      minutes: positive('for how long nothing more is tried'),
    },
    'Somebody has tried to sign in to the head office too often in vain.',
  ),
};
