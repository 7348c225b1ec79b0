import type {Answer, Json} from './answer.js';

/** Reads the bodies of the service's answers, before anything interprets them. */

/** The members of a body, as they came. */
export type Body = {readonly [name: string]: Json};

export type Answered = Extract<Answer, {kind: 'answered'}>;

/** Whether a value is a JSON object, neither an array nor null. */
export const isObject = (body: Json | undefined): body is Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Returns a text or a number as text; undefined for anything else, for the empty text and for the text `null`. */
export function asString(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value !== 'string' || value === '' || value === 'null' ? undefined : value;
}

/** Like `asString`, for an optional member. A boolean, an array or an object becomes `?`, which equals no valid value. */
export const stated = (value: Json | undefined): string | undefined =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null) ? '?' : asString(value);

/** Returns a boolean, which may come as text; undefined for anything else. */
export function asBoolean(value: Json | undefined): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

/** Returns a whole number from 0, which may come as text; undefined for anything else. */
export function asInteger(value: Json | undefined): number | undefined {
  const number = Number(asString(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Returns a JSON object as it is; an empty object for anything else. */
export const asObject = (value: Json | undefined): Body => (isObject(value) ? value : {});

/** A member's name without what its spellings differ in. A name that consists only of that stays as it is. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase() || name;
const no = /^(?:false|no|0)$/i;
/** Whether a member that calls an answer a success or not says no, in any form: `false`, `0`, `"False"`. */
export const isNo = (value: Json | undefined): boolean =>
  value === false || value === 0 || (typeof value === 'string' && no.test(value.trim()));

/** Whether a body is in one of the service's documented forms. A captive portal or a proxy uses none of them. */
export function isServiceBody(body: Json | undefined): body is Body {
  if (!isObject(body)) return false;
  const spoken = typeof body['message'] === 'string';
  return (
    body['response_code'] !== undefined ||
    typeof body['statusOk'] === 'boolean' ||
    (spoken &&
      (typeof body['status'] === 'boolean' || typeof body['success'] === 'boolean' || body['error_code'] !== undefined))
  );
}

/** A copy that an intermediary changed (203), and a part of an answer (206). */
const notWhole: ReadonlySet<number> = new Set([203, 206]);
export const isSuccess = (http: number) => http >= 200 && http <= 299 && !notWhole.has(http);
/** The HTTP statuses with which the contract shows a record. */
export const isOfRecord = (http: number) => http === 200 || http === 201;
/** HTTP statuses that leave open what became of a request: timeout, conflict, too early, too many requests. */
const leftOpen: ReadonlySet<number> = new Set([408, 409, 425, 429]);
export const isRefusal = (http: number) => http >= 400 && http <= 499 && !leftOpen.has(http);

export const notFound = /not found|no record|does not exist|invalid transaction reference|INVALID_REF/i;

/** Describes an answer in a few words, if it is not in one of the service's own forms. */
export const plainText = (answer: Answered): string =>
  `HTTP ${answer.http}${answer.text === undefined ? '' : ` ${answer.text.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}`}`;
