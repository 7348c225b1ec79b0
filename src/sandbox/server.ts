import {lookup} from 'node:dns/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {turnAway} from './admission.js';
import {json} from './answer.js';
import {sandboxApiKey} from './authentication.js';
import {postCallbacks} from './cards/callbacks.js';
import {realNow} from './clock.js';
import {type Database, openDatabase} from './database.js';
import {deliver} from './deliver.js';
import {type Addresses, type Dispatched, dispatch} from './dispatch.js';
import {readSetting, writeSetting} from './settings.js';
import {httpDate} from './timestamps.js';
import type {SandboxTrouble} from './trouble.js';
import {readWhole} from './whole-request.js';

/** A running sandbox. `close` does not wait for answers that are still in progress. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT`. The interface is served below it, with and without `/live`. */
  readonly baseUrl: string;
  /** The public key of its only account, which is a test account. */
  readonly apiKey: string;
  close(): Promise<void>;
};

/**
 * `data` is the folder of the books, or `:memory:`. Without a `port`, the last one is used, or any free one. `tell` hears what goes wrong
 * beside the answers.
 */
export type SandboxOptions = {
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
