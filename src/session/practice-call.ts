import {request} from 'node:http';

/** Sends one request to the practice service on this machine, in the form of its controls and pages. Rejects if it is refused. */
export async function post(address: string, body: object = {}): Promise<void> {
  await call(address, {method: 'POST', text: JSON.stringify(body)});
}

/** The content of the practice service's books, as text. Rejects if it is refused. */
export function get(address: string): Promise<string> {
  return call(address, {method: 'GET'});
}

type Call = {readonly method: 'GET'} | {readonly method: 'POST'; readonly text: string};

function call(address: string, asked: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {'content-type': 'application/json'};
    const sent = request(address, {method: asked.method, headers, agent: false}, answer => {
      const {statusCode = 0} = answer;
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', chunk => {
        text += chunk;
      });
      answer.once('error', reject);
      answer.once('end', () =>
        statusCode < 400 ? resolve(text) : reject(new Error(`${address} answers ${statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(asked.method === 'POST' ? asked.text : undefined);
  });
}
