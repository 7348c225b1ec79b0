import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {sandboxApiKey} from '../src/sandbox/call.js';

const liveKey = 'PZ78-PKLIVE-5A4DB0C5-0000-4000-8000-00000000D0CA';
const basic = (key: string) => `Payaza ${Buffer.from(key).toString('base64')}`;

/**
 * A service that takes a live key with the live tenant and no other: it has the sandbox at `sandbox` behind it, which itself
 * answers nobody who says live. A till reaches it when its settings have `serviceHosts`.
 */
export async function startLiveService(sandbox: string, whenFinished: typeof onTestFinished = onTestFinished) {
  const asked: (string | undefined)[] = [];
  const server = createServer((asking, answer) => {
    asked.push(asking.url);
    const {host: _host, 'x-tenantid': tenant, authorization, ...headers} = asking.headers;
    if ((tenant ?? 'live') !== 'live' || authorization !== basic(liveKey)) {
      answer
        .writeHead(401, {'content-type': 'application/json'})
        .end('{"message":"Authentication failed","status":false}');
      return;
    }
    const asTest = {
      ...headers,
      authorization: basic(sandboxApiKey),
      ...(tenant !== undefined && {'x-tenantid': 'test'}),
    };
    const passed = request(new URL(asking.url ?? '', sandbox), {method: asking.method, headers: asTest}, given => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asking.pipe(passed);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  whenFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    /** What was asked of it, in order. */
    asked,
    settings: {serviceHosts: [host]},
    environment: {DUKA_PROFILE: 'live', DUKA_BASE_URL: `http://${host}`, DUKA_API_KEY: liveKey},
  };
}
