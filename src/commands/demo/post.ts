import {request} from 'node:http';

/** Sends one request to the practice service on this machine, as its controls and its pages want it. Rejects for a refusal. */
export function post(address: string, body: object = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {'content-type': 'application/json'};
    const sent = request(address, {method: 'POST', headers, agent: false}, answer => {
      const {statusCode = 0} = answer;
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () => (statusCode < 400 ? resolve() : reject(new Error(`${address} answers ${statusCode}`))));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}
