import {randomBytes} from 'node:crypto';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import type {Language} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {checkChallengeUrl, hostOfAddress, isLocalhost} from './address.js';
import {admit} from './admission.js';
import {challengePage, type PageStanding} from './page.js';

export type ChallengeServer = {
  /** The page's address, which never changes while the server lives; nobody can guess it. */
  readonly url: string;
  readonly port: number;
  /** Afterwards nothing is served. It waits for nobody, and may be called again. */
  readonly close: () => Promise<void>;
};

export type ChallengeOptions = {
  /** Where the bank asks, and what is posted there as the single field `creq`; both as the service gave them. */
  readonly challenge: {readonly url: string; readonly creq: string};
  readonly amount: string;
  readonly shop: string;
  readonly reference: string;
  readonly language: Language;
  /** Loopback addresses may be framed and posted to: the sandbox alone. */
  readonly allowsLoopback: boolean;
  /** The address of one interface of this machine, instead of 127.0.0.1: for a phone on the shop's network. */
  readonly listen?: string;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Told, at most once a second, that the frame says it is finished. It proves nothing. */
  readonly onMessage: () => void;
  /** Where the payment stands, for the page to say: it asks every two seconds while it is open. */
  readonly verdict: () => PageStanding;
};

/**
 * Serves the page in which the customer's bank asks whether a card payment is hers, on a free port and under a path of
 * 256 random bits. Throws a `Problem`: `challenge-address` for a bank's address that is not https, `listen-failed` for
 * an address that is not one of this machine's.
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
 * A page needs a handful of connections, and each of its requests is there at once. More of them would take the files
 * away that the till itself has to open, and other users of this machine can make as many as they like: the oldest that
 * waits for a request goes for each new one, so that the customer always comes in.
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

/** Keeps no more connections than a page needs: the oldest on which nothing is being answered is closed for a new one. */
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
    // It stays for good: a connection that cannot be accepted later must not end the till.
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

/** One answer for every refusal, from which nobody learns what was wrong. What follows on the connection is not read. */
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

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
