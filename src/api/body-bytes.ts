import {Secret} from '../core/card/secret.js';
import type {Sent} from '../core/service/request.js';

/** The code of a wallet comes as a text, and is at least in no second one. */
const secretMembers: ReadonlySet<string> = new Set(['otp_code']);
const plain = /^[\w .-]*$/u;

/**
 * A body as JSON, in memory that is its own and can be filled with zeros once the request is over. Its secrets are written into
 * these bytes alone.
 */
export function bodyBytes(body: {readonly [name: string]: Sent}): Buffer {
  const secrets: [name: string, spelled: string | Uint8Array][] = [];
  const text = JSON.stringify(body, function spell(this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const given = this[name]; // what it was before `toJSON`
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
    // No text of the body can hold this: its quotes are written with a backslash before them.
    const member = `"${name}":"`;
    from = bytes.indexOf(member, from) + member.length;
    if (typeof spelled === 'string') bytes.write(spelled, from);
    else bytes.set(spelled, from);
  }
  return bytes;
}

/** As it stands between the quotes of JSON; of what is plain no copy is made. */
const spelledAs = (text: string) => (plain.test(text) ? text : JSON.stringify(text).slice(1, -1));
