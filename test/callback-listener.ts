import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** What was posted to an address: its kind, and the JSON in the form's field. */
export type Posted = {
  readonly type: string;
  readonly fields: readonly string[];
  readonly payload: Record<string, unknown>;
};

/** Listens as a merchant's `callback_url` does, until it is closed. */
export async function callbackListener() {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', piece => {
      text += piece;
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      posted.push({
        type: `${request.method} ${request.headers['content-type']}`,
        fields: [...form.keys()],
        payload: JSON.parse(form.get('payload') ?? 'null'),
      });
      response.end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/paid`;
  return {url, posted, close: () => new Promise(resolve => server.close(resolve))};
}
