/** What of a request a till signs. `path` is with its query, as it stands in the request's first line. */
export type SignedParts = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  /** The header `content-digest`; of no body at all it is that of no bytes. */
  readonly contentDigest: string;
  readonly nonce: string;
  /** The id of the key that signs, which is the header `duka-key`. */
  readonly key: string;
};

/** The text under a request's signature. No part can hold a newline, so no two requests have one text. */
export function requestText({method, path, contentDigest, nonce, key}: SignedParts): string {
  return lines('duka.request/1', [method, path, contentDigest, nonce, key]);
}

/** The text that a till signs with its new key to show that it has it. */
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

/** The header `content-digest` for a body's SHA-256. */
export function contentDigest(sha256: Uint8Array): string {
  return `sha-256=:${sha256.toBase64()}:`;
}

/** The id of a public key, given the SHA-256 of its 32 bytes: short enough to be read aloud, and in no way secret. */
export function keyId(sha256: Uint8Array): string {
  return sha256.subarray(0, 8).toHex();
}

/** Throws a `RangeError` for a part with a newline: whoever reads the text could not tell where it ends. */
function lines(first: string, rest: readonly string[]): string {
  if (rest.some(part => part.includes('\n'))) throw new RangeError(`a part of ${first} has a newline`);
  return `${[first, ...rest].join('\n')}\n`;
}
