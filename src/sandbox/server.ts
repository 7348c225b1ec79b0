import {lookup} from 'node:dns/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {type Answer, json} from './answer.js';
import {type SandboxTrouble, sandboxApiKey} from './call.js';
import {postCallbacks} from './cards/charge-card.js';
import {httpDate, realNow} from './clock.js';
import {type Database, openDatabase, readSetting, writeSetting} from './database.js';
import {type Addresses, type Dispatched, dispatch, type WholeRequest} from './dispatch.js';

/** A running sandbox. `close` does not wait for answers that are still in progress. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT`. The interface is served below it, with and without `/live`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
};

/** `data` is the folder of the books, or `:memory:`; the default `port` is the last used or any free one. `tell` hears of failures. */
type SandboxOptions = {
  readonly data: string;
  readonly port?: number;
  readonly tell?: (trouble: SandboxTrouble) => void;
};

const loopback = '127.0.0.1';

/**
 * Starts the stand-in for the payments service on the loopback interface.
 *
 * @throws if the folder cannot be used or the port is taken
 */
export async function startSandbox({data, port, tell = () => {}}: SandboxOptions): Promise<Sandbox> {
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
    respond({database, addresses, tell}, request, response).catch(() => response.destroy()); // its client loses the connection
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

type Responding = Required<Pick<SandboxOptions, 'tell'>> & {
  readonly database: Database;
  readonly addresses: Addresses;
};

async function respond(
  {database, addresses, tell}: Responding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = await readWhole(request);
  const turnedAway = 'refused' in read ? undefined : turnAway(request, read.url.pathname, addresses);
  const whole = turnedAway === undefined ? read : {refused: turnedAway};
  const {answer, clockSkewSeconds, callbacks} =
    'refused' in whole
      ? {answer: whole.refused, clockSkewSeconds: 0, callbacks: []}
      : safely(() => dispatch(database, addresses, whole));
  postCallbacks(callbacks, tell);
  await deliver(answer, response, () => httpDate(realNow() + clockSkewSeconds * 1000));
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
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
