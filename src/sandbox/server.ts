import {lookup} from 'node:dns/promises';
import {once} from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {type Answer, fieldsIn, isRefusal, json, refuse} from './answer.js';
import {
  type Body,
  type HeaderRule,
  type PathValues,
  type SandboxTrouble,
  sandboxApiKey,
  type Tenant,
  type World,
} from './call.js';
import {type Callback, postCallbacks, takeCallbacks} from './cards/charge-card.js';
import {realNow, virtualNow} from './clock.js';
import {type Database, inTransaction, openDatabase, readSetting, writeSetting} from './database.js';
import {
  answerInstead,
  drawFault,
  type FaultRule,
  isFaultBefore,
  readFaultSettings,
  spoil,
} from './faults/broken-answer.js';
import {matchRoute, ownRoutes, type ServiceRoute, serviceRoutes} from './routes.js';
import {letDueHappen} from './subscriptions/billing.js';

/** A running sandbox. `close` does not wait for answers that are still in progress. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT`. The interface is served below it, with and without `/live`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
};

/**
 * `data` is the folder of the books, or `:memory:`; the default `port` is the last used or any free one. `now` is what is advanced, and
 * `date` what answers are dated by: the machine's clock. `tell` hears of failures.
 */
type SandboxOptions = {
  readonly data: string;
  readonly port?: number;
  readonly now?: () => number;
  readonly date?: () => number;
  readonly tell?: (trouble: SandboxTrouble) => void;
};

const loopback = '127.0.0.1';

/**
 * Starts the stand-in for the payments service on the loopback interface.
 *
 * @throws if the folder cannot be used or the port is taken
 */
export async function startSandbox({
  data,
  port,
  now = realNow,
  date = realNow,
  tell = () => {},
}: SandboxOptions): Promise<Sandbox> {
  const database = openDatabase(data);
  const server = createServer();
  const bankHost = await otherLoopbackName();
  try {
    await (port === undefined ? listenWhereBefore(server, database) : listen(server, port));
  } catch (error) {
    database.close();
    throw error;
  }
  const {port: taken} = server.address() as AddressInfo;
  const baseUrl = `http://${loopback}:${taken}`;
  const addresses = {baseUrl, bankUrl: `http://${bankHost}:${taken}`};
  server.on('request', (request, response) => {
    respond({database, addresses, now, date, tell}, request, response).catch(() => response.destroy()); // its client loses the connection
  });
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    apiKey: sandboxApiKey,
    close: () => {
      closed ??= close(server).then(() => database.close());
      return closed;
    },
  };
}

/** Returns a name that makes another origin of the same server, if the machine has one, else the same address. */
async function otherLoopbackName(): Promise<string> {
  const found = await lookup('localhost', {all: true}).catch(() => []);
  return found.some(({address}) => address === loopback) ? 'localhost' : loopback;
}

type Responding = Required<Pick<SandboxOptions, 'now' | 'date' | 'tell'>> & {
  readonly database: Database;
  readonly addresses: Addresses;
};

/** Returns `Wed, 11 Mar 2026 18:49:43 GMT`, the form of the HTTP `Date` header. */
const httpDate = (epochMilliseconds: number): string => new Date(epochMilliseconds).toUTCString();

async function respond(
  {database, addresses, now, date, tell}: Responding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = await readWhole(request);
  const turnedAway = 'refused' in read ? undefined : turnAway(request, read.url.pathname, addresses);
  const whole = turnedAway === undefined ? read : {refused: turnedAway};
  const {answer, clockSkewSeconds, callbacks} =
    'refused' in whole
      ? {answer: whole.refused, clockSkewSeconds: 0, callbacks: []}
      : safely(() => dispatch(database, addresses, whole, now));
  postCallbacks(callbacks, tell);
  await deliver(answer, response, () => httpDate(date() + clockSkewSeconds * 1000));
}

/** A failure of the sandbox itself is answered as a service would answer it. Its transaction was rolled back. */
function safely(work: () => Dispatched): Dispatched {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      answer: json(500, {message: `The sandbox failed: ${reason}`, status: false}),
      clockSkewSeconds: 0,
      callbacks: [],
    };
  }
}

/** A customer may still have the link to a page of the previous process, so the address stays the same if possible. */
async function listenWhereBefore(server: Server, database: Database): Promise<void> {
  const last = Number(readSetting(database, 'port') ?? 0);
  await listen(server, last).catch(() => listen(server, 0));
  writeSetting(database, 'port', String((server.address() as AddressInfo).port));
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, loopback);
  await once(server, 'listening');
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Pages with secret addresses: a merchant's page sends the customer there, so the browser states that page's origin, or none. */
const secretPlace = /^\/(?:pay\/|acs\/|3ds\/challenge$|sandbox\/return$)/;

/**
 * Returns the refusal of a caller that is at the wrong address or was sent by a foreign page: one that came here under another name (a web
 * page whose name was pointed to this machine, DNS rebinding), or a page of another origin. Undefined for all others. `path` is the one by
 * which the request is routed.
 */
function turnAway(
  {headersDistinct}: Pick<IncomingMessage, 'headersDistinct'>,
  path: string,
  addresses: Addresses,
): Answer | undefined {
  const origins = [addresses.baseUrl, addresses.bankUrl];
  const [host, ...otherHosts] = headersDistinct['host'] ?? [];
  if (otherHosts.length > 0 || !origins.includes(`http://${host}`)) return refusal('The sandbox has another address');
  const isOurs = (headersDistinct['origin'] ?? []).every(origin => origins.includes(origin));
  return isOurs || secretPlace.test(path) ? undefined : refusal('The sandbox answers no page of another origin');
}

const refusal = (message: string): Answer => json(403, {message, status: false}, {Connection: 'close'});

const longestBody = 64 * 1024;

/** How many bytes of a body that is too long are read, so that the client receives the answer. */
const longestPatience = 1024 * 1024;

/**
 * Reads a request to its end, or returns the refusal of one that cannot be accepted.
 *
 * @throws if the client disconnects before the end
 */
async function readWhole(request: IncomingMessage): Promise<WholeRequest | {readonly refused: Answer}> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
    if (length > longestPatience) break;
  }
  if (length > longestBody) return refused(413, 'the body is longer than 64 kB');
  const url = URL.parse(request.url ?? '/', 'http://sandbox');
  if (url === null) return refused(400, 'the address cannot be read');
  return {method: request.method ?? 'GET', url, headers: request.headers, text: Buffer.concat(chunks).toString('utf8')};
}

function refused(status: number, message: string): {readonly refused: Answer} {
  return {refused: json(status, {message, status: false}, {Connection: 'close'})};
}

/** Sends an answer, whole or broken as its `delivery` says. `date` is called when the first byte is sent. */
async function deliver(answer: Answer, response: ServerResponse, date: () => string): Promise<void> {
  const {delivery} = answer;
  if (typeof delivery === 'object') await untilGone(delivery.afterSeconds * 1000, response);
  const {socket} = response;
  if (socket === null || socket.destroyed) return;
  const body = Buffer.from(answer.body);
  const headers = {...answer.headers, 'Content-Length': String(body.length), Date: date()};
  const half = body.subarray(0, Math.ceil(body.length / 2));
  switch (delivery) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'drop':
      socket.destroy();
      return;
    case 'cut':
      response.writeHead(answer.status, headers);
      response.write(half, () => socket.destroy());
      return;
    case 'unstated-length':
      socket.end(Buffer.concat([Buffer.from(headOfUnstatedLength(answer, headers.Date)), half]));
      return;
    default:
      response.writeHead(answer.status, headers);
      response.end(body);
  }
}

/** Waits, but stops if the client has disconnected or the server closes. */
async function untilGone(milliseconds: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await setTimeout(milliseconds, undefined, {signal: gone.signal});
  } catch {
    // The client that waited for the answer has disconnected.
  }
}

/** Node would send such a body in chunks, so that a client could notice the missing end. With HTTP/1.0 framing it cannot. */
function headOfUnstatedLength(answer: Answer, date: string): string {
  const fields = Object.entries({...answer.headers, Date: date, Connection: 'close'});
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines}\r\n`;
}

export type WholeRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

export type Addresses = Pick<World, 'baseUrl' | 'bankUrl'>;

/** An answer, the seconds by which its `Date` header is ahead of the machine's clock, and the callbacks that fell due. */
type Dispatched = {readonly answer: Answer; readonly clockSkewSeconds: number; readonly callbacks: readonly Callback[]};

/** Answers a request in one transaction, after everything that fell due. The paths work with `/live`, as at the service, and without. */
export const dispatch = (database: Database, addresses: Addresses, request: WholeRequest, now = realNow): Dispatched =>
  inTransaction(database, () => {
    const {rules, switches} = readFaultSettings(database);
    const world: World = {database, ...addresses, now: virtualNow(database, now()), switches};
    letDueHappen(database, world.now);
    const answer = answerService(world, rules, request);
    return {answer, clockSkewSeconds: switches.clockSkewSeconds, callbacks: takeCallbacks(database)};
  });

function answerService(world: World, rules: readonly FaultRule[], request: WholeRequest): Answer {
  const path = request.url.pathname.replace(/^\/live(?=\/)/, '');
  const match = matchRoute(serviceRoutes, request.method, path);
  if (match === undefined) return answerOwn(world, request);
  if ('allowed' in match) return wrongMethod(match.allowed);
  const {route, values} = match;
  if (route.optional === true && world.switches.withoutOptional) return notFound();
  const rule = drawFault(world.database, rules, route.name);
  if (rule !== undefined && isFaultBefore(rule.fault)) {
    return answerInstead(rule.fault, world.baseUrl + request.url.pathname + request.url.search, rule.seconds);
  }
  const answer = serve(world, route, request, values);
  return rule === undefined || isFaultBefore(rule.fault) ? answer : spoil(answer, rule.fault, rule.seconds);
}

/** Returns the tenant of a request, or the answer to a request that fails authentication. The bodies are documented or observed. */
function authenticate(headers: IncomingHttpHeaders, rule: HeaderRule): Tenant | Answer {
  const {authorization} = headers;
  if (authorization === undefined) return failure(401, 'Authorization header is missing');
  if (/^(Payaza)?\s*$/.test(authorization)) return failure(401, 'Empty or invalid authorization');
  const key = /^Payaza (\S+)$/.exec(authorization)?.[1];
  const decoded = key === undefined ? undefined : decodeBase64(key);
  if (decoded === undefined) return failure(401, 'Invalid authorization header');

  const isOurs = decoded === sandboxApiKey && agrees(rule, headers['x-tenantid']);
  return isOurs ? 'test' : failure(rule.badKeyStatus, 'Authentication failed');
}

function agrees({tenant}: HeaderRule, stated: string | string[] | undefined): boolean {
  if (stated === undefined) return tenant !== 'required';
  return tenant !== 'rejected' && stated === 'test';
}

const failure = (status: number, message: string): Answer => json(status, {message, status: false, retry_count: 0});

/** Node's decoder ignores what is not base64, so the decoded bytes must encode to the same text. */
function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}

function serve(world: World, route: ServiceRoute, request: WholeRequest, values: PathValues): Answer {
  const tenant = authenticate(request.headers, route.headers);
  if (typeof tenant !== 'string') return tenant;
  if (route.headers.product && request.headers['x-productid'] !== 'app') {
    return route.dialect(refuse(400, 'X-ProductID header is missing or invalid'));
  }
  const body = bodyIsFree(request) ? {} : readBody(request);
  if (body === undefined) return route.dialect(refuse(400, 'unable to parse request content json.'));
  const outcome = route.handle(world, {tenant, body, query: request.url.searchParams, values});
  return isRefusal(outcome) ? route.dialect(outcome) : outcome;
}

/** Some requests about a subscription have no body (documented). */
const bodyIsFree = ({method, text}: WholeRequest): boolean => method === 'GET' || (method === 'PATCH' && text === '');

/** Returns the fields of a JSON object; undefined for anything else. */
const readBody = ({headers, text}: WholeRequest): Body | undefined =>
  /^application\/json\b/i.test(headers['content-type'] ?? '') ? fieldsIn(text) : undefined;

function answerOwn(world: World, {method, url, text}: WholeRequest): Answer {
  const match = matchRoute(ownRoutes, method, url.pathname);
  if (match === undefined) return notFound();
  if ('allowed' in match) return wrongMethod(match.allowed);
  return match.route.handle(world, {text, query: url.searchParams, values: match.values});
}

const notFound = (): Answer => json(404, {message: 'Not found', status: false});

const wrongMethod = (allowed: readonly string[]): Answer =>
  json(405, {message: 'Method not allowed', status: false}, {Allow: allowed.join(', ')});
