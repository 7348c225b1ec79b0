import {randomBytes, timingSafeEqual} from 'node:crypto';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import type {Language} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {challengePage, checkChallengeUrl, hostOfAddress, type PageStanding} from './page.js';

export type ChallengeServer = {
  /** The address of the page. It does not change while the server runs, and nobody can guess it. */
  readonly url: string;
  readonly port: number;
  /** Stops the server at once, without waiting for open connections. It may be called again. */
  readonly close: () => Promise<void>;
};

export type ChallengeOptions = {
  /** The address of the bank's challenge, and the value to post there as the only field `creq`; both as the service gave them. */
  readonly challenge: {readonly url: string; readonly creq: string};
  readonly amount: string;
  readonly shop: string;
  readonly reference: string;
  readonly language: Language;
  /** Whether loopback addresses may be framed and posted to. Only the sandbox needs this. */
  readonly allowsLoopback: boolean;
  /** The address of one interface of this machine, instead of 127.0.0.1, for a telephone on the shop's network. */
  readonly listen?: string;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Called, at most once a second, when the frame says that it has finished. This proves nothing. */
  readonly onMessage: () => void;
  /** Returns the state of the payment for the page, which asks every two seconds while it is open. */
  readonly verdict: () => PageStanding;
};

/** The requests that are allowed, by their method and the path after its secret part. */
const places = {'GET ': 'page', 'GET /state': 'state', 'POST /message': 'message'} as const;

type Door = {
  /** The only values of the Host header that are accepted. Any other name that leads here belongs to an attack. */
  readonly hosts: readonly string[];
  /** The part of the path that nobody can guess. */
  readonly secret: string;
};

/** Returns what the request asks for, or undefined if it must be refused. The refusal gives no reason. */
function admit(request: IncomingMessage, {hosts, secret}: Door): (typeof places)[keyof typeof places] | undefined {
  const {method, url = '', headers} = request;
  if (!isPlain(request)) return undefined;
  const {host = ''} = headers;
  const end = secret.length + 1;
  if (!isSame(url.slice(0, end), `/${secret}`) || !hosts.includes(host)) return undefined;
  if (!comesFromOurPage(method, headers, `http://${host}`)) return undefined;
  const asked = `${method} ${url.slice(end)}`;
  return Object.hasOwn(places, asked) ? places[asked as keyof typeof places] : undefined;
}

/**
 * Whether every program that reads the request understands it in the same way: host and origin are given only once, and no body has a
 * transfer encoding, which the page never uses. With one, two programs could disagree about where the body ends.
 */
function isPlain({method, headers, headersDistinct}: IncomingMessage): boolean {
  const isSaidOnce = ['host', 'origin', 'sec-fetch-site'].every(name => (headersDistinct[name]?.length ?? 0) < 2);
  const hasBody = method === 'GET' && (headers['content-length'] ?? '0') !== '0';
  return isSaidOnce && !hasBody && headers['transfer-encoding'] === undefined && headers.upgrade === undefined;
}

/** A page from another origin sends its origin when it posts. A browser that sends none must confirm that the page is ours. */
function comesFromOurPage(method: string | undefined, headers: IncomingMessage['headers'], ours: string): boolean {
  if (headers.origin !== undefined) return headers.origin === ours;
  return method === 'GET' || headers['sec-fetch-site'] === 'same-origin';
}

/** Compares in constant time, so that a nearly correct guess takes as long as any other. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether `localhost` also leads to this host. */
const isLocalhost = (host: string) => host === '127.0.0.1' || host === '[::1]';

/**
 * Serves the page in which the customer's bank asks whether the customer approves a card payment, on a free port and under a path with 256
 * random bits. Throws a `Problem`: `challenge-address` if the bank's address is not https, `listen-failed` if the address to listen on does
 * not belong to this machine.
 */
export async function serveChallenge(options: ChallengeOptions): Promise<ChallengeServer> {
  const {listen: address = '127.0.0.1', verdict} = options;
  const challenge = {...options.challenge, url: checkChallengeUrl(options.challenge.url, options.allowsLoopback)};
  const {server, host, port} = await listenOn(address);
  const hosts = [`${host}:${port}`, ...(isLocalhost(host) ? [`localhost:${port}`] : [])];
  const secret = randomBytes(32).toString('base64url');
  const hear = atMostOnceASecond(options.onMessage, options.monotonic);
  server.on('request', (request, response) => {
    const place = admit(request, {hosts, secret});
    if (place === undefined) return refuse(response);
    if (place === 'message') hear();
    if (place !== 'page') return answer(response, {verdict: verdict()});
    const {markup, headers} = challengePage({...options, challenge, standing: verdict()});
    return send(response, 200, headers, markup);
  });
  server.on('checkContinue', (_request, response: ServerResponse) => refuse(response));
  return {url: `http://${host}:${port}/${secret}`, port, close: () => close(server)};
}

/**
 * A page needs only a few connections, and each of its requests arrives at once. More connections would use up the file handles that the
 * till itself needs, and other users of this machine can open as many as they like. For each new connection, the oldest one that waits for
 * a request is closed, so that the customer can always connect.
 */
const mostConnections = 64;
const patience = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

async function listenOn(address: string): Promise<{server: Server; host: string; port: number}> {
  const host = hostOfAddress(address);
  const server = createServer(patience);
  closeOldest(server);
  if (host === undefined || !(await isListening(server, address))) throw new Problem('listen-failed', {address});
  return {server, host, port: (server.address() as AddressInfo).port};
}

/** Limits the number of connections: for each one too many, the oldest on which no request is being answered is closed. */
function closeOldest(server: Server): void {
  const open = new Map<Socket, {isAnswered: boolean}>();
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => open.delete(socket));
    open.set(socket, {isAnswered: false});
    if (open.size <= mostConnections) return;
    const [oldest = socket] = [...open].find(([, {isAnswered}]) => !isAnswered) ?? [];
    open.delete(oldest);
    oldest.destroy();
  });
  server.on('request', ({socket}: IncomingMessage, response: ServerResponse) => {
    const state = open.get(socket);
    if (state === undefined) return;
    state.isAnswered = true;
    response.once('close', () => {
      state.isAnswered = false;
    });
  });
}

function isListening(server: Server, address: string): Promise<boolean> {
  return new Promise(resolve => {
    // The handler is never removed: a later connection that cannot be accepted must not end the till.
    server.on('error', () => resolve(false));
    server.listen(0, address, () => resolve(true));
  });
}

function atMostOnceASecond(tell: () => void, monotonic: () => number): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = monotonic();
    if (now - last < 1000) return;
    last = now;
    tell();
  };
}

/** Sends the same answer for every refusal, so that it reveals nothing. The rest of the connection is not read. */
function refuse(response: ServerResponse): void {
  send(response, 404, {'Content-Type': 'text/plain', Connection: 'close'}, 'Not found\n');
}

function answer(response: ServerResponse, body: object): void {
  send(response, 200, {'Content-Type': 'application/json'}, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  const always = {
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, {...always, ...headers}).end(body);
}

const close = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
