import type {Answer, Json} from './answer.js';
import {
  type Answered,
  asBoolean,
  asInteger,
  asObject,
  asString,
  type Body,
  isNo,
  isObject,
  isRefusal,
  isServiceBody,
  isSuccess,
  notFound,
  plainText,
} from './body.js';
import {type AnswerSubject, whyNoRefusal} from './signals.js';

/** What all answers have in common. They are kept as they came and interpreted at every fold, whatever the time and order. */

/** Why the answer to a request that may have left says nothing about the payment. */
type Unclear =
  | 'no-answer'
  | 'not-the-service'
  | 'server-error'
  | 'busy'
  | 'conflict'
  | 'duplicate'
  | 'system-error'
  | 'other-reference'
  | 'no-reference'
  | 'contradictory';

/** What the customer must do next, according to the service. It is kept because a crash must not lose it. */
export type ProviderDetails = {
  readonly requiresOtp: boolean;
  readonly otpLength: number;
  readonly mustRedirect: boolean;
  readonly completionUrl?: string;
  readonly paymentToken?: string;
  readonly payee?: string;
  readonly paymentMethod?: string;
  readonly transactionChannel?: string;
  readonly before?: string;
  readonly after?: string;
  /** A card's 3-D Secure challenge: the bank's address, and the value to post to it as `creq`. */
  readonly challenge?: {readonly url: string; readonly creq: string};
  /** The bank wants to ask, but there is no page that this till would open: its address is not https, or it is not whole. */
  readonly lacksPage?: true;
  /** The service's own reference of the payment, if its answer gave one beside the till's. */
  readonly serviceReference?: string;
  /** Whether the answer to a card charge called it complete. This is no proof: the status record has to say so. */
  readonly isCompleted?: boolean;
};

/** The result of a payment request. `text`: the service's wording; `code`: of the operating system or the HTTP parser. */
export type RequestOutcome =
  | {readonly kind: 'not-sent'; readonly code: string}
  | {readonly kind: 'unknown'; readonly why: Unclear; readonly text: string}
  | {readonly kind: 'refused'; readonly why: 'credentials' | 'declined' | 'field'; readonly text: string}
  | {readonly kind: 'accepted'; readonly text: string; readonly details: ProviderDetails};

/** Whether the service itself, and no intermediary, refused the key and said nothing else with it. */
export function isKeyRefused(answer: Answer): boolean {
  if (answer.kind !== 'answered' || (answer.http !== 401 && answer.http !== 403)) return false;
  return isServiceBody(answer.body) && whyNoRefusal(answer, {}) === undefined;
}

/** Returns what an answer to any call means by itself; undefined if its words have to be read. */
export function unreadable(answer: Answer): Extract<RequestOutcome, {kind: 'not-sent' | 'unknown'}> | undefined {
  if (answer.kind === 'not-sent') return {kind: 'not-sent', code: answer.code};
  if (answer.kind === 'no-answer') return {kind: 'unknown', why: 'no-answer', text: answer.phase ?? answer.code};
  const {http, body} = answer;
  if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};
  if (http === 409) return {kind: 'unknown', why: 'conflict', text: plainText(answer)};
  if (!isSuccess(http) && !isRefusal(http)) return {kind: 'unknown', why: 'server-error', text: plainText(answer)};
  return isServiceBody(body) ? undefined : {kind: 'unknown', why: 'not-the-service', text: plainText(answer)};
}

/** The result of an order not confirmed by the service, in its wording (`text`). After `unknown` it may have been carried out. */
export type NotDone =
  | {readonly kind: 'not-sent'; readonly text: string}
  | {readonly kind: 'unknown'; readonly why: Unclear; readonly text: string}
  | {readonly kind: 'refused'; readonly why: 'credentials' | 'field'; readonly text: string};

/** The result of a question without its answer. `not-offered`: the service lacks the call, which the contract allows. */
export type Unanswered =
  | {readonly kind: 'not-found' | 'not-offered' | 'no-answer'; readonly text: string}
  | {
      readonly kind: 'question-failed';
      readonly why: 'credentials' | 'busy' | 'other-page' | 'other';
      readonly text: string;
    };

/** A page of a list. Pages are numbered from 0. `totalPages` is null if the answer does not say. `isLast`: no page comes after this one. */
export type Page<Row> = {
  readonly kind: 'page';
  readonly rows: readonly Row[];
  readonly page: number;
  readonly totalPages: number | null;
  readonly isLast: boolean;
};

/** Whether a service may lack the call, and what the call is about. The meaning of a bare 404 depends on both. */
export type CallKind = 'required' | 'optional' | 'optional-list';

const noSuchCall =
  /\bno (?:static resource|handler|route|endpoint|mapping)\b|\b(?:route|endpoint|path|url|method)\b.{0,80}\bnot (?:found|supported|allowed|available)\b|\b(?:cannot|can't) (?:get|patch)\b|\bmethod not allowed\b/i;
const noSuchThing = /\b(?:subscription|plan|charge|record)s?\b/i;

/** The content of a success: its `data`, or the whole body if the service does not wrap it. */
export const within = (body: Body): Json => body['data'] ?? body;
/** Whether an answer says that it is not a success, whatever its HTTP status. */
export const saysNo = (body: Body) => isNo(body['success']) || isNo(body['status']);
/** Returns the service's own wording, after its response code if it gives one. */
export const spokenText = (body: Body) =>
  [asString(body['response_code']), asString(body['message'])].filter(Boolean).join(' ');

/** Returns the body of a success, whoever sent it; undefined otherwise. The caller has to check that its content comes from the service. */
export function successBody(answer: Answer): Body | undefined {
  if (answer.kind !== 'answered' || !isSuccess(answer.http) || !isObject(answer.body)) return undefined;
  return saysNo(answer.body) ? undefined : answer.body;
}

/**
 * Reads an answer that does not give what the order asked for. A refusal counts only in the service's own words, and
 * only if nothing in them says that the order may stand. A success in no documented form proves nothing.
 */
export function notDone(answer: Answer, about: AnswerSubject = {}): NotDone {
  const outcome = unreadable(answer);
  if (outcome !== undefined) return outcome.kind === 'not-sent' ? {kind: 'not-sent', text: outcome.code} : outcome;
  const {body, http, ...rest} = answer as Answered & {readonly body: Body};
  const text = spokenText(body);
  if (isSuccess(http) && !saysNo(body)) return {kind: 'unknown', why: 'not-the-service', text};
  const why = whyNoRefusal({...rest, body, http}, about);
  if (why !== undefined) return {kind: 'unknown', why, text};
  return {kind: 'refused', why: http === 401 || http === 403 ? 'credentials' : 'field', text};
}

/** Reads an answer that does not give what the question asked for. */
export function unanswered(answer: Answer, call: CallKind): Unanswered {
  if (answer.kind !== 'answered') return {kind: 'no-answer', text: answer.phase ?? answer.code};
  const {http, body} = answer;
  const text = (isObject(body) ? spokenText(body) : '') || plainText(answer);
  if (http === 429) return {kind: 'question-failed', why: 'busy', text};
  const isOwn = isServiceBody(body);
  if (isOwn && (http === 401 || http === 403)) return {kind: 'question-failed', why: 'credentials', text};
  const missing = whatIsMissing(answer);
  if (missing === 'call') {
    return call === 'required' ? {kind: 'question-failed', why: 'other', text} : {kind: 'not-offered', text};
  }
  if (missing === 'either') return {kind: call === 'optional-list' ? 'not-offered' : 'not-found', text};
  return missing === 'thing' ? {kind: 'not-found', text} : {kind: 'question-failed', why: 'other', text};
}

/** Whether an answer says that the call does not exist, or that its subject does not. A bare 404 can be `either`. */
export function whatIsMissing({http, body}: Answered): 'call' | 'thing' | 'either' | undefined {
  const text = asString(asObject(body)['message']) ?? '';
  const isThing = isServiceBody(body) && notFound.test(text) && noSuchThing.test(text);
  if (http === 405) return 'call';
  if (http === 404) {
    if (!isObject(body) || noSuchCall.test(text)) return 'call';
    return isThing || (isServiceBody(body) && /^no /i.test(text)) ? 'thing' : 'either';
  }
  return isThing && http < 500 ? 'thing' : undefined;
}

/** How a list is read: its rows, whether the service may lack the call, and which page was asked for. */
type PageReading<Row> = {
  readonly read: (row: Body) => Row | undefined;
  readonly call: CallKind;
  readonly asked: number;
};

/**
 * Reads a page of rows. A row for which `read` returns undefined is left out, so an empty page proves nothing. A page is the one that the
 * answer says it is: a service that knows the parameters by other names sends its first page again and again.
 */
export function readPage<Row>(answer: Answer, {read, call, asked}: PageReading<Row>): Page<Row> | Unanswered {
  const data = within(successBody(answer) ?? {data: null});
  const page = asObject(data);
  const list = [data, page['content'], page['data']].find(isList);
  if (list === undefined || (answer.kind === 'answered' && answer.doubled === true)) return unanswered(answer, call);
  const number = asInteger(page['number']) ?? asInteger(asObject(page['pageable'])['pageNumber']) ?? 0;
  if (number !== asked) return {kind: 'question-failed', why: 'other-page', text: String(number + 1)};
  const totalPages = asInteger(page['totalPages']) ?? null;
  const isLast = data === list || isLastPage(page, {number, totalPages, length: list.length});
  return {kind: 'page', rows: list.flatMap(row => read(asObject(row)) ?? []), page: number, totalPages, isLast};
}

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

type Place = {readonly number: number; readonly totalPages: number | null; readonly length: number};

/** Whether no page comes after this one. If the answer does not say, another page may come, unless this one is empty. */
function isLastPage(page: Body, {number, totalPages, length}: Place): boolean {
  const last = asBoolean(page['last']);
  if (last !== undefined) return last;
  if (length === 0) return true;
  if (totalPages !== null) return number + 1 >= totalPages;
  return length < (asInteger(page['size']) ?? 0);
}

/** Returns only the members that are not undefined. */
export const present = (optional: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(optional).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
