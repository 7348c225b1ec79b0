import {createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, verify} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import {
  acceptClaim,
  acceptUpload,
  type HashAt,
  type NonceContext,
  type OfficeAnswer,
  type OfficeDecision,
  type TillRecord,
} from '../../src/core/office/accept.js';
import {chainStart, type OfferedLine, offeredLines} from '../../src/core/office/chain.js';
import {checkpointIn, checkpointNote, type SignedNote} from '../../src/core/office/checkpoint.js';
import {dictionary} from '../../src/core/office/dictionary.js';
import type {OfficeIncident} from '../../src/core/office/incident.js';
import {
  decideJoin,
  type GivenCode,
  joinCodeIn,
  joinCodeName,
  mintJoinCode,
  refusedUnread,
} from '../../src/core/office/joining.js';
import {contentDigest, joinText, keyId, requestText, wireAnswer} from '../../src/core/office/wire.js';
import {hashAfter} from '../../store/line.js';

/** So many lines it gives back at once. */
const linesEach = 5;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const idOf = (publicKey: string) => keyId(sha256(Buffer.from(publicKey, 'base64url')));

export type Answered = {
  readonly http: number;
  readonly body: Uint8Array | object;
  readonly headers?: Record<string, string>;
};
type Kept = {record: TillRecord; readonly publicKeys: Map<string, string>; readonly chains: Map<number, OfferedLine[]>};

/** An office without a database: the decisions of `core`, over HTTP, in memory. */
export async function startOffice(shop = 'corner') {
  const {privateKey, publicKey} = generateKeyPairSync('ed25519');
  const {x: key = ''} = publicKey.export({format: 'jwk'});
  const digest = sha256(Buffer.from(key, 'base64url'));
  const codes = new Map<string, GivenCode>();
  const tills = new Map<string, Kept>();
  const nonces = new Map<string, Map<string, NonceContext>>();
  const incidents: OfficeIncident[] = [];
  const requests: {method: string; path: string; bytes: number; http: number}[] = [];
  let behaviour: (request: {method: string; path: string}) => Answered | 'hang' | undefined = () => undefined;

  const freshNonce = () => {
    const nonce = randomBytes(12).toString('base64url');
    nonces.set(
      nonce,
      new Map(
        [...tills].map(
          ([
            name,
            {
              record: {seq, turns},
            },
          ]) => [name, {seq, turns}],
        ),
      ),
    );
    return nonce;
  };
  const told = ({record}: Kept, answer: OfficeAnswer): Answered => {
    const {till, seq, head, key: id} = record;
    const note = checkpointNote({shop, till, key: id ?? '', seq, head, at: new Date().toISOString()});
    const signature = sign(null, Buffer.from(note), privateKey).toString('base64');
    const {status, body} = wireAnswer(
      answer,
      seq === 0 ? {waitMs: 1000} : {checkpoint: {note, signature}, waitMs: 1000},
    );
    return {http: status, body};
  };
  const witnessedIn = (header: unknown) => {
    if (typeof header !== 'string') return null;
    const {note, signature} = JSON.parse(Buffer.from(header, 'base64url').toString()) as SignedNote;
    return verify(null, Buffer.from(note), publicKey, Buffer.from(signature, 'base64'))
      ? (checkpointIn(note) ?? null)
      : null;
  };
  const hashesOf =
    ({chains}: Kept): HashAt =>
    (chain, seq) =>
      chains.get(chain)?.find(line => line.seq === seq)?.hash;
  const keep = (till: Kept, {record, chunk, incidents: found}: OfficeDecision) => {
    till.record = record;
    incidents.push(...found);
    if (chunk === null) return;
    till.chains.set(chunk.chain, [...(till.chains.get(chunk.chain) ?? []), ...chunk.lines]);
  };

  const joinAnswer = (said: object): Answered => {
    const text = JSON.stringify({shop, office: key, position: chainStart, ...said});
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
    return {http: 200, body: Buffer.from(text), headers: {signature}};
  };
  const join = (body: Buffer): Answered => {
    const asked = JSON.parse(body.toString()) as {code: string; till: string; key: string; proof: string};
    const code = joinCodeIn(asked.code) ?? '';
    const before = tills.get(asked.till);
    const proof = Buffer.from(asked.proof, 'base64');
    const isProved = verify(null, Buffer.from(joinText({...asked, code})), keyObject(asked.key), proof);
    const unread = refusedUnread({code, isProved}, digest);
    if (unread !== undefined) return {http: 401, body: {why: unread}};
    const request = {code, till: asked.till, key: idOf(asked.key)};
    const found = {given: codes.get(joinCodeName(code)) ?? null, till: before?.record ?? null, now: Date.now()};
    const {given, joined, refusal, incidents: met} = decideJoin(request, found);
    incidents.push(...met);
    if (given !== null) codes.set(joinCodeName(code), given);
    if (joined === null) return {http: 401, body: {why: refusal}};
    const till = before ?? {record: joined, publicKeys: new Map(), chains: new Map([[0, []]])};
    till.record = joined;
    till.publicKeys.set(request.key, asked.key);
    tills.set(asked.till, till);
    const {seq, head} = joined;
    return joinAnswer({till: asked.till, position: {seq, head}});
  };

  /** The till that has signed the request, with what the office knew when it gave the nonce; else why not. */
  const signer = (request: IncomingMessage, body: Buffer) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const [, name = ''] = header('duka-till').split('/');
    const till = tills.get(name);
    const known = nonces.get(header('duka-nonce'));
    nonces.delete(header('duka-nonce'));
    const id = header('duka-key');
    const publicKey = till?.publicKeys.get(id);
    if (known === undefined) return {why: 'stale-nonce'};
    if (till === undefined || publicKey === undefined) return {why: 'unknown-key'};
    const stated = header('content-digest');
    if (stated !== contentDigest(sha256(body))) return {why: 'wrong-digest'};
    const parts = {method: request.method as 'GET', path: request.url ?? '', contentDigest: stated};
    const text = requestText({...parts, nonce: header('duka-nonce'), key: id});
    const isSigned = verify(null, Buffer.from(text), keyObject(publicKey), Buffer.from(header('signature'), 'base64'));
    return isSigned ? {till, key: id, asked: known.get(name) ?? {seq: 0, turns: 0}} : {why: 'wrong-signature'};
  };

  const signed = (request: IncomingMessage, url: URL, body: Buffer): Answered => {
    const by = signer(request, body);
    if ('why' in by) return {http: 401, body: by};
    const {till, key: id, asked} = by;
    const query = Object.fromEntries(url.searchParams);
    if (url.pathname === '/v1/journal/lines') {
      const from = Number(query['from']);
      const lines = (till.chains.get(0) ?? []).filter(({seq}) => seq >= from && seq < from + linesEach);
      const bytes = lines.map(line => `${Buffer.from(line.bytes).toString()}\n`).join('');
      return {http: 200, body: zstdCompressSync(bytes)};
    }
    if (request.method === 'GET') {
      const witnessed = witnessedIn(request.headers['duka-checkpoint']);
      const claim = {key: id, asked, seq: Number(query['claimed']), head: query['head'] ?? '', witnessed};
      const decision = acceptClaim(till.record, claim, hashesOf(till));
      keep(till, decision);
      return told(till, decision.answer);
    }
    const shared =
      request.headers['duka-dictionary'] === dictionary.name ? {dictionary: Buffer.from(dictionary.text)} : {};
    const bytes = zstdDecompressSync(body, shared);
    const prev = query['prev'] ?? chainStart.head;
    const upload = {key: id, asked, prev, read: offeredLines(bytes, prev, hashAfter)};
    const decision = acceptUpload(till.record, upload, hashesOf(till));
    keep(till, decision);
    return told(till, decision.answer);
  };

  const answerTo = (request: IncomingMessage, body: Buffer): Answered => {
    const url = new URL(request.url ?? '', 'http://office');
    if (url.pathname === '/v1/nonce') return {http: 200, body: {nonce: freshNonce()}};
    return url.pathname === '/v1/join' ? join(body) : signed(request, url, body);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // cut off on the way
    }
    const {method = '', url: path = ''} = request;
    const body = Buffer.concat(chunks);
    const odd = behaviour({method, path});
    if (odd === 'hang') return;
    const {http, body: said, headers = {}} = odd ?? answerTo(request, body);
    requests.push({method, path, bytes: body.length, http});
    response.writeHead(http, {'duka-nonce': freshNonce(), ...headers});
    response.end(said instanceof Uint8Array ? said : JSON.stringify(said));
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    shop,
    incidents,
    requests,
    /** What it says to a till that joins, signed by its key whatever is in it. */
    joinAnswer,
    /** A new joining code; for one till alone where it is named. */
    code: (till: string | null = null) => {
      const code = mintJoinCode(randomBytes(5), digest);
      codes.set(joinCodeName(code), {code, shop, till, madeAt: Date.now(), tries: 0, isUsed: false});
      return code;
    },
    /** The bytes that the office has of a till's journal, or of a branch of it. */
    bytesOf: (till: string, chain = 0) =>
      (tills.get(till)?.chains.get(chain) ?? []).map(({bytes}) => `${Buffer.from(bytes).toString()}\n`).join(''),
    recordOf: (till: string) => tills.get(till)?.record,
    /** The office as it would be after an older copy of it was put back. */
    rollBack: (name: string, seq: number) => {
      const till = tills.get(name);
      if (till === undefined) throw new Error(`no till ${name}`);
      const lines = (till.chains.get(0) ?? []).filter(line => line.seq <= seq);
      till.chains.set(0, lines);
      till.record = {...till.record, seq, head: lines.at(-1)?.hash ?? chainStart.head};
    },
    /** What it answers in place of what is right, or that it never answers. */
    behave: (how: typeof behaviour) => {
      behaviour = how;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type TestOffice = Awaited<ReturnType<typeof startOffice>>;

function keyObject(publicKey: string): KeyObject {
  return createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
}
