import type {IncomingMessage, ServerResponse} from 'node:http';
import {businessDate} from '../../core/day/business-day.js';
import {date as dateSpec} from '../../core/day/schema.js';
import {
  type ApiCursor,
  type ApiPath,
  type ApiToken,
  apiErrorSpec,
  apiPaths,
  cursorIn,
  cursorText,
  openApi,
} from '../../core/office/api.js';
import type {Visitor} from '../../core/office/person.js';
import {isValid, jsonOf} from '../../core/spec/check.js';
import type {Spec} from '../../core/spec/spec.js';
import type {PageFile} from '../../views/office/page-block.js';
import type {HeadOffice} from '../program.js';
import {originOf} from '../sender.js';
import {readPage} from './pages.js';

export const apiRoot = '/api/v1';
const mostListed = 200;
const isDay = isValid(dateSpec());

type ToldAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Asked = {readonly office: HeadOffice; readonly now: number; readonly query: URLSearchParams};

const refused = (status: number, error: string, message: string, headers = {}): ToldAnswer => ({
  status,
  headers,
  body: jsonOf(apiErrorSpec, {error, message}),
});
export const tooMany = refused(429, 'busy', 'Too many requests: wait a moment.', {'retry-after': '1'});
export const notAllowed = refused(405, 'method', 'Only GET is answered.', {allow: 'GET'});
export const unavailable = refused(503, 'unavailable', 'The office cannot read its books now.', {'retry-after': '60'});
const notFound = refused(404, 'not-found', 'There is no such thing.');
const badQuery = refused(400, 'query-invalid', 'A parameter of the query is not as it should be.');

/** What a program is answered that asks by this token; undefined: it gave none of this office. */
export async function answerApi(
  {url, token}: {readonly url: URL; readonly token: ApiToken | undefined},
  {office: whole, now}: {readonly office: HeadOffice; readonly now: number},
): Promise<ToldAnswer | PageFile> {
  const path = url.pathname.slice(apiRoot.length);
  if (path === '/openapi.json') return {status: 200, body: openApi()};
  if (token === undefined)
    return refused(401, 'token-invalid', 'Send a token of this office.', {'www-authenticate': 'Bearer'});
  const office = whole.seenWith(token.shops ?? 'all');
  const isExport = path.startsWith('/exports/');
  const right = isPath(path) ? apiPaths[path].right : isExport ? 'exports' : undefined;
  if (right === undefined) return notFound;
  if (!token.rights.some(each => each === right))
    return refused(403, 'right-missing', 'The token does not have this right.');
  if (isExport) {
    const visitor: Visitor = {
      person: '',
      name: '',
      role: 'accountant',
      shops: token.shops ?? 'all',
      session: '',
      formToken: '',
    };
    const file = await readPage(new URL(`${path}${url.search}`, url), {office, language: 'en', visitor, now});
    return file !== undefined && 'pieces' in file ? file : notFound;
  }
  return (isPath(path) && (await readers[path]({office, now, query: url.searchParams}))) || badQuery;
}

const isPath = (path: string): path is ApiPath => Object.hasOwn(apiPaths, path);

/** The answer as its specification has it. */
const told = (path: ApiPath, value: unknown): ToldAnswer => ({
  status: 200,
  body: jsonOf(apiPaths[path].answer as Spec<unknown>, value as never),
});

const readers: Readonly<Record<ApiPath, (asked: Asked) => Promise<ToldAnswer | undefined>>> = {
  '/payments': async ({office, now, query}) => {
    const today = businessDate(now, (await office.rows.zone(undefined)) ?? 'UTC', '00:00');
    const [from, to] = [query.get('from') ?? today, query.get('to') ?? today];
    const after = placeOf(query);
    if (!isDay(from) || !isDay(to) || after === undefined) return undefined;
    const freshness = await office.freshness();
    const parts = office.rows.paymentsOf({from, to}, query.get('shop') ?? undefined, after ?? undefined);
    const payments = (await parts.next()).value ?? [];
    const last = payments.at(-1);
    const next = last && cursorText([last.businessDate, last.reference, last.till]);
    return told('/payments', {payments, next: next ?? null, freshness});
  },
  '/days': async ({office, now, query}) => {
    const zone = (await office.rows.zone(undefined)) ?? 'UTC';
    const date = query.get('date') ?? businessDate(now, zone, '00:00');
    return isDay(date) ? told('/days', {date, zone, ...(await office.takings(date))}) : undefined;
  },
  '/zs': async ({office, query}) => {
    const freshness = await office.freshness();
    const part = partOf(await office.rows.zs(), ({shop, till, number}) => [shop, till, String(number)], query);
    return part && told('/zs', {zs: part.items, next: part.next, freshness});
  },
  '/tills': async ({office}) => told('/tills', {tills: await office.tills()}),
  '/incidents': async ({office, query}) => {
    const part = partOf(await office.incidents(), ({shop, till, number}) => [shop, till, String(number)], query);
    return part && told('/incidents', {incidents: part.items, next: part.next});
  },
};

/** The place after which to go on; null: from the beginning. Undefined if the cursor is none. */
function placeOf(query: URLSearchParams): ApiCursor | null | undefined {
  const typed = query.get('cursor');
  return typed === null ? null : cursorIn(typed);
}

/** Some of a list, after the item that the cursor names; undefined if it names none. */
function partOf<T>(items: readonly T[], placed: (item: T) => ApiCursor, query: URLSearchParams) {
  const after = placeOf(query);
  const at = after ? items.findIndex(each => String(placed(each)) === String(after)) : -1;
  if (after === undefined || (after !== null && at < 0)) return undefined;
  const part = items.slice(at + 1, at + 1 + mostListed);
  const last = part.at(-1);
  const isEnd = at + 1 + part.length === items.length;
  return {items: part, next: isEnd || last === undefined ? null : cursorText(placed(last))};
}

/** The secret that a request gives; empty if it gives none. Undefined if others could read it on the way. */
export function secretOf(request: IncomingMessage): string | undefined {
  if (originOf(request) === undefined) return undefined;
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

export const insecure = refused(403, 'insecure', 'Ask under https, or on the computer of the office.');

export function sendAnswer(response: ServerResponse, {status, body, headers}: ToldAnswer): void {
  const text = `${JSON.stringify(body)}\n`;
  const own = {'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff'};
  response.writeHead(status, {...own, ...headers, 'content-length': Buffer.byteLength(text)}).end(text);
}
