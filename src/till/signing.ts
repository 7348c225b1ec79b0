import {createHmac, createPrivateKey, createPublicKey} from 'node:crypto';
import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {JournalKey} from '../../store/journal.js';
import type {HomeSettings} from '../../store/settings.js';
import type {Config} from '../config.js';
import {decimalText} from '../core/money/money.js';
import type {Payment} from '../core/payment/payment.js';
import type {SignedClosing, SignedReceipt, SignedSeal, SignedZ} from '../print/signature.js';

/** What a receipt of a paid payment claims. */
export function receiptClaim(
  {reference, request, since}: Payment,
  {
    till,
    profile,
    unusualHost: service,
  }: Pick<Config, 'profile'> & {
    readonly till: string;
    readonly unusualHost?: string | undefined;
  },
): SignedReceipt {
  const {amount, businessDate} = request;
  const {currency} = amount;
  return {till, reference, amount: decimalText(amount), currency, paidAt: since, businessDate, profile, service};
}

export type Signable =
  | {readonly kind: 'receipt'; readonly content: SignedReceipt}
  | {readonly kind: 'z'; readonly content: SignedZ}
  | {readonly kind: 'closing'; readonly content: SignedClosing}
  | {readonly kind: 'seal'; readonly content: SignedSeal}
  /** The sums of an archive’s files: the text itself is signed, and the signature comes alone. */
  | {readonly kind: 'sums'; readonly content: string};

/** Signs what a QR code of this till says. */
export type Sign = (what: Signable) => Promise<string>;

/** The till's own key: it signs what is printed, and seals what is kept of the journal's newest line. */
export type TillKey = JournalKey & {
  readonly sign: Sign;
  /** A receipt in few letters, for a QR code on a terminal; undefined where its claim needs more. */
  readonly signShort: (content: SignedReceipt) => Promise<string | undefined>;
  /** The signature under this key of the one before it, if that is still there; null where it is not. */
  readonly vouch: (till: string, previous: string) => Promise<string | null>;
};

/**
 * The key of a till, made when the till is opened for the first time: kept in the till's folder for its owner alone, and
 * its public half in the settings, where anybody may copy it to prove a slip by, and in the journal.
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
  const {makeSigningKey} = await import('../print/signature.js');
  const {privateKey, publicKey} = makeSigningKey();
  // The public half first: a power cut between the two makes another key, and no slip was signed by this one.
  await settings.change({signingKeys: {...settings.read().signingKeys, [profile]: publicKey}});
  await nodeDisk.writeTextAtomically(path, privateKey, {durable: true});
  return made(folder, privateKey, publicKey);
}

/** The same for whoever only reads; undefined where the till has no key, since none is made here. */
export function storedKey(folder: string): Promise<TillKey | undefined> {
  return keyIn(folder);
}

const keyPath = (folder: string) => join(folder, 'signing-key.pem');

async function keyIn(folder: string): Promise<TillKey | undefined> {
  const stored = await nodeDisk.readText(keyPath(folder));
  const publicKey = stored === null ? undefined : publicHalf(stored);
  return stored === null || publicKey === undefined ? undefined : made(folder, stored, publicKey);
}

/** Undefined for a text that is no key: nothing can be signed by it. */
function publicHalf(privateKey: string): string | undefined {
  try {
    const {kty, crv, x} = createPublicKey(createPrivateKey(privateKey)).export({format: 'jwk'});
    return kty === 'OKP' && crv === 'Ed25519' ? x : undefined;
  } catch {
    return undefined;
  }
}

function made(folder: string, privateKey: string, publicKey: string): TillKey {
  return {
    publicKey,
    seal: text => createHmac('sha256', privateKey).update(text).digest('base64url'),
    vouch: async (till, previous) => {
      const old = await nodeDisk.readText(join(folder, 'signing-key.old.pem')).catch(() => null);
      if (old === null || publicHalf(old) !== previous) return null;
      const {signKey} = await import('../print/signature.js');
      return signKey(till, publicKey, old);
    },
    signShort: async content => {
      const {signShortReceipt} = await import('../print/signature.js');
      return signShortReceipt(content, privateKey);
    },
    sign: async what => {
      const {signClosing, signReceipt, signSeal, signSums, signZ} = await import('../print/signature.js');
      switch (what.kind) {
        case 'receipt':
          return signReceipt(what.content, privateKey);
        case 'z':
          return signZ(what.content, privateKey);
        case 'closing':
          return signClosing(what.content, privateKey);
        case 'seal':
          return signSeal(what.content, privateKey);
        case 'sums':
          return signSums(what.content, privateKey);
      }
    },
  };
}
