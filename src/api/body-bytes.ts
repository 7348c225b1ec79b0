import type {Json} from '../core/answer.js';

/** What is in no text beside the one that it came in: the bytes of a body are wiped, a text cannot be. */
const secretMembers: ReadonlySet<string> = new Set(['cardNumber', 'securityCode', 'pin', 'otp_code']);
const plain = /^[\w .-]*$/u;

/**
 * A body as JSON, in memory that is its own and can be filled with zeros once the request is over. Its secrets are written into
 * these bytes alone.
 */
export function bodyBytes(body: {readonly [name: string]: Json}): Buffer {
  const secrets: [name: string, spelled: string][] = [];
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (!secretMembers.has(name) || typeof value !== 'string') return value;
    const spelled = plain.test(value) ? value : JSON.stringify(value).slice(1, -1); // which would be another copy
    secrets.push([name, spelled]);
    return '0'.repeat(Buffer.byteLength(spelled));
  });
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  let from = 0;
  for (const [name, spelled] of secrets) {
    // No text of the body can hold this: its quotes are written with a backslash before them.
    const member = `"${name}":"`;
    from = bytes.indexOf(member, from) + member.length;
    bytes.write(spelled, from);
  }
  return bytes;
}
