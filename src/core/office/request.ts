/** The parts of a request that a till signs. `path` includes the query, as in the first line of the request. */
export type SignedParts = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  /** The header `content-digest`. For a request without a body it is the digest of no bytes. */
  readonly contentDigest: string;
  readonly nonce: string;
  /** The id of the key that signs, which is the header `duka-key`. */
  readonly key: string;
};

/**
 * Returns the text under a request's signature. No part can hold a newline, so no two requests have the same text. Throws a `RangeError`
 * for a part with a newline.
 */
export function requestText({method, path, contentDigest, nonce, key}: SignedParts): string {
  return lines('duka.request/1', [method, path, contentDigest, nonce, key]);
}

/** Returns the text that a till signs with its new key to prove that it has it. Throws a `RangeError` for a part with a newline. */
export function joinText({
  code,
  till,
  key,
}: {
  readonly code: string;
  readonly till: string;
  readonly key: string;
}): string {
  return lines('duka.join/1', [code, till, key]);
}

/** Returns the header `content-digest` for the SHA-256 of a body. */
export function contentDigest(sha256: Uint8Array): string {
  return `sha-256=:${sha256.toBase64()}:`;
}

/** Returns the id of a public key from the SHA-256 of its 32 bytes. It is short enough to be read aloud, and not secret. */
export function keyId(sha256: Uint8Array): string {
  return sha256.subarray(0, 8).toHex();
}

/** Throws a `RangeError` for a part with a newline: a reader of the text could not find the end of the part. */
function lines(first: string, rest: readonly string[]): string {
  if (rest.some(part => part.includes('\n'))) throw new RangeError(`a part of ${first} has a newline`);
  return `${[first, ...rest].join('\n')}\n`;
}
