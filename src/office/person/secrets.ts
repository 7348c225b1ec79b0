import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import {promisify} from 'node:util';
import {Secret, TOTP} from 'otpauth';
import {mintJoinCode} from '../../core/office/joining.js';
import {type OfficeKey, sha256} from '../key.js';

/** What OWASP recommends for argon2id, in kibibytes and passes. */
const cost = {memory: 19_456, passes: 2} as const;
const argon = promisify(argon2);

const derived = (passphrase: string, salt: Buffer, {memory, passes}: {memory: number; passes: number}) =>
  argon('argon2id', {
    message: passphrase.normalize('NFKC'),
    nonce: salt,
    memory,
    passes,
    parallelism: 1,
    tagLength: 32,
  });

/** A passphrase as it is stored: its cost, its salt and what argon2id makes of it. */
export async function hashedPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(passphrase, salt, cost);
  return [cost.memory, cost.passes, salt.toString('base64url'), hash.toString('base64url')].join('.');
}

export async function isPassphrase(passphrase: string, stored: string): Promise<boolean> {
  const [memory, passes, salt = '', hash = ''] = stored.split('.');
  const own = await derived(passphrase, Buffer.from(salt, 'base64url'), {
    memory: Number(memory),
    passes: Number(passes),
  });
  return isSame(own.toString('base64url'), hash);
}

/** Whether two texts are the same, without telling by the time it takes how much of them is. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(sha256(Buffer.from(one)), sha256(Buffer.from(other)));

/** A secret that is given out once: 256 random bits. */
export const freshSecret = (): string => randomBytes(32).toString('base64url');
/** What is stored of a secret of random bits, which nobody can guess. */
export const hashOf = (secret: string): string => sha256(Buffer.from(secret)).toString('hex');
/** What the forms of a session contain. */
export const formTokenOf = (session: string): string =>
  createHmac('sha256', session).update('duka.form/1').digest('base64url');

const recoveryCount = 8;
/** Codes that each sign in once in place of a one-time code. They are typed like joining codes, and have 80 random bits. */
export const recoveryCodes = (): readonly string[] =>
  Array.from({length: recoveryCount}, () => mintJoinCode(randomBytes(5), randomBytes(32)));

const stepMs = 30_000;
const totp = (secret: Secret, label = '') => new TOTP({issuer: 'Duka', label, secret});

/** What only this office can read or make again, by its key: a database alone gives none of it away. */
export class OfficeSeal {
  readonly #key: Buffer;

  constructor({privateKey}: Pick<OfficeKey, 'privateKey'>) {
    this.#key = Buffer.from(hkdfSync('sha256', privateKey, '', 'duka.person/1', 32));
  }

  /** The secret of the one-time codes that are set with an invitation, the same each time its page is shown. */
  secretFor(invitation: string): string {
    const bytes = createHmac('sha256', this.#key).update(`duka.codes/1 ${invitation}`).digest().subarray(0, 20);
    return new Secret({buffer: Uint8Array.from(bytes).buffer}).base32;
  }

  /** What this office alone can add to a secret that it gives out. */
  markOf(secret: string): string {
    return createHmac('sha256', this.#key).update(`duka.session/1 ${secret}`).digest('base64url').slice(0, 22);
  }

  sealed(secret: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const body = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Throws if it was not sealed by this office, or has changed since. */
  opened(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12), {authTagLength: 16});
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  }

  /** The step of time whose code this is, by a clock that is at most a step away; undefined if it is no code of the sealed secret. */
  stepOf(code: string, sealed: string, now: number): number | undefined {
    return stepOfCode(code, this.opened(sealed), now);
  }
}

/** As `OfficeSeal.stepOf`, for a secret that is not sealed yet. */
export function stepOfCode(code: string, secret: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(Secret.fromBase32(secret)).validate({token, timestamp: now, window: 1});
  return delta === null ? undefined : Math.floor(now / stepMs) + delta;
}

export const codeAt = (secret: string, now: number): string =>
  totp(Secret.fromBase32(secret)).generate({timestamp: now});

/** What an app for one-time codes reads from the picture. */
export const codesAddress = (secret: string, name: string): string => totp(Secret.fromBase32(secret), name).toString();
