import crypto, {type argon2, createHash, type randomBytes, type randomInt, type randomUUID} from 'node:crypto';
import {syncBuiltinESMExports} from 'node:module';
import {Chance} from './chance.js';

const genuine = {
  instant: Temporal.Now.instant,
  randomInt: crypto.randomInt,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  argon2: crypto.argon2,
};

/** Slowness is what argon2 is for; here it is as good as any other one-way function, and answers at once. */
const quick: typeof argon2 = (_, {message, nonce}, callback) =>
  process.nextTick(
    callback,
    null,
    createHash('sha256')
      .update(Buffer.from(nonce as Uint8Array))
      .update(Buffer.from(message as Uint8Array))
      .digest(),
  );

/**
 * Gives the sandbox, which asks the machine itself, a clock and randomness that are the same in every run. Returns the
 * way back.
 */
export function fixMachine(seed: string, now: () => number): () => void {
  const chance = new Chance(seed);
  const integer = (low: number, high?: number) =>
    high === undefined ? chance.between(0, low - 1) : chance.between(low, high - 1);
  const hex = (count: number) => Buffer.from(chance.bytes(count)).toString('hex');
  put({
    instant: () => Temporal.Instant.fromEpochMilliseconds(Math.round(now())),
    randomInt: integer as typeof randomInt,
    randomBytes: ((count: number) => Buffer.from(chance.bytes(count))) as typeof randomBytes,
    argon2: quick,
    randomUUID: (() => `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`) as typeof randomUUID,
  });
  return () => put(genuine);
}

function put({instant, ...random}: typeof genuine): void {
  Object.assign(Temporal.Now, {instant});
  Object.assign(crypto, random);
  syncBuiltinESMExports();
}
