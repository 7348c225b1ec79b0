import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {object, text} from '../core/spec/spec.js';
import {readAs} from '../shipper/office.js';
import type {Countersigned, WitnessBook} from './book.js';

/** A witness that is asked over HTTP: `GET /v1/witness` returns its key, `POST /v1/countersign` takes a note. */
export type ServedWitness = {readonly url: string; readonly close: () => Promise<void>};

const signedNote = object({note: text(), signature: text()});
const mostBytes = 4096;

/** Serves a witness. Rejects with the operating system's error for an address or a port that cannot be used. */
export async function serveWitness(
  book: WitnessBook,
  {host, port}: {readonly host: string; readonly port: number},
): Promise<ServedWitness> {
  const server = createServer((request, response) => {
    answer(book, request).then(
      ({status, body}) => {
        response.writeHead(status, {'content-type': 'application/json'});
        response.end(JSON.stringify(body));
      },
      () => refuse(response),
    );
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 256;
  server.listen(port, host);
  await once(server, 'listening');
  const {address, family, port: own} = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${own}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Answer = {readonly status: number; readonly body: object};

async function answer(book: WitnessBook, request: IncomingMessage): Promise<Answer> {
  const {method, url} = request;
  if (method === 'GET' && url === '/v1/witness') return {status: 200, body: {key: book.publicKey}};
  if (method !== 'POST' || url !== '/v1/countersign') return {status: 404, body: {why: 'unknown-path'}};
  const body = await bodyOf(request);
  const signed = body === undefined ? undefined : readAs(signedNote, body);
  if (signed === undefined) return {status: 422, body: {why: 'no-checkpoint'}};
  return answerOf(await book.countersign(signed), book.publicKey);
}

function answerOf(outcome: Countersigned, key: string): Answer {
  switch (outcome.kind) {
    case 'signed':
      return {status: 200, body: {key, signature: outcome.signature}};
    case 'older':
    case 'other-line': {
      const {seq, head} = outcome.known;
      return {status: 409, body: {why: outcome.kind, seq, head}};
    }
    case 'unknown-office':
      return {status: 401, body: {why: outcome.kind}};
    case 'no-checkpoint':
      return {status: 422, body: {why: outcome.kind}};
  }
}

/** The body of a request; undefined if it is longer than any note. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** If the disk refused the line, there is no signature to return. */
function refuse(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(503);
  response.end();
}
