import type {SignedNote} from '../core/office/checkpoint.js';
import {countersignedText} from '../core/office/witness.js';
import {Problem} from '../core/problem.js';
import {count, object, optional, text} from '../core/spec/spec.js';
import type {Link} from '../shipper/link.js';
import {isSignedBy, readAs} from '../shipper/office.js';

const signedSpec = object({key: text(), signature: text()});
const refusedSpec = object({why: text(), seq: optional(count(), 'it has signed nothing')});

/** A witness's signature of a note, with the witness's own key. */
export type Countersignature = {readonly key: string; readonly signature: string};

/**
 * Asks a witness to sign what an office has signed. Throws `Problem` witness-unreachable, witness-refused with the witness's reason, and
 * witness-differs if the witness has signed something else before, or signs with another key than the expected one.
 */
export async function askWitness(
  link: Link,
  {note, signature}: SignedNote,
  {url, key}: {readonly url: string; readonly key?: string | undefined},
): Promise<Countersignature> {
  const body = Buffer.from(JSON.stringify({note, signature}));
  const headers = {'content-type': 'application/json'};
  const incoming = await link.send({method: 'POST', path: '/v1/countersign', headers, body});
  if (incoming.kind === 'failed') throw new Problem('witness-unreachable', {url, code: incoming.code});
  const refused = readAs(refusedSpec, incoming.body);
  if (incoming.http === 409) throw new Problem('witness-differs', {url, line: refused?.seq ?? 0});
  const signed = incoming.http === 200 ? readAs(signedSpec, incoming.body) : undefined;
  if (signed === undefined)
    throw new Problem('witness-refused', {url, why: (refused?.why ?? String(incoming.http)).slice(0, 60)});
  const isExpected = key === undefined || signed.key === key;
  if (!isExpected || !isSignedBy(signed.key, countersignedText(note), signed.signature))
    throw new Problem('witness-refused', {url, why: 'key'});
  return signed;
}
