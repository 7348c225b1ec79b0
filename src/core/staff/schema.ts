import {type EventOf, isOneOf} from '../journal/envelope.js';
import {money} from '../money/schema.js';
import {
  count,
  flag,
  form,
  list,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  someText,
  text,
} from '../spec/spec.js';
import {listSpec} from './signed-list.js';

/** What a person is at the shop, from the fewest rights to the most. The accountant, who comes last, reads and reconciles. */
export const roles = ['cashier', 'supervisor', 'manager', 'owner', 'accountant'] as const;
export type StaffRole = (typeof roles)[number];

/** Whether a role may do something: alone, with an approval, or not at all. */
export const rights = ['yes', 'approval', 'no'] as const;
export type Right = (typeof rights)[number];

export const verbs = [
  'sell',
  'supersede',
  'discount',
  'price-change',
  'items-change',
  'refund',
  'refund-in-cash',
  'subscribe',
  'subscription-change',
  'cash-in',
  'cash-out',
  'cash-drop',
  'open-drawer',
  'shift',
  'close-day',
  'close-with-difference',
  'totals',
  'export',
  'reprint',
  'resolve',
  'receive',
  'account-limit',
  'reconcile',
  'accept-difference',
  'close-books',
  'settings',
  'staff',
] as const;
export type Verb = (typeof verbs)[number];

const credentialKinds = ['pin', 'badge', 'passphrase', 'token'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

const number = positive('the person’s number: the first of the staff is 1');
const role = oneOf(roles, 'what the person is at the shop');
const language = form('two small letters', /^[a-z]{2}$/, 'the language of the person’s screens');
const hash = (about: string) => form('64 hexadecimal digits', /^[0-9a-f]{64}$/, about);
const credential = object(
  {
    kind: oneOf(credentialKinds, 'what it is'),
    record: hash('the SHA-256 of its record, which lies beside the journal and has the salt'),
  },
  'What proves who the person is. Nobody can try PINs against it: the salt is not in the journal.',
);
export type Credential = Specified<typeof credential>;

export const permissionMembers = {
  right: oneOf(rights, 'what the role may do from now on'),
  most: list(
    money(''),
    'the limit of one action by currency; above it, and in a currency that is not named, somebody else approves',
  ),
  mostInShift: list(money(''), 'the limit of all actions of a person in one shift, held in the same way'),
};
const permission = {verb: oneOf(verbs, 'what the right is needed for'), role, ...permissionMembers};

const onlyThese = list(oneOf(verbs), 'what a script may do, and nothing else, whatever the role');

export const personMembers = {
  number,
  name: someText('the name'),
  role,
  status: oneOf(['active', 'locked', 'removed'], 'whether the person can sign in; who was removed keeps the name'),
  verbs: optional(onlyThese, 'it is a person, who has the rights of the role'),
};

/** One of the people of another till, with the data of that till. */
const carriedPerson = object({
  ...personMembers,
  formerly: list(someText('a name'), 'names that the person had before'),
  language: optional(language, 'that of the till'),
  credentials: list(credential, 'what proves who the person is'),
  refusals: count('how often in a row what was given to prove who it is was wrong'),
});

const listedMembers = {
  id: someText('of the person at the office, which never changes'),
  name: someText('the name'),
  role,
  isLocked: flag('the person cannot sign in at any till'),
  start: optional(hash('the SHA-256 of the code with which the person signs in until a PIN is set'), 'there is none'),
};
const listedPerson = object(listedMembers);
export type ListedPerson = Specified<typeof listedPerson>;
/** The list of people as an office ships it. */
export const staffList = object({people: list(listedPerson)});

/** What may be in force in place of settings. */
export const allowedValues = list(
  object({
    name: someText('which setting; `till` for a till that is new in the home'),
    value: text('its value as JSON; of a secret, the start of a digest'),
  }),
  'what may be in force that the settings do not say',
);

export const staffEvents = {
  'staff-added': object(
    {
      number,
      name: someText('the name, like no other of this till that is or was'),
      role,
      language: optional(language, 'that of the till'),
      credential,
      verbs: optional(onlyThese, 'it is a person, who has the rights of the role'),
      recovery: optional(hash('the SHA-256 of the recovery code'), 'it is not the first owner'),
    },
    'Somebody works at the till from now on. The first is its owner.',
  ),
  'staff-changed': object(
    {
      number,
      name: optional(someText('the new name'), 'it stays'),
      role: optional(role, 'it stays'),
      language: optional(language, 'it stays'),
      credential: optional(credential, 'all stay'),
      withdrawn: optional(oneOf(credentialKinds, 'a credential that is no longer taken'), 'all stay'),
      recovery: optional(hash('the SHA-256 of the new recovery code'), 'it stays'),
    },
    'Something of a person has changed.',
  ),
  'staff-listed': object(
    {
      list: listSpec,
      people: list(
        object({number, ...listedMembers}),
        'all who are on it; who was on an earlier one works here no more',
      ),
      unplaced: list(
        someText('a name'),
        'on the list that the till cannot give to anybody: a script or somebody else has it',
      ),
    },
    'The head office has said who works at its tills. Whoever else works at this till stays.',
  ),
  'staff-locked': object(
    {number, reason: someText('why')},
    'The person cannot sign in until somebody unlocks the name.',
  ),
  'staff-unlocked': object({number}, 'The person can sign in again.'),
  'staff-removed': object({number, reason: someText('why')}, 'The person no longer works here. The name stays taken.'),
  'signed-in': object(
    {number, by: oneOf([...credentialKinds, 'recovery', 'start'], 'what proved who it is')},
    'The person has signed in at the till.',
  ),
  'signed-out': object({number, reason: oneOf(['asked', 'idle', 'switched'], 'why')}, 'The person has left the till.'),
  'sign-in-refused': object(
    {
      number: orNull(positive('whose name was given'), 'nobody has the name, or the recovery code was wrong'),
      by: oneOf([...credentialKinds, 'recovery'], 'what was given'),
      for: oneOf(['sign-in', 'approval'], 'what it was given for'),
    },
    'What was given to prove who somebody is was wrong.',
  ),
  'rights-changed': object(permission, 'The owner has changed what a role may do.'),
  'staff-carried-over': object(
    {
      from: someText('the till of the same home that has them'),
      people: list(carriedPerson, 'all of them'),
      recovery: orNull(hash('the SHA-256 of the recovery code'), 'there is none'),
      refusals: count('how often a name that nobody has, or what is nobody’s badge, was given in a row'),
      rights: list(object(permission), 'what the owner has changed of the table of rights'),
      allowed: optional(allowedValues, 'nothing'),
    },
    'A till without people in a home in which people sign in at another one: they sign in at this one too. It is the first line of a new till, and says nothing in a till that has people.',
  ),
  approved: object(
    {
      verb: oneOf(verbs, 'what was approved'),
      action: hash('the SHA-256 of whom it is for, the verb and the facts of the one action that was approved'),
      for: positive('the number of the person who does it'),
    },
    'The person of this line approves one action of somebody else, which follows. It serves once, and ends with the process, with the sign-in and after five minutes.',
  ),
};

export type StaffEvent = EventOf<typeof staffEvents>;
export const isStaffEvent = isOneOf(staffEvents);
