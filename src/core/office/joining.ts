import {newTill, type TillRecord} from './accept.js';
import type {OfficeIncident} from './incident.js';

/** Crockford's base 32, in which nobody mistakes a character for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 10;
const chanceBytes = 5;
const digits = (codeBytes * 8) / 5;

/**
 * A code by which a till joins: 40 bits of chance, and the first 40 of the SHA-256 of the office's public key, by which the till knows the
 * office before it believes it anything. Throws a `RangeError` for too few bytes: a bug of ours.
 */
export function mintJoinCode(chance: Uint8Array, keySha256: Uint8Array): string {
  if (chance.length < chanceBytes || keySha256.length !== 32)
    throw new RangeError('no joining code can be made of this');
  const bytes = [...chance.subarray(0, chanceBytes), ...keySha256.subarray(0, chanceBytes)];
  const bits = bytes.map(byte => byte.toString(2).padStart(8, '0')).join('');
  const text = Array.from({length: digits}, (_, place) =>
    alphabet.charAt(Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2)),
  );
  return inGroups(text.join(''));
}

/** A code however somebody has typed it: in small letters, with or without dashes, O for 0, I or L for 1; undefined for any other text. */
export function joinCodeIn(typed: string): string | undefined {
  const bare = typed
    .replaceAll(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return bare.length === digits && [...bare].every(each => alphabet.includes(each)) ? inGroups(bare) : undefined;
}

/** Whether a code, as `joinCodeIn` gives it, was made by the office whose public key has this SHA-256. */
export function isCodeOf(code: string, keySha256: Uint8Array): boolean {
  return mintJoinCode(new Uint8Array(chanceBytes), keySha256).slice(officePart) === code.slice(officePart);
}

/** By what an office finds a code, so that wrong tries count against it and no other. The rest of its chance is the secret. */
export function joinCodeName(code: string): string {
  return code.slice(0, 4);
}

const inGroups = (text: string) => text.replaceAll(/.{4}(?=.)/g, '$&-');
const officePart = -9;

/** A code that an office has given out. `till`: the one that it is for, where the owner has named it. */
export type GivenCode = {
  readonly code: string;
  readonly shop: string;
  readonly till: string | null;
  readonly madeAt: number;
  readonly tries: number;
  readonly isUsed: boolean;
};

/** Why a till cannot join. `wrong-code` also of one that there is not, so that nobody learns which there are. */
export type JoinRefusal = 'wrong-code' | 'expired' | 'wrong-proof' | 'till-taken' | 'other-till';

/** What a till asks for: `key` is the id of its new key; `isProved`: it has signed `joinText` with it. */
export type JoinRequest = {
  readonly code: string;
  readonly till: string;
  readonly key: string;
  readonly isProved: boolean;
};

export type JoinDecision = {
  /** The code after this try; null where there is none of that name. */
  readonly given: GivenCode | null;
  readonly joined: TillRecord | null;
  readonly refusal: JoinRefusal | null;
  readonly incidents: readonly OfficeIncident[];
};

const minute = 60_000;
export const joinMinutes = 15;
export const joinTries = 5;

/**
 * Decides whether a till joins. `given` is the code of the name that was tried, `till` what the office has of a till of that code, in
 * whatever shop: a code is of one till in the whole office, since references begin with it. A till that is there already is let in by a new key only
 * where the owner has named it: else two tills would write into one journal.
 */
export function decideJoin(
  request: JoinRequest,
  {given, till, now}: {readonly given: GivenCode | null; readonly till: TillRecord | null; readonly now: number},
): JoinDecision {
  if (given === null || given.isUsed || given.tries >= joinTries) return refused(given, 'wrong-code');
  const tried = {...given, tries: given.tries + 1};
  if (given.code !== request.code) return refused(tried, 'wrong-code');
  if (now < given.madeAt || now > given.madeAt + joinMinutes * minute) return refused(tried, 'expired');
  if (!request.isProved) return refused(tried, 'wrong-proof');
  if (given.till !== null && given.till !== request.till) return refused(tried, 'other-till');
  const isElsewhere = till !== null && till.shop !== given.shop;
  if (isElsewhere || (till !== null && till.key !== request.key && given.till === null)) {
    return {...refused(tried, 'till-taken'), incidents: [{kind: 'two-tills', key: request.key}]};
  }
  const before = till?.key ?? null;
  const isKeyGone = before !== null && before !== request.key;
  return {
    given: {...tried, isUsed: true},
    joined: till === null ? newTill(given.shop, request.till, request.key) : {...till, key: request.key},
    refusal: null,
    incidents: isKeyGone ? [{kind: 'key-gone', before, key: request.key}] : [],
  };
}

function refused(given: GivenCode | null, refusal: JoinRefusal): JoinDecision {
  return {given, joined: null, refusal, incidents: []};
}
