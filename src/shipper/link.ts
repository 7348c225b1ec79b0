import http, {type ClientRequest, type IncomingHttpHeaders, type IncomingMessage} from 'node:http';
import type {World} from '../core/world.js';

export type Outgoing = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The most bytes that an answer may have. A longer answer is broken off. */
  readonly most?: number;
};

/** The response to a request. Nothing in it is trusted yet. */
export type Incoming =
  | {readonly kind: 'answered'; readonly http: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer}
  | {readonly kind: 'failed'; readonly code: string};

/** Sends requests to one office over a connection that is kept open. */
export type Link = {
  /** Sends one request, and never repeats it by itself. Never rejects. */
  readonly send: (outgoing: Outgoing, signal?: AbortSignal) => Promise<Incoming>;
  readonly close: () => void;
};

const usualMost = 256 * 1024;
/** How long a whole request may take, including the time that the office waits, in milliseconds. */
const patience = 60_000;

/** Opens a link to an office. `base` is an address that was already checked. */
export async function openLink(base: string, world: Pick<World, 'sleep'>): Promise<Link> {
  const url = new URL(base);
  // A program that talks only to this machine needs no TLS, which takes as much memory as the rest of the shipper.
  const {Agent, request: start} = url.protocol === 'http:' ? http : await import('node:https');
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  return {
    send: async (outgoing, signal) => {
      const over = new AbortController();
      const {method, path, headers, body, most = usualMost} = outgoing;
      const request = start(`${base}${path}`, {
        method,
        agent,
        headers: {accept: 'application/json', ...headers, 'content-length': String(body?.length ?? 0)},
        signal: signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]),
      });
      const ended = new AbortController();
      const giveUp = () => {
        if (!ended.signal.aborted) over.abort();
      };
      world.sleep(patience, ended.signal).then(giveUp, giveUp);
      try {
        return await exchange(request, body, most);
      } catch (error) {
        return {kind: 'failed', code: codeOf(error)};
      } finally {
        ended.abort();
      }
    },
    close: () => agent.destroy(),
  };
}

function exchange(request: ClientRequest, body: Uint8Array | undefined, most: number): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('upgrade', (_response, socket) => socket.destroy());
    request.once('response', response => {
      whole(response, most).then(
        bytes => resolve({kind: 'answered', http: response.statusCode ?? 0, headers: response.headers, body: bytes}),
        error => {
          request.destroy();
          reject(error);
        },
      );
    });
    request.end(body);
  });
}

async function whole(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw Object.assign(new Error('the answer is too long'), {code: 'ERR_BODY_TOO_LARGE'});
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'ERR_UNKNOWN';
