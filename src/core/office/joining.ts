import {newTill, type TillRecord} from './accept.js';
import type {OfficeIncident} from './incident.js';

/** Crockford's base 32, whose characters cannot be mistaken for one another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 10;
const chanceBytes = 5;
const digits = (codeBytes * 8) / 5;

/**
 * Returns a joining code: 40 random bits, and the first 40 bits of the SHA-256 of the office's public key. By the latter the till
 * recognises the office before it trusts anything that it says. Throws a `RangeError` for too few bytes, which is a bug of ours.
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

/** Returns a code in standard form, typed in any case, with or without dashes, with O for 0, I or L for 1; undefined for other texts. */
export function joinCodeIn(typed: string): string | undefined {
  const bare = typed
    .replaceAll(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return bare.length === digits && [...bare].every(each => alphabet.includes(each)) ? inGroups(bare) : undefined;
}

/** Whether a code, in the form that `joinCodeIn` returns, was made by the office whose public key has this SHA-256. */
export const isCodeOf = (code: string, keySha256: Uint8Array): boolean =>
  mintJoinCode(new Uint8Array(chanceBytes), keySha256).slice(officePart) === code.slice(officePart);

/** The part by which an office looks a code up, so that wrong tries count against this code only. The other random bits are the secret. */
export const joinCodeName = (code: string): string => code.slice(0, 4);

const inGroups = (text: string) => text.replaceAll(/.{4}(?=.)/g, '$&-');
const officePart = -9;

/** A code that an office has issued. `till` is the till that it is for, if the owner has named one. */
export type GivenCode = {
  readonly code: string;
  readonly shop: string;
  readonly till: string | null;
  readonly madeAt: number;
  readonly tries: number;
  readonly isUsed: boolean;
};

/** Why a till cannot join. `wrong-code` also stands for a code that does not exist, so that nobody learns which codes exist. */
export type JoinRefusal = 'wrong-code' | 'expired' | 'wrong-proof' | 'till-taken' | 'other-till';

/** A till's request to join, which is signed with the new key; `key` is the id of that. */
export type JoinRequest = {readonly code: string; readonly till: string; readonly key: string};

export type JoinDecision = {
  /** The code after this try; null if there is no code of that name. */
  readonly given: GivenCode | null;
  readonly joined: TillRecord | null;
  readonly refusal: JoinRefusal | null;
  readonly incidents: readonly OfficeIncident[];
};

const minute = 60_000;
const joinMinutes = 15;
export const joinTries = 5;

/** Why a request to join is refused before its code is looked for, which is no try at one. `isProved`: the key signed `joinText`. */
export function refusedUnread(
  {code, isProved}: {readonly code: string; readonly isProved: boolean},
  keySha256: Uint8Array,
): JoinRefusal | undefined {
  const known = joinCodeIn(code);
  if (known === undefined || !isCodeOf(known, keySha256)) return 'wrong-code';
  return isProved ? undefined : 'wrong-proof';
}

/** Whether a till can still join with a code: it was not used, nor tried too often. */
export const isCodeOpen = ({isUsed, tries}: GivenCode): boolean => !isUsed && tries < joinTries;

/**
 * Decides whether a till joins. `given` is the code of the name that was tried; `till` is the office's record of a till with that till
 * code, in any shop. A till code is unique in the whole office, since references begin with it. A till that exists already may join with a
 * new key only if the owner has named it for this code; otherwise two tills would write into one journal.
 */
export function decideJoin(
  request: JoinRequest,
  {given, till, now}: {readonly given: GivenCode | null; readonly till: TillRecord | null; readonly now: number},
): JoinDecision {
  if (given === null || !isCodeOpen(given)) return refused(given, 'wrong-code');
  const tried = {...given, tries: given.tries + 1};
  if (given.code !== request.code) return refused(tried, 'wrong-code');
  if (now < given.madeAt || now > given.madeAt + joinMinutes * minute) return refused(tried, 'expired');
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
