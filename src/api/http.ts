import http, {type ClientRequest} from 'node:http';
import https from 'node:https';
import type {Socket} from 'node:net';
import got, {RequestError} from 'got';
import type {Answer} from '../core/service/answer.js';
import type {Call} from '../core/service/request.js';
import {checkBaseUrl} from './base-url.js';
import {bodyBytes} from './body-bytes.js';
import type {Lengths} from './json-body.js';
import {readAnswer, type Whole} from './read-answer.js';
import {type Redact, redactKey} from './redact.js';
import {redactCardLike} from './redact-card.js';
import {createMeter, type Traffic} from './traffic.js';

/** Milliseconds for each phase of a request. `read` bounds the whole body, `socket` a silence, `request` everything. */
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

/**
 * A question. `redact` hides what only this call must not give back, which is any card's number where it is left out;
 * `lengths` are those of the answer's members that are not cut as all others are.
 */
export type Query = Call & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly redact?: Redact;
  readonly lengths?: Lengths;
};

/** A request that moves money or changes what the service keeps: a POST, or a PATCH, which may go without a body. */
export type Command = Query & (Required<Pick<Query, 'body'>> | {readonly method: 'PATCH'});

/** The one way to the network. Whatever comes of a request is an `Answer`; nothing is ever asked twice. */
export type Http = {
  /** Over a connection of its own: on one kept alive, an unsent request cannot be told from a lost answer. */
  readonly command: (order: Command, signal?: AbortSignal) => Promise<Answer>;
  /** Over connections that are kept alive. */
  readonly query: (question: Query, signal?: AbortSignal) => Promise<Answer>;
  readonly traffic: () => Traffic;
  /** Breaks off what is under way, which gets the answer that an aborted request gets, and closes idle connections. */
  readonly close: () => void;
};

/** `limitBytes` caps the decompressed body. */
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

/** An idle connection goes after this, before home routers and load balancers forget it without a word. */
const idleMilliseconds = 30_000;

/** How a request travels. */
type Line = {readonly agent: {readonly http: http.Agent; readonly https: https.Agent}; readonly timeouts: Timeouts};

/**
 * What is known of a request's way to the server. `warm`: the connection was there before the request. `brokenOff`: why
 * we gave up on the answer.
 */
type Trace = {socket?: Socket; warm: boolean; brokenOff?: 'ERR_BODY_TOO_LARGE' | 'ERR_PROTOCOL_SWITCHED'};

/**
 * The most pieces in which the largest body may come, and the most answers that announce one. Each costs as much as a
 * packet of a body does, however small it is: a million letters one by one would hold up every screen for seconds.
 */
const mostPieces = 10_000;
const mostAnnouncements = 100;

/** Makes the client. Throws a `Problem` for a base URL that is insecure or none. */
export function createHttp({baseUrl, key, scheme, userAgent, timeouts, limitBytes = 1_000_000}: HttpOptions): Http {
  const hideKey = redactKey({key, scheme});
  const hideCards = redactCardLike([]);
  const base = checkBaseUrl(baseUrl, hideKey);
  const meter = createMeter();
  const closing = new AbortController();
  const fresh = {agent: agents({keepAlive: false}), timeouts: {...orderTimeouts, ...timeouts}};
  const kept = {
    agent: agents({keepAlive: true, timeout: idleMilliseconds}),
    timeouts: {...questionTimeouts, ...timeouts},
  };
  const client = createClient(`${scheme} ${Buffer.from(key).toString('base64')}`, userAgent);

  async function exchange(call: Query | Command, line: Line, signal: AbortSignal | undefined): Promise<Answer> {
    const url = `${base}${call.path}${call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`}`;
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

function createClient(authorization: string, userAgent: string) {
  return got.extend({
    headers: {authorization, 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip'},
    retry: {limit: 0},
    followRedirect: false,
    throwHttpErrors: false,
    strictContentLength: true,
  });
}

/** Lets the controller abort when any of the signals does, but without its reason: the client would read meaning into it. */
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

/** One request and what came of it. Errors of the client hold the key and the body, so none is passed on in any form. */
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
        request.once('finish', () => bytes?.fill(0)); // it has left
        request.once('socket', socket => {
          trace.socket = socket;
          trace.warm = !socket.connecting;
        });
        request.on('information', () => {
          announcements += 1;
          if (announcements > mostAnnouncements) breakOff('ERR_BODY_TOO_LARGE');
        });
        // Answered 101, the client would wait for an answer that cannot come, and leave the connection open.
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

/** Of a buffer the client makes copies; these are the very bytes. */
function* handedOver(bytes: Buffer): Generator<Buffer> {
  yield bytes;
}

/**
 * A request provably did not leave when its socket was still connecting as it was assigned, and the connection was
 * never made: for https that is the TLS handshake's end. Byte counters prove nothing, since they count what is queued.
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
