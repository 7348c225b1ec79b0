import {expect, onTestFinished, test, vi} from 'vitest';
import {httpTo, serveRaw} from '../api/local-server.js';

test('nothing is sent to a server without a trusted certificate, though the environment lets Node do it', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const server = await serveRaw(() => {}, {secure: true});
  const client = httpTo(server.url, {timeouts: {response: 500}});
  const refused = {kind: 'not-sent', code: 'DEPTH_ZERO_SELF_SIGNED_CERT'};
  expect(await client.command({path: '/order', body: {amount: 200}})).toEqual(refused);
  expect(await client.query({path: '/question'})).toEqual(refused);
  expect(server.received()).toBe(0);
});
