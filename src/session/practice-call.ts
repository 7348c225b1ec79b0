import {once} from 'node:events';
import {type IncomingMessage, request} from 'node:http';
import {text} from 'node:stream/consumers';

/** Sends one request to the practice service on this machine, in the form of its controls and pages. Rejects if it is refused. */
export async function post(address: string, body: object = {}): Promise<void> {
  await call(address, 'POST', JSON.stringify(body));
}

/** The content of the practice service's books, as text. Rejects if it is refused. */
export const get = (address: string): Promise<string> => call(address, 'GET');

/** Moves the clock of the practice service forward. Resolves when everything that falls due by then has happened. */
export const advance = (baseUrl: string, milliseconds: number): Promise<void> =>
  post(`${baseUrl}/sandbox/clock`, {advance: `PT${(milliseconds / 1000).toFixed(3)}S`});

async function call(address: string, method: string, body?: string): Promise<string> {
  const sent = request(address, {method, headers: {'content-type': 'application/json'}, agent: false});
  sent.on('error', () => undefined); // what waits for the answer hears of it
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const {statusCode = 0} = answer;
  const said = await text(answer);
  if (statusCode >= 400) throw new Error(`${address} answers ${statusCode}`);
  return said;
}
