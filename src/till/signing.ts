import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {Settings} from '../../store/settings.js';
import type {Config} from '../config.js';
import type {Claim, ZClaim} from '../print/signature.js';

export type Signable = {readonly kind: 'receipt'; readonly claim: Claim} | {readonly kind: 'z'; readonly claim: ZClaim};

/** Signs what a QR code of this till says. */
export type Sign = (what: Signable) => Promise<string>;

/**
 * The till's own signature: its key is made when the first slip needs it, kept in the till's folder for its owner alone,
 * and its public half in the settings, where anybody may copy it to prove a slip by.
 */
export function createSigning(folder: string, settings: Settings, profile: Config['profile']): Sign {
  return signingWith(() => ownKey(folder, settings, profile));
}

/** The same for whoever only reads; undefined where the till has no key yet, since none is made here. */
export async function keptSigning(folder: string): Promise<Sign | undefined> {
  const kept = await nodeDisk.readText(keyPath(folder));
  return kept === null ? undefined : signingWith(async () => kept);
}

function signingWith(readKey: () => Promise<string>): Sign {
  let key: Promise<string> | undefined;
  return async what => {
    key ??= readKey().catch(error => {
      key = undefined; // the disk may have room again for the next slip
      throw error;
    });
    const [privateKey, {signClaim, signZ}] = await Promise.all([key, import('../print/signature.js')]);
    return what.kind === 'z' ? signZ(what.claim, privateKey) : signClaim(what.claim, privateKey);
  };
}

const keyPath = (folder: string) => join(folder, 'signing-key.pem');

async function ownKey(folder: string, settings: Settings, profile: Config['profile']): Promise<string> {
  const path = keyPath(folder);
  const kept = await nodeDisk.readText(path);
  if (kept !== null) return kept;
  const {makeSigningKey} = await import('../print/signature.js');
  const {privateKey, publicKey} = makeSigningKey();
  // The public half first: a power cut between the two makes another key, and no slip was signed by this one.
  await settings.change({signingKeys: {...settings.read().signingKeys, [profile]: publicKey}});
  await nodeDisk.writeTextAtomically(path, privateKey, {durable: true});
  return privateKey;
}
