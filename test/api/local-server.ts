import {readFileSync} from 'node:fs';
import http, {type ServerResponse} from 'node:http';
import https from 'node:https';
import net, {type AddressInfo, type Server, type Socket} from 'node:net';
import tls from 'node:tls';
import {onTestFinished} from 'vitest';
import {createHttp, type Http, type HttpOptions} from '../../src/api/http.js';
import {createService, type ServiceOptions} from '../../src/api/service.js';

const fixture = (name: string) => readFileSync(new URL(`fixtures/tls/${name}`, import.meta.url), 'utf8');

/** Self-signed, for `localhost` alone, valid until 2119. Both are for these tests and nothing else. */
export const testCertificate = fixture('test-only-certificate.pem');
export const testTls = {cert: testCertificate, key: fixture('test-only-key.pem')};

/** Made up, in the form that the service documents. */
export const testKey = 'PZ78-PKTEST-7E0A3C51-9D42-4F6B-8A17-C2E5D0B49F36';
export const testKeyBase64 = Buffer.from(testKey).toString('base64');

/** A request as the server saw it; header names as they were written. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What a server answers: a status with a body, or whatever it does with the response itself. */
export type Reply =
  | {readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array}
  | ((response: ServerResponse) => void);

export type LocalServer = {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  readonly connections: () => number;
};

/** An HTTP server on a free port, for the length of a test. The replies are given in turn, the last one for ever. */
export async function serve(replies: Reply | readonly Reply[], {secure = false} = {}): Promise<LocalServer> {
  const seen: Seen[] = [];
  const inTurn = Array.isArray(replies) ? replies : [replies];
  const server = secure ? https.createServer(testTls) : http.createServer();
  server.on('request', (request: http.IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const {method = '', url = '', rawHeaders} = request;
      const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
      seen.push({method, url, headers: Object.fromEntries(pairs), body: Buffer.concat(chunks).toString()});
      const reply: Reply = inTurn[Math.min(seen.length, inTurn.length) - 1] ?? {};
      if (typeof reply === 'function') reply(response);
      else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    });
  });
  return {...(await listen(server, secure ? 'https' : 'http')), seen};
}

/** A server of bare connections. `onRequest` runs once the first bytes have come, unless `atOnce`. */
export async function serveRaw(
  onRequest: (socket: Socket) => void,
  {secure = false, atOnce = false} = {},
): Promise<Omit<LocalServer, 'seen'> & {readonly received: () => number}> {
  let received = 0;
  const onConnection = (socket: Socket) => {
    socket.on('error', () => {});
    if (atOnce) onRequest(socket);
    else socket.once('data', () => onRequest(socket));
    socket.on('data', chunk => {
      received += chunk.length;
    });
  };
  const server = secure
    ? tls.createServer(testTls, onConnection)
    : net.createServer({pauseOnConnect: false}, onConnection);
  return {...(await listen(server, secure ? 'https' : 'http')), received: () => received};
}

async function listen(server: Server, protocol: 'http' | 'https'): Promise<Omit<LocalServer, 'seen'>> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const {port} = server.address() as AddressInfo;
  const url = protocol === 'https' ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return {url, port, connections: () => sockets.size};
}

/** A client for one test. */
export function httpTo(baseUrl: string, options: Partial<HttpOptions> = {}): Http {
  const client = createHttp({baseUrl, key: testKey, scheme: 'Payaza', userAgent: 'duka/test', ...options});
  onTestFinished(client.close);
  return client;
}

/** The service for one test. */
export function serviceAt(baseUrl: string, options: Partial<ServiceOptions> = {}) {
  const service = createService({baseUrl, key: testKey, tenant: 'test', version: '0.1.0', ...options});
  onTestFinished(service.close);
  return service;
}

/** A port of loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
