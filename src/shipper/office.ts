import {createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify} from 'node:crypto';
import type {OfficeAnswer, ReportedPosition} from '../core/office/accept.js';
import type {ChainPosition} from '../core/office/chain.js';
import {type Checkpoint, checkpointIn, type SignedNote} from '../core/office/checkpoint.js';
import {isCodeOf, joinCodeIn} from '../core/office/joining.js';
import {answerIn, contentDigest, joinText, keyId, type ListVersions, requestText} from '../core/office/wire.js';
import {Problem} from '../core/problem.js';
import {isLoopback} from '../core/service/answer.js';
import {isValid} from '../core/spec/check.js';
import {count, form, object, type Spec, someText, text} from '../core/spec/spec.js';
import type {ListKind} from '../core/staff/signed-list.js';
import {jsonIn} from '../core/text/json.js';
import type {Incoming, Link, Outgoing} from './link.js';

/** Which till talks to which office: `key` is the till's own key, `office` the pinned public key of the office. */
export type Membership = {readonly shop: string; readonly till: string; readonly office: string; readonly key: OwnKey};

export type OwnKey = {readonly id: string; readonly publicKey: string; readonly privateKey: string};

/** The most bytes of an answer with a list. A longer one is broken off, and the list before stays. */
const listAnswerMax = 16 * 1024 * 1024;

const nonceSpec = object({nonce: someText()});

/** How far the office says it has the journal. The checkpoint is the office's own, for exactly this line. */
export type Position = ReportedPosition & {
  readonly checkpoint: VerifiedCheckpoint | undefined;
  readonly waitMs: number | undefined;
  /** The newest versions of the lists that the office has for the till. */
  readonly lists: ListVersions;
};

/** A checkpoint whose signature by the pinned key was verified. */
export type VerifiedCheckpoint = SignedNote & {readonly checkpoint: Checkpoint};

export type OfficeResponse =
  | Position
  | {readonly kind: 'kept'; readonly position: ChainPosition; readonly checkpoint: VerifiedCheckpoint | undefined}
  | {readonly kind: 'gap'; readonly position: ChainPosition}
  | Extract<OfficeAnswer, {kind: 'forked' | 'flawed'}>
  | {readonly kind: 'refused' | 'unclear'; readonly why: string}
  | {readonly kind: 'busy'; readonly afterMs: number | undefined}
  | {readonly kind: 'failed'; readonly code: string};

/** The till's side of the protocol with its office. One request at a time: each uses the nonce that came with the answer before. */
export class Office {
  readonly #link: Link;
  readonly #own: Membership;
  #nonce: string | undefined;

  constructor(link: Link, own: Membership) {
    this.#link = link;
    this.#own = own;
  }

  /** Asks how far the office is, and claims, after the nonce, how far the till is. `witnessed`: the newest checkpoint that it has. */
  async position(
    claim: () => Promise<ChainPosition>,
    witnessed: SignedNote | undefined,
    signal?: AbortSignal,
  ): Promise<OfficeResponse> {
    const make = async (): Promise<Outgoing> => {
      const {seq, head} = await claim();
      const query = new URLSearchParams({claimed: String(seq), head});
      const note = witnessed && JSON.stringify({note: witnessed.note, signature: witnessed.signature});
      const headers: Record<string, string> =
        note === undefined ? {} : {'duka-checkpoint': Buffer.from(note).toString('base64url')};
      return {method: 'GET', path: `/v1/journal?${query.toString()}`, headers};
    };
    return this.#responseOf(await this.#signed(make, signal));
  }

  /** Sends lines that follow the line with hash `prev`: `body` is packed with the dictionary of that name. */
  async put(
    {prev, body, dictionary}: {readonly prev: string; readonly body: Uint8Array; readonly dictionary: string},
    signal?: AbortSignal,
  ): Promise<OfficeResponse> {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-encoding': 'zstd',
      'duka-dictionary': dictionary,
    };
    const path = `/v1/journal?prev=${prev}`;
    return this.#responseOf(await this.#signed(async () => ({method: 'PUT', path, headers, body}), signal));
  }

  /** What the office answers to a question for a list; undefined for any other answer. */
  async list(kind: ListKind, signal?: AbortSignal): Promise<Buffer | undefined> {
    const make = async () => ({method: 'GET', path: `/v1/list?kind=${kind}`, most: listAnswerMax}) as const;
    const incoming = await this.#signed(make, signal);
    return incoming.kind === 'answered' && incoming.http === 200 ? incoming.body : undefined;
  }

  /** The office's own bytes of the journal, packed, from a line on. */
  async lines(from: number, most: number, signal?: AbortSignal): Promise<Incoming> {
    return this.#signed(async () => ({method: 'GET', path: `/v1/journal/lines?from=${from}`, most}), signal);
  }

  /** Signs a request with a fresh nonce, and once more with another one if the office refuses the first. */
  async #signed(make: () => Promise<Outgoing>, signal: AbortSignal | undefined): Promise<Incoming> {
    for (let attempt = 1; ; attempt += 1) {
      const nonce = this.#nonce ?? (await this.#fetchNonce(signal));
      if (typeof nonce !== 'string') return nonce;
      this.#nonce = undefined;
      const incoming = await this.#send(await make(), nonce, signal);
      if (attempt === 2 || incoming.kind === 'failed' || incoming.http !== 401) return incoming;
      this.#nonce = undefined;
    }
  }

  async #fetchNonce(signal: AbortSignal | undefined): Promise<string | Incoming> {
    const incoming = await this.#link.send({method: 'GET', path: '/v1/nonce'}, signal);
    if (incoming.kind === 'failed') return incoming;
    return (incoming.http === 200 ? readAs(nonceSpec, incoming.body)?.nonce : undefined) ?? incoming;
  }

  async #send(outgoing: Outgoing, nonce: string, signal: AbortSignal | undefined): Promise<Incoming> {
    const {shop, till, key} = this.#own;
    const {method, path, body = new Uint8Array()} = outgoing;
    const digest = contentDigest(createHash('sha256').update(body).digest());
    const headers = {
      ...outgoing.headers,
      'duka-till': `${shop}/${till}`,
      'duka-key': key.id,
      'duka-nonce': nonce,
      'content-digest': digest,
      signature: signText(requestText({method, path, contentDigest: digest, nonce, key: key.id}), key.privateKey),
    };
    const incoming = await this.#link.send({...outgoing, headers}, signal);
    const next = incoming.kind === 'failed' ? undefined : incoming.headers['duka-nonce'];
    if (typeof next === 'string' && next.length <= 200) this.#nonce = next;
    return incoming;
  }

  #responseOf(incoming: Incoming): OfficeResponse {
    if (incoming.kind === 'failed') return incoming;
    const {http, headers, body} = incoming;
    if (http === 429 || http === 503) return {kind: 'busy', afterMs: afterMsOf(headers['retry-after'])};
    // A proxy may have a lower limit, and answers with a page of its own.
    if (http === 413) return {kind: 'flawed', line: null, why: 'too-large'};
    const read = answerIn({status: http, body: jsonIn(Buffer.from(body).toString())});
    if (read === undefined) return {kind: 'unclear', why: http === 200 ? 'answer' : String(http)};
    const {answer, checkpoint: signed, waitMs, lists = {}} = read;
    switch (answer.kind) {
      case 'position': {
        const checkpoint = this.#checkpointOf(answer.position, signed);
        return checkpoint === 'none' ? {kind: 'unclear', why: 'checkpoint'} : {...answer, checkpoint, waitMs, lists};
      }
      case 'kept':
      case 'gap': {
        const {kind, position} = answer;
        if (kind === 'gap') return {kind, position};
        const checkpoint = this.#checkpointOf(position, signed);
        return checkpoint === 'none' ? {kind: 'unclear', why: 'checkpoint'} : {kind, position, checkpoint};
      }
      default:
        return answer;
    }
  }

  /** Before the first line there is no checkpoint. Later a position without its own checkpoint is not believed. */
  #checkpointOf({seq, head}: ChainPosition, signed: SignedNote | undefined): VerifiedCheckpoint | 'none' | undefined {
    const found = signed === undefined ? undefined : verifiedCheckpoint(signed, this.#own);
    if (seq === 0) return undefined;
    return found?.checkpoint.seq === seq && found.checkpoint.head === head ? found : 'none';
  }
}

/** The checkpoint of this till, also under an earlier key of it, if the pinned key has signed it; otherwise undefined. */
export function verifiedCheckpoint(
  signed: SignedNote,
  {shop, till, office}: Pick<Membership, 'shop' | 'till' | 'office'>,
): VerifiedCheckpoint | undefined {
  const checkpoint = checkpointIn(signed.note);
  if (checkpoint === undefined || checkpoint.shop !== shop || checkpoint.till !== till) return undefined;
  return isSignedBy(office, signed.note, signed.signature) ? {...signed, checkpoint} : undefined;
}

/** JSON that fits the specification; undefined for any other bytes. */
export function readAs<T>(spec: Spec<T>, body: Uint8Array): T | undefined {
  const value = jsonIn(Buffer.from(body).toString());
  return isValid(spec)(value) ? value : undefined;
}

export const signText = (content: string, privateKey: string): string =>
  sign(null, Buffer.from(content), createPrivateKey(privateKey)).toString('base64');

/** Whether the key signed the content; false if the key or the signature is not one. */
export function isSignedBy(key: string, content: string | Uint8Array, signature: string): boolean {
  try {
    const publicKey = createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: key}, format: 'jwk'});
    return verify(null, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

export function makeOwnKey(): OwnKey {
  const {privateKey} = generateKeyPairSync('ed25519');
  return ownKeyOf(privateKey.export({type: 'pkcs8', format: 'pem'}).toString());
}

/** The key in a PEM text. Throws for a text that is no key. */
export function ownKeyOf(privateKey: string): OwnKey {
  const {x = ''} = createPublicKey(createPrivateKey(privateKey)).export({format: 'jwk'});
  return {id: keyId(createHash('sha256').update(Buffer.from(x, 'base64url')).digest()), publicKey: x, privateKey};
}

/** Accepts only seconds: a date would be by a clock with which the till's may disagree. */
const afterMsOf = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined;

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
