import {createHash} from 'node:crypto';
import type {ChainPosition} from '../core/office/chain.js';
import {isCodeOf, joinCodeIn} from '../core/office/joining.js';
import {joinText} from '../core/office/wire.js';
import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/answer.js';
import {count, form, object, text} from '../core/spec/spec.js';
import type {Link} from './link.js';
import {isSignedBy, type OwnKey, readAs, signText} from './office.js';

/** An office that has let a till join. The till believes only what is signed with its key. */
export type JoinedOffice = {readonly shop: string; readonly office: string; readonly position: ChainPosition};

const answerSpec = object({
  shop: form('up to 64 letters', /^[\w-]{1,64}$/),
  till: text(),
  office: form('43 characters of base64url', /^[\w-]{43}$/),
  position: object({seq: count(), head: form('64 hexadecimal digits', /^[0-9a-f]{64}$/)}),
});
const refusalSpec = object({why: text()});

/** The joining code in the form in which it is sent. Throws `Problem` office-code for a text that is none. */
export function joinCodeFrom(typed: string): string {
  const code = joinCodeIn(typed);
  if (code === undefined) throw new Problem('office-code');
  return code;
}

/**
 * Joins an office with a code: proves possession of the key, and believes the answer only if it was signed with the key that the code
 * vouches for. Throws `Problem` office-unreachable, office-refused with the office's reason, office-not-trusted.
 */
export async function joinByCode(
  link: Link,
  {code, till, key, url}: {readonly code: string; readonly till: string; readonly key: OwnKey; readonly url: string},
): Promise<JoinedOffice> {
  const {publicKey} = key;
  const proof = signText(joinText({code, till, key: publicKey}), key.privateKey);
  const body = Buffer.from(JSON.stringify({code, till, key: publicKey, proof}));
  const headers = {'content-type': 'application/json'};
  const incoming = await link.send({method: 'POST', path: '/v1/join', headers, body});
  if (incoming.kind === 'failed') throw new Problem('office-unreachable', {url, code: incoming.code});
  if (incoming.http !== 200) {
    const why = readAs(refusalSpec, incoming.body)?.why ?? String(incoming.http);
    throw new Problem('office-refused', {url, why: why.slice(0, 60)});
  }
  const answer = readAs(answerSpec, incoming.body);
  const {signature} = incoming.headers;
  if (answer === undefined || answer.till !== till) throw new Problem('office-not-trusted', {url});
  const sha256 = createHash('sha256').update(Buffer.from(answer.office, 'base64url')).digest();
  const isVouchedFor = isCodeOf(code, sha256) && isSignedBy(answer.office, incoming.body, String(signature ?? ''));
  if (!isVouchedFor) throw new Problem('office-not-trusted', {url});
  const {shop, office, position} = answer;
  return {shop, office, position};
}

/**
 * The address of an office as it was typed, without a slash at its end. Throws `Problem` office-address for a text that is no address, and
 * for an address without https that is not on this machine: what the journal says about customers would be sent unprotected.
 */
export function officeAddress(typed: string): string {
  const url = URL.parse(typed.trim());
  const isBare = url !== null && [url.username, url.password, url.search, url.hash].every(part => part === '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isBare || !isSafe)
    throw new Problem('office-address', {url: (url?.host ?? typed).slice(0, 100)});
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/u, '');
}
