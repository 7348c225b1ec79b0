import crypto from 'node:crypto';
import {syncBuiltinESMExports} from 'node:module';

const genuine = crypto.argon2;

/**
 * Slowness is what argon2 is for: a PIN takes 25 ms of a processor, and the tests check thousands. Here it is the same function at the
 * lowest cost there is. The cost that a till and an office name is held by `store/staff-secrets.test.ts` and `office/people.test.ts`.
 */
const quick: typeof genuine = (algorithm, parameters, callback) =>
  genuine(algorithm, {...parameters, memory: 8, passes: 1}, callback);

if (genuine.name !== quick.name) {
  crypto.argon2 = quick;
  syncBuiltinESMExports();
  const {resolveFirst}: {resolveFirst: () => void} = await import(new URL('typescript.mjs', import.meta.url).href);
  resolveFirst();
}
