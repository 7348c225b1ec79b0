import http, {type ClientRequest, type IncomingHttpHeaders} from 'node:http';
import https from 'node:https';
import type {Socket} from 'node:net';
import got, {RequestError} from 'got';
import type {Answer, Call, Sent} from '../core/service/answer.js';
import {Secret} from '../core/text/secret.js';
import {type Lengths, readJson} from './json-body.js';
import {harmless, type Redact, redactKey} from './redact.js';
import {redactCardLike} from './redact-card.js';

/** Milliseconds for each phase of a request: `read` is the whole body, `socket` the time without data, `request` everything together. */
export type Timeouts = {
  readonly lookup: number;
  readonly connect: number;
  readonly secureConnect: number;
  readonly send: number;
  readonly response: number;
  readonly read: number;
  readonly socket: number;
  readonly request: number;
};

/** A query. `redact` hides what its answer must not contain, by default card numbers. `lengths`: members with a maximum of their own. */
export type Query = Call & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly redact?: Redact;
  readonly lengths?: Lengths;
};

/** A request that moves money or changes what the service stores: a POST, or a PATCH, which may have no body. */
export type Command = Query & (Required<Pick<Query, 'body'>> | {readonly method: 'PATCH'});

/** Bytes of HTTP, including headers. The overhead of TLS and TCP is not counted. */
type Traffic = {readonly sent: number; readonly received: number};

/** Counts the bytes of connections, including those that carry several requests one after the other. */
type Meter = {
  /** Adds the bytes that the socket has carried since it was last counted, and returns them, both directions together. */
  readonly count: (socket: Socket) => number;
  readonly total: () => Traffic;
};

function createMeter(): Meter {
  const counted = new WeakMap<Socket, Traffic>();
  let total: Traffic = {sent: 0, received: 0};
  return {
    count: socket => {
      const before = counted.get(socket) ?? {sent: 0, received: 0};
      const now = {sent: socket.bytesWritten, received: socket.bytesRead};
      const added = {sent: now.sent - before.sent, received: now.received - before.received};
      counted.set(socket, now);
      total = {sent: total.sent + added.sent, received: total.received + added.received};
      return added.sent + added.received;
    },
    total: () => total,
  };
}

/** The only way to the network. Every request ends in an `Answer`, and no request is ever repeated. */
export type Http = {
  /** Sends a command over a new connection. On one that was kept alive, a request that was never sent cannot be told from a lost answer. */
  readonly command: (order: Command, signal?: AbortSignal) => Promise<Answer>;
  /** Sends a query over a connection that is kept alive. */
  readonly query: (question: Query, signal?: AbortSignal) => Promise<Answer>;
  readonly traffic: () => Traffic;
  /** Aborts all requests under way, which get the answer of an aborted request, and closes idle connections. */
  readonly close: () => void;
};

/** `limitBytes` is the maximum size of the decompressed body. */
export type HttpOptions = {
  readonly baseUrl: string;
  readonly key: string;
  readonly scheme: string;
  readonly userAgent: string;
  readonly timeouts?: Partial<Timeouts>;
  readonly limitBytes?: number;
};

const orderTimeouts: Timeouts = {
  lookup: 5_000,
  connect: 10_000,
  secureConnect: 10_000,
  send: 15_000,
  response: 30_000,
  read: 15_000,
  socket: 35_000,
  request: 90_000,
};
const questionTimeouts: Timeouts = {...orderTimeouts, response: 15_000, socket: 20_000, request: 75_000};

/** After this time an idle connection is closed, before home routers and load balancers silently forget it. */
const idleMilliseconds = 30_000;

type Line = {readonly agent: {readonly http: http.Agent; readonly https: https.Agent}; readonly timeouts: Timeouts};

/** The connection of a request. `warm`: it existed before the request. `brokenOff`: why the till gave up on the answer. */
type Trace = {socket?: Socket; warm: boolean; brokenOff?: 'ERR_BODY_TOO_LARGE' | 'ERR_PROTOCOL_SWITCHED'};

/** The most pieces of a body and 1xx responses: however small, each costs as much time as a full packet, and could freeze the screens. */
const mostPieces = 10_000;
const mostAnnouncements = 100;

/** A complete HTTP answer as it came. `bytes` is the traffic of its request in both directions. */
type Whole = {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: number;
};

const longestExcerpt = 200;
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/u;

/** Turns a complete answer into an `Answer`. The content type is ignored: the service has been seen to send JSON with other types. */
export function readAnswer({http, headers, text, bytes}: Whole, redact: Redact, lengths?: Lengths): Answer {
  const read = readJson(text, redact, lengths);
  const serverTime = dateOf(headers.date);
  const retryAfterSeconds = secondsOf(headers['retry-after'], serverTime);
  return {
    kind: 'answered',
    http,
    ...(read === undefined ? {text: harmless(text, redact, longestExcerpt)} : {body: read.body}),
    ...(read?.isDoubled ? {doubled: true} : {}),
    ...(retryAfterSeconds === undefined ? {} : {retryAfterSeconds}),
    ...(serverTime === undefined ? {} : {serverTime}),
    bytes,
  };
}

function dateOf(header: string | undefined): number | undefined {
  const time = header !== undefined && httpDate.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** `Retry-After` in seconds. A date counts from the answer's own `Date`, because the till's clock may be wrong. */
function secondsOf(header: string | undefined, serverTime: number | undefined): number | undefined {
  if (header !== undefined && /^\d{1,9}$/u.test(header)) return Number(header);
  const until = dateOf(header);
  return until === undefined || serverTime === undefined ? undefined : Math.max(0, (until - serverTime) / 1000);
}

/** Makes the client. `baseUrl` has been checked. */
export function createHttp({baseUrl, key, scheme, userAgent, timeouts, limitBytes = 1_000_000}: HttpOptions): Http {
  const hideKey = redactKey({key, scheme});
  const hideCards = redactCardLike([]);
  const meter = createMeter();
  const closing = new AbortController();
  const fresh = {agent: agents({keepAlive: false}), timeouts: {...orderTimeouts, ...timeouts}};
  const kept = {
    agent: agents({keepAlive: true, timeout: idleMilliseconds}),
    timeouts: {...questionTimeouts, ...timeouts},
  };
  const client = createClient(`${scheme} ${Buffer.from(key).toString('base64')}`, userAgent);

  async function exchange(call: Query | Command, line: Line, signal: AbortSignal | undefined): Promise<Answer> {
    const url = `${baseUrl}${call.path}${call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`}`;
    const trace: Trace = {warm: false};
    const stop = new AbortController();
    const unfollow = follow([closing.signal, ...(signal === undefined ? [] : [signal])], stop);
    const came = await transfer({client, url, call, line, trace, stop, limitBytes}).finally(unfollow);
    const bytes = trace.socket === undefined || came.kind === 'not-sent' ? 0 : meter.count(trace.socket);
    if (came.kind !== 'whole') return came;
    const redact: Redact = (text, member) => (call.redact ?? hideCards)(hideKey(text), member);
    return readAnswer({...came.whole, bytes}, redact, call.lengths);
  }

  return {
    command: (order, signal) => exchange(order, fresh, signal),
    query: (question, signal) => exchange(question, kept, signal),
    traffic: meter.total,
    close: () => {
      closing.abort();
      for (const agent of [kept.agent.http, kept.agent.https]) agent.destroy();
    },
  };
}

function agents(options: http.AgentOptions): Line['agent'] {
  return {http: new http.Agent(options), https: new https.Agent(options)};
}

const createClient = (authorization: string, userAgent: string) =>
  got.extend({
    headers: {authorization, 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip'},
    retry: {limit: 0},
    followRedirect: false,
    throwHttpErrors: false,
    strictContentLength: true,
  });

/** Aborts the controller when any of the signals aborts, but without its reason: the client would interpret it. */
function follow(signals: readonly AbortSignal[], controller: AbortController): () => void {
  const abort = () => controller.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  }
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
}

type Transfer = {
  readonly client: ReturnType<typeof createClient>;
  readonly url: string;
  readonly call: Query | Command;
  readonly line: Line;
  readonly trace: Trace;
  readonly stop: AbortController;
  readonly limitBytes: number;
};
type Failed = Extract<Answer, {kind: 'not-sent' | 'no-answer'}>;
type Came = {readonly kind: 'whole'; readonly whole: Omit<Whole, 'bytes'>} | Failed;

/** A one-time code arrives as a string. Here it is at least not copied into a second string. */
const secretMembers: ReadonlySet<string> = new Set(['otp_code']);
const plain = /^[\w .-]*$/u;

/** Returns a body as JSON in memory of its own, the only place of its secrets, to be filled with zeros when the request is over. */
export function bodyBytes(body: {readonly [name: string]: Sent}): Buffer {
  const secrets: [name: string, spelled: string | Uint8Array][] = [];
  const text = JSON.stringify(body, function spell(this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const given = this[name]; // the value before `toJSON`
    const isText = secretMembers.has(name) && typeof value === 'string';
    if (!(given instanceof Secret) && !isText) return value;
    const spelled = given instanceof Secret ? given.bytes : spelledAs(String(value));
    secrets.push([name, spelled]);
    return '0'.repeat(Buffer.byteLength(spelled));
  });
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  let from = 0;
  for (const [name, spelled] of secrets) {
    // No text in the body can contain this, because its quotes would be escaped with backslashes.
    const member = `"${name}":"`;
    from = bytes.indexOf(member, from) + member.length;
    if (typeof spelled === 'string') bytes.write(spelled, from);
    else bytes.set(spelled, from);
  }
  return bytes;
}

/** The text as it stands between the quotes of JSON. Plain text is not copied. */
const spelledAs = (text: string) => (plain.test(text) ? text : JSON.stringify(text).slice(1, -1));

/** Sends one request. Errors of the client contain the key and the body, so none of them is passed on in any form. */
async function transfer({client, url, call, line, trace, stop, limitBytes}: Transfer): Promise<Came> {
  const breakOff = (why: NonNullable<Trace['brokenOff']>) => {
    trace.brokenOff = why;
    stop.abort();
  };
  let pieces = 0;
  let announcements = 0;
  const bytes = call.body === undefined ? undefined : bodyBytes(call.body);
  try {
    const {agent, timeouts: timeout} = line;
    const response = await client(url, {...contentOf(call, bytes), agent, timeout, signal: stop.signal})
      .on('request', (request: ClientRequest) => {
        request.once('finish', () => bytes?.fill(0)); // the body has been sent
        request.once('socket', socket => {
          trace.socket = socket;
          trace.warm = !socket.connecting;
        });
        request.on('information', () => {
          announcements += 1;
          if (announcements > mostAnnouncements) breakOff('ERR_BODY_TOO_LARGE');
        });
        // After an answer 101 the client would wait forever for another one and leave the connection open.
        request.once('upgrade', (_response, socket) => {
          socket.destroy();
          breakOff('ERR_PROTOCOL_SWITCHED');
        });
      })
      .on('downloadProgress', ({transferred}) => {
        pieces += 1;
        if (transferred > limitBytes || pieces > mostPieces) breakOff('ERR_BODY_TOO_LARGE');
      });
    if (trace.brokenOff !== undefined) return {kind: 'no-answer', code: trace.brokenOff};
    return {kind: 'whole', whole: {http: response.statusCode, headers: response.headers, text: response.body}};
  } catch (error) {
    if (!(error instanceof RequestError)) throw new Error('the HTTP layer met an error that is not of its client');
    return failure(error, url, trace);
  } finally {
    bytes?.fill(0);
  }
}

function contentOf(call: Query | Command, bytes: Buffer | undefined) {
  const method = 'method' in call ? call.method : bytes === undefined ? 'GET' : 'POST';
  if (bytes === undefined) return {method, headers: {...call.headers}};
  const type = {'content-type': 'application/json', 'content-length': String(bytes.length)};
  return {method, headers: {...call.headers, ...type}, body: handedOver(bytes)};
}

/** The client copies a buffer, but sends the bytes of a generator themselves. */
function* handedOver(bytes: Buffer): Generator<Buffer> {
  yield bytes;
}

/**
 * A request provably did not leave if its socket was still connecting when it was assigned and the connection was never established; for
 * https that means the end of the TLS handshake. Byte counters prove nothing, since they also count what is queued.
 */
function failure(error: RequestError, url: string, {warm, brokenOff}: Trace): Failed {
  const {timings, code} = error;
  const connected = url.startsWith('https:') ? timings?.secureConnect : timings?.connect;
  const phase = 'event' in error && typeof error.event === 'string' ? {phase: error.event} : {};
  return {
    kind: warm || connected !== undefined ? 'no-answer' : 'not-sent',
    code: brokenOff ?? (/^\w{1,64}$/u.test(code) ? code : 'ERR_UNKNOWN'),
    ...phase,
  };
}
