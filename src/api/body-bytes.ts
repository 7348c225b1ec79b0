import type {Sent} from '../core/service/request.js';
import {Secret} from '../core/text/secret.js';

/** A one-time code arrives as a string. Here it is at least not copied into a second string. */
const secretMembers: ReadonlySet<string> = new Set(['otp_code']);
const plain = /^[\w .-]*$/u;

/**
 * Returns a body as JSON, in memory of its own that can be filled with zeros when the request is over. Its secrets are written only into
 * these bytes.
 */
export function bodyBytes(body: {readonly [name: string]: Sent}): Buffer {
  const secrets: [name: string, spelled: string | Uint8Array][] = [];
  const text = JSON.stringify(body, function spell(this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const given = this[name]; // the value before `toJSON`
    const isText = secretMembers.has(name) && typeof value === 'string';
    if (!(given instanceof Secret) && !isText) return value;
    const spelled = given instanceof Secret ? given.bytes : spelledAs(String(value));
    secrets.push([name, spelled]);
    return '0'.repeat(Buffer.byteLength(spelled));
  });
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  let from = 0;
  for (const [name, spelled] of secrets) {
    // No text in the body can contain this, because its quotes would be escaped with backslashes.
    const member = `"${name}":"`;
    from = bytes.indexOf(member, from) + member.length;
    if (typeof spelled === 'string') bytes.write(spelled, from);
    else bytes.set(spelled, from);
  }
  return bytes;
}

/** The text as it stands between the quotes of JSON. Plain text is not copied. */
const spelledAs = (text: string) => (plain.test(text) ? text : JSON.stringify(text).slice(1, -1));
