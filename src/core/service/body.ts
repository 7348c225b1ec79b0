import type {Answer, Json} from './answer.js';

/** How the bodies of the service's answers are read, before anything is made of them. */

/** A body's members as they came. */
export type Body = {readonly [name: string]: Json};

export type Answered = Extract<Answer, {kind: 'answered'}>;

/** Whether a value is an object of JSON, neither an array nor null. */
export function isObject(body: Json | undefined): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** A text or a number as text; nothing where there is none, or the text `null`. */
export function asString(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value !== 'string' || value === '' || value === 'null' ? undefined : value;
}

/** As `asString`, where to leave it out is no contradiction: what is there and is no word is one that equals nothing. */
export const stated = (value: Json | undefined): string | undefined =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null) ? '?' : asString(value);

/** A truth value, which may be text; undefined for anything else. */
export function asBoolean(value: Json | undefined): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

/** The whole number from 0 in a JSON value, which may be text. */
export function asInteger(value: Json | undefined): number | undefined {
  const number = Number(asString(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** An object of JSON, or one without members. */
export const asObject = (value: Json | undefined): Body => (isObject(value) ? value : {});

const no = /^(?:false|no|0)$/i;
/** Whether a member that calls an answer a success or none says no, in whatever way: `false`, `0`, `"False"`. */
export const isNo = (value: Json | undefined): boolean =>
  value === false || value === 0 || (typeof value === 'string' && no.test(value.trim()));

/** A body in one of the service's documented dialects. A captive portal or a proxy answers in none of them. */
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

/** A copy that somebody in between has changed, and a part of an answer. */
const notWhole: ReadonlySet<number> = new Set([203, 206]);
export const isSuccess = (http: number) => http >= 200 && http <= 299 && !notWhole.has(http);
/** An HTTP status with which the contract shows a record. */
export const isOfRecord = (http: number) => http === 200 || http === 201;
/** With these it is left open what became of a request: too late, in conflict, too early, too many. */
const leftOpen: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** An HTTP status by which a request was turned down. */
export const isRefusal = (http: number) => http >= 400 && http <= 499 && !leftOpen.has(http);

export const notFound = /not found|no record|does not exist|invalid transaction reference|INVALID_REF/i;

/** What came back in a few words, for an answer that is in none of the service's own. */
export function plainText(answer: Answered): string {
  return `HTTP ${answer.http}${answer.text === undefined ? '' : ` ${answer.text.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}`}`;
}
