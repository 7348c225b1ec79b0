import {createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify} from 'node:crypto';
import {keyWords, type NamedKey} from '../core/journal/schema.js';

/** The key pair of a till: the private key as PKCS8 PEM, the public key as 32 raw bytes in base64url. */
type SigningKey = {readonly privateKey: string; readonly publicKey: string};

/** Makes a new pair of Ed25519 keys. */
export function makeSigningKey(): SigningKey {
  const {privateKey, publicKey} = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
    publicKey: publicKey.export({format: 'jwk'}).x ?? '',
  };
}

/** Returns the signature of a text in base64url. `openssl pkeyutl -rawin` checks the same bytes. */
export const signText = (text: string, privateKey: string): string =>
  sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64url');

/** Returns a till's public key as PEM, which other signature programs can read. */
export function publicKeyPem(publicKey: string): string {
  const key = createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
  return key.export({type: 'spki', format: 'pem'}).toString();
}

export const signKey = (till: string, publicKey: string, privateKey: string): string =>
  signText(keyWords(till, publicKey), privateKey);

/** Returns whether the previous key signed this one. The first key of a till has no previous key and is accepted. */
export function isVouchedFor(till: string, {publicKey, previous, signature}: NamedKey): boolean {
  if (previous === null) return true;
  return signature !== null && isSignedBy(previous, keyWords(till, publicKey), signature);
}

/** Whether this key signed the text. An invalid key has signed nothing. */
export function isSignedBy(publicKey: string, signed: string, signature: string): boolean {
  try {
    const key = createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
    return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
