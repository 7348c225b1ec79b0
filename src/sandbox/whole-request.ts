import type {IncomingMessage} from 'node:http';
import {type Answer, json} from './answer.js';
import type {WholeRequest} from './dispatch.js';

const longestBody = 64 * 1024;

/** How many bytes of a body that is too long are read, so that the client receives the answer. */
const longestPatience = 1024 * 1024;

/**
 * Reads a request to its end, or returns the refusal of one that cannot be accepted.
 *
 * @throws if the client disconnects before the end
 */
export async function readWhole(request: IncomingMessage): Promise<WholeRequest | {readonly refused: Answer}> {
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
