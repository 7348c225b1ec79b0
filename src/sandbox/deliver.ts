import type {ServerResponse} from 'node:http';
import {STATUS_CODES} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import type {Answer} from './answer.js';

/** Sends an answer, whole or broken as its `delivery` says. `date` is called when the first byte is sent. */
export async function deliver(answer: Answer, response: ServerResponse, date: () => string): Promise<void> {
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
