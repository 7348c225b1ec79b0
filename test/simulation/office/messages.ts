import {hash} from 'node:crypto';
import {contentDigest, requestText, type SignedParts} from '../../../src/core/office/wire.js';

/** A request as it goes over the wire. */
export type OfficeRequest = {
  readonly method: SignedParts['method'];
  readonly path: string;
  readonly till: string;
  readonly key: string;
  readonly nonce: string;
  readonly digest: string;
  readonly signature: string;
  readonly checkpoint: string | null;
  readonly body: Uint8Array;
};

/** An answer as it goes over the wire; `nonce` is the next one. */
export type OfficeReply = {readonly status: number; readonly body: string; readonly nonce: string};

/** A key that only who has the secret can sign by: hashes are enough where nobody breaks them. */
export type Signer = {readonly id: string; readonly secret: string};

export const signerOf = (name: string): Signer => ({
  id: hash('sha256', name).slice(0, 16),
  secret: `secret of ${name}`,
});

const signatureBy = (secret: string, text: string) => hash('sha256', `${secret}\n${text}`);
const digestOf = (body: Uint8Array) => contentDigest(hash('sha256', body, 'buffer'));

export function signedRequest(
  signer: Signer,
  parts: Pick<OfficeRequest, 'method' | 'path' | 'till' | 'nonce'> & {
    readonly body?: Uint8Array;
    readonly checkpoint?: string | null;
  },
): OfficeRequest {
  const {body = new Uint8Array(0), checkpoint = null, ...rest} = parts;
  const digest = digestOf(body);
  const text = requestText({...rest, contentDigest: digest, key: signer.id});
  return {...rest, key: signer.id, digest, signature: signatureBy(signer.secret, text), checkpoint, body};
}

/** Why a request is not one of this key; undefined where it is. */
export function flawOf({method, path, nonce, key, digest, signature, body}: OfficeRequest, {secret}: Signer) {
  if (digestOf(body) !== digest) return 'wrong-digest';
  const text = requestText({method, path, nonce, key, contentDigest: digest});
  return signatureBy(secret, text) === signature ? undefined : 'wrong-signature';
}

export const noteSignature = (note: string) => signatureBy('secret of the office', note);
