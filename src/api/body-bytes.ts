import type {Json} from '../core/answer.js';

/** What is in no text beside the one that it came in: the bytes of a body are wiped, a text cannot be. */
const secretMembers: ReadonlySet<string> = new Set(['cardNumber', 'securityCode', 'pin', 'otp_code']);
const plain = /^[\w .-]*$/u;

/**
 * A body as JSON, in memory that is its own and can be filled with zeros once the request is over. Its secrets are written into
 * these bytes alone.
 */
export function bodyBytes(body: {readonly [name: string]: Json}): Buffer {
  const secrets: [name: string, value: string][] = [];
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (!secretMembers.has(name) || typeof value !== 'string' || !plain.test(value)) return value;
    secrets.push([name, value]);
    return '0'.repeat(value.length);
  });
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  let from = 0;
  for (const [name, value] of secrets) {
    // No text of the body can hold this: its quotes are written with a backslash before them.
    const member = `"${name}":"`;
    from = bytes.indexOf(member, from) + member.length;
    bytes.write(value, from, 'latin1');
  }
  return bytes;
}
