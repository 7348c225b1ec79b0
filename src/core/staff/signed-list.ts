import {form, object, oneOf, positive, type Specified, someText} from '../spec/spec.js';

/** What a head office keeps for all tills and ships to them: who works there, and what is sold at which price. */
export const listKinds = ['staff', 'items'] as const;
export type ListKind = (typeof listKinds)[number];

const hash = form('64 hexadecimal digits', /^[0-9a-f]{64}$/, 'the SHA-256 of the list as it was sent');
const instant = form('an instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'when the office signed it, by its clock');

/** What a till records of a list of its office. With the kind, these members are the text that was signed. */
export const listSpec = object(
  {
    shop: someText('the shop’s name at the office'),
    version: positive('its version, which never falls'),
    at: instant,
    sha256: hash,
    signature: someText('of this by the office’s key, in base64'),
    office: form('43 characters of base64url', /^[\w-]{43}$/, 'the key by which it signed'),
  },
  'which list it is',
);
export type SignedList = Specified<typeof listSpec>;

/** What the text under the signature states. */
export type ListHead = Pick<SignedList, 'shop' | 'version' | 'at' | 'sha256'> & {readonly kind: ListKind};

/** The text that an office signs. Throws a `RangeError` if a part does not fit the form, which is a bug of ours. */
export function listNote({kind, shop, version, at, sha256}: ListHead): string {
  const note = `duka.list/1\n${kind}\n${shop}\n${version}\n${at}\n${sha256}\n`;
  if (!noteForm.test(note)) throw new RangeError('no list can be signed with this');
  return note;
}

/** What a note states; undefined for any other text. It does not check a signature. */
export function listHeadIn(note: string): ListHead | undefined {
  const {kind, shop = '', version, at = '', sha256 = ''} = noteForm.exec(note)?.groups ?? {};
  const known = listKinds.find(each => each === kind);
  return known && {kind: known, shop, version: Number(version), at, sha256};
}

const noteForm =
  /^duka\.list\/1\n(?<kind>staff|items)\n(?<shop>[\w-]{1,64})\n(?<version>[1-9]\d{0,14})\n(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n(?<sha256>[0-9a-f]{64})\n$/u;

const listRefusals = ['unreadable', 'forged', 'foreign', 'shortened', 'older'] as const;
export type ListRefusal = (typeof listRefusals)[number];

/** The list that a till has now, if it is of the office that the till belongs to. */
type Known = Pick<SignedList, 'version' | 'at' | 'sha256' | 'office'> | undefined;

/** A list as it came. `isSigned`: the key of the till’s office has signed the note. `sha256` is that of the bytes that came. */
export type OfferedList = {
  readonly kind: ListKind;
  readonly shop: string;
  readonly office: string;
  readonly note: string;
  readonly isSigned: boolean;
  readonly sha256: string;
};

type ListVerdict =
  | {readonly kind: 'take'; readonly head: ListHead}
  /** The till has it already. */
  | {readonly kind: 'known'}
  | {readonly kind: 'refuse'; readonly why: ListRefusal; readonly version: number | null};

const dayMs = 86_400_000;

/**
 * Judges a list that came for a till. The same list signed anew is taken once a day, so that the till knows how old its list is. Two lists of
 * one version are no office’s: whatever came second is a forgery, or an office that has forgotten what it signed.
 */
export function judgeList(before: Known, {kind, shop, office, note, isSigned, sha256}: OfferedList): ListVerdict {
  const head = listHeadIn(note);
  const refuse = (why: ListRefusal): ListVerdict => ({kind: 'refuse', why, version: head?.version ?? null});
  if (head === undefined) return refuse('unreadable');
  if (!isSigned) return refuse('forged');
  if (head.kind !== kind || head.shop !== shop) return refuse('foreign');
  if (head.sha256 !== sha256) return refuse('shortened');
  const known = before?.office === office ? before : undefined;
  if (known === undefined || head.version > known.version) return {kind: 'take', head};
  if (head.version < known.version) return refuse('older');
  if (head.sha256 !== known.sha256) return refuse('forged');
  return Date.parse(head.at) - Date.parse(known.at) >= dayMs ? {kind: 'take', head} : {kind: 'known'};
}

/** For how many days a list is valid. After that a till goes on with it, and says how old it is. */
const listDays = 30;

/** How many days ago the office signed a list; undefined while it is valid. A clock that was set back makes no list older. */
export function daysTooOld({at}: Pick<SignedList, 'at'>, now: number): number | undefined {
  const days = Math.floor((now - Date.parse(at)) / dayMs);
  return days > listDays ? days : undefined;
}

/** What a till records about a list that it does not take. */
export const refusedList = {
  kind: oneOf(listKinds, 'of what it is a list'),
  why: oneOf(
    listRefusals,
    '`unreadable`, not signed by the office (`forged`), of another shop (`foreign`), not whole (`shortened`), or of an earlier version than the one in force (`older`)',
  ),
  sha256: hash,
};
