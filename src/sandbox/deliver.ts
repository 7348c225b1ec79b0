import type {ServerResponse} from 'node:http';
import {STATUS_CODES} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import type {Answer} from './answer.js';

/** Puts an answer on the wire, whole or broken as its delivery says. `date` is asked when the first byte leaves. */
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

/** Waits, but not for a client that has gone or a server that is closing. */
async function untilGone(milliseconds: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await setTimeout(milliseconds, undefined, {signal: gone.signal});
  } catch {
    // Whoever waited for the answer is not there any more.
  }
}

/** Node would frame such a body in chunks, whose missing end a client can notice; HTTP/1.0's way it cannot. */
function headOfUnstatedLength(answer: Answer, date: string): string {
  const fields = Object.entries({...answer.headers, Date: date, Connection: 'close'});
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines}\r\n`;
}
