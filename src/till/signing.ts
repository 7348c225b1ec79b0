import {createHmac, createPrivateKey, createPublicKey} from 'node:crypto';
import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {JournalKey, TillSeals} from '../../store/journal.js';
import type {HomeSettings} from '../../store/settings.js';
import type {Config} from '../config.js';
import {decimalText} from '../core/money/money.js';
import type {Payment} from '../core/payment/payment.js';
import type {SignedClosing, SignedReceipt, SignedSeal, SignedZ} from '../print/signature.js';
import {makeSigningKey, signKey, signText} from '../print/signing-key.js';

export function receiptClaim(
  {reference, request, since}: Payment,
  settings: Pick<Config, 'profile'> & {readonly till: string; readonly unusualHost?: string | undefined},
): SignedReceipt {
  const {till, profile, unusualHost: service} = settings;
  const {amount, businessDate} = request;
  const {currency} = amount;
  return {till, reference, amount: decimalText(amount), currency, paidAt: since, businessDate, profile, service};
}

export type Signable =
  | {readonly kind: 'receipt'; readonly content: SignedReceipt}
  | {readonly kind: 'z'; readonly content: SignedZ}
  | {readonly kind: 'closing'; readonly content: SignedClosing}
  | {readonly kind: 'seal'; readonly content: SignedSeal}
  /** The sums of an archive’s files. The text itself is signed, and only the signature is returned. */
  | {readonly kind: 'sums'; readonly content: string};

/** Signs the content of a QR code of this till. */
export type Sign = (what: Signable) => Promise<string>;

/** The till's own key. It signs what is printed, and seals the stored head of the journal. */
export type TillKey = TillSeals & {
  readonly sign: Sign;
  /** A receipt in few characters, for a QR code on a terminal; undefined if its claims need more. */
  readonly signShort: (content: SignedReceipt) => Promise<string | undefined>;
  /** The signature of this public key by the previous key, if that key still exists; null if it does not. */
  readonly vouch: (till: string, previous: string) => Promise<string | null>;
};

/**
 * Returns the key of a till, which is made when the till is first opened. It is stored in the till's folder, readable only by its owner.
 * Its public key is stored in the settings, from where anybody may copy it to verify a slip, and in the journal.
 */
export async function ownKey(folder: string, settings: HomeSettings, profile: Config['profile']): Promise<TillKey> {
  const path = keyPath(folder);
  const stored = await keyIn(folder);
  if (stored !== undefined) {
    const known = settings.read().signingKeys;
    if (known?.[profile] !== stored.publicKey)
      await settings.change({signingKeys: {...known, [profile]: stored.publicKey}});
    return stored;
  }
  const {privateKey, publicKey} = makeSigningKey();
  // The public key is saved first: after a power cut between the two, another key is made, and no slip was signed with this one.
  await settings.change({signingKeys: {...settings.read().signingKeys, [profile]: publicKey}});
  await nodeDisk.writeTextAtomically(path, privateKey, {durable: true});
  return made(privateKey, publicKey, await earlierIn(folder));
}

/** The key for a caller that only reads; undefined if the till has no key, because none is made here. */
export const storedKey = (folder: string): Promise<TillKey | undefined> => keyIn(folder);

const keyPath = (folder: string) => join(folder, 'signing-key.pem');

async function keyIn(folder: string): Promise<TillKey | undefined> {
  const stored = await nodeDisk.readText(keyPath(folder));
  const publicKey = stored === null ? undefined : publicHalf(stored);
  return stored === null || publicKey === undefined ? undefined : made(stored, publicKey, await earlierIn(folder));
}

type KeyPair = {readonly privateKey: string; readonly publicKey: string};

/** The key that the till's present one replaces, as long as it is there. */
async function earlierIn(folder: string): Promise<KeyPair | undefined> {
  const privateKey = await nodeDisk.readText(join(folder, 'signing-key.old.pem')).catch(() => null);
  const publicKey = privateKey === null ? undefined : publicHalf(privateKey);
  return privateKey === null || publicKey === undefined ? undefined : {privateKey, publicKey};
}

const seals = ({privateKey, publicKey}: KeyPair): JournalKey => ({
  publicKey,
  seal: text => createHmac('sha256', privateKey).update(text).digest('base64url'),
});

/** Undefined for a text that is no key with which the till can sign. */
function publicHalf(privateKey: string): string | undefined {
  try {
    const {kty, crv, x} = createPublicKey(createPrivateKey(privateKey)).export({format: 'jwk'});
    return kty === 'OKP' && crv === 'Ed25519' ? x : undefined;
  } catch {
    return undefined;
  }
}

function made(privateKey: string, publicKey: string, earlier: KeyPair | undefined): TillKey {
  return {
    ...seals({privateKey, publicKey}),
    earlier: earlier && seals(earlier),
    vouch: async (till, previous) => {
      if (earlier?.publicKey !== previous) return null;
      return signKey(till, publicKey, earlier.privateKey);
    },
    signShort: async content => {
      const {signShortReceipt} = await import('../print/signature.js');
      return signShortReceipt(content, privateKey);
    },
    sign: async what => {
      if (what.kind === 'sums') return signText(what.content, privateKey);
      const {signClosing, signReceipt, signSeal, signZ} = await import('../print/signature.js');
      switch (what.kind) {
        case 'receipt':
          return signReceipt(what.content, privateKey);
        case 'z':
          return signZ(what.content, privateKey);
        case 'closing':
          return signClosing(what.content, privateKey);
        case 'seal':
          return signSeal(what.content, privateKey);
      }
    },
  };
}
