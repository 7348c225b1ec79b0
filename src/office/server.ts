import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {promisify} from 'node:util';
import {zstdCompress, zstdDecompressSync} from 'node:zlib';
import * as z from 'zod';
import {hashAfter, lineBytesMax} from '../../store/line.js';
import {isTillName} from '../core/journal/reference.js';
import {type OfficeAnswer, type RequestRefusal, refusalOf, type TillRecord} from '../core/office/accept.js';
import {type ChainPosition, offeredLines, uploadBytesMax} from '../core/office/chain.js';
import {checkpointIn, checkpointNote, type SignedNote} from '../core/office/checkpoint.js';
import {dictionary} from '../core/office/dictionary.js';
import {type JoinRefusal, joinCodeIn, refusedUnread} from '../core/office/joining.js';
import {isShopName} from '../core/office/view.js';
import {
  contentDigest,
  joinText,
  type ListVersions,
  requestText,
  signedNoteIn,
  wireAnswer,
} from '../core/office/wire.js';
import {listKinds} from '../core/staff/signed-list.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {Busy, CommitQueue, JoinQueue} from './commit.js';
import type {Database} from './database.js';
import {
  bytesOf,
  decideJoining,
  decideRequest,
  isCodeKnown,
  type JournalRequest,
  linesFrom,
  type TillName,
} from './journals.js';
import {isSignedBy, keyIdOf, type OfficeKey, sha256} from './key.js';
import type {OfficeLists} from './lists.js';
import {type GivenNonce, Nonces} from './nonces.js';
import type {OfficeTraffic, Refusal} from './observed.js';
import {addressOf, isOfTill, Senders} from './sender.js';

/** The answer to a till: JSON, or the bytes of lines. */
type Reply = {
  readonly status: number;
  readonly body: object | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a till has signed the request. */
  readonly isSigned?: true;
  /** For the log only: the till that wants to join, and what went wrong in the office. */
  readonly till?: string;
  readonly cause?: string;
};

export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Parts = {
  readonly database: Database;
  readonly key: OfficeKey;
  readonly port: number;
  readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>;
  /** Called for each till that has sent something, with the number of bytes of lines. */
  readonly onJournal: (till: TillName, bytes: number) => void;
  /** Called for the first refusal of each kind. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
  /** How many bytes of signed uploads are held at a time, from all tills. Those beyond that are sent again later. */
  readonly room?: number;
  readonly lists: Pick<OfficeLists, 'versions' | 'signed'>;
  /** Answers what is not of the tills' protocol. Without it, there is nothing else. */
  readonly onPage?: ServePage | undefined;
};

/** How long to wait at the end for requests in progress, in milliseconds. */
const farewell = 2000;
/** After how many milliseconds a till asks again by itself. */
const waitMs = 15_000;
const packedMax = lineBytesMax + 64 * 1024;
const joinMax = 4096;
/** Up to this length what a sender still sends after its answer is read and thrown away, so that it gets the answer. */
const longestDrained = 4 * packedMax;
/** How long a connection is kept for a till that waits before it asks again; longer than a proxy keeps it, in milliseconds. */
const idleMs = 10 * waitMs;
/** How long a request may take to come in, and how long one with files of somebody who has signed in, in milliseconds. */
const [longestRequestMs, longestUploadMs] = [60_000, 3_600_000];
const patient = new WeakSet<IncomingMessage>();
/** Lets a request come in as slowly as an upload may. */
export const mayTakeLong = (request: IncomingMessage): unknown => patient.add(request);
const usualRoom = 256 * 1024 * 1024;
const givenBackBytes = 8 * 1024 * 1024;
const compressed = promisify(zstdCompress);

const hash64 = z.string().regex(/^[0-9a-f]{64}$/);
const line = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const claimed = z.object({claimed: line, head: hash64});
const offered = z.object({prev: hash64});
const wanted = z.object({from: line});
const listed = z.object({kind: z.enum(listKinds)});
const joining = z.object({
  code: z.string().max(64),
  till: z.string().refine(isTillName),
  key: z.string().max(64),
  proof: z.string().max(128),
});

/** Called with the bytes that are kept. Throws if there is no room for them. */
type Hold = (bytes: number) => void;
type Asked = {readonly request: IncomingMessage; readonly url: URL; readonly hold: Hold};
/** A request that a till has signed, with its whole body. */
type Signed = {
  readonly till: TillName;
  readonly key: string;
  readonly nonce: GivenNonce;
  readonly request: IncomingMessage;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

class TillAnswers {
  readonly #parts: Parts;
  readonly #joins: JoinQueue;
  readonly nonces: Nonces;
  readonly commits: CommitQueue;

  constructor(parts: Parts) {
    const {database, key, world} = parts;
    this.#parts = parts;
    this.#joins = new JoinQueue(world);
    this.nonces = new Nonces(key, world);
    this.commits = new CommitQueue(database, world);
  }

  to(request: IncomingMessage, hold: Hold): Promise<Reply> | Reply {
    if (!isOfTill(request)) return {status: 403, body: {}};
    const url = URL.parse(request.url ?? '', 'http://office');
    if (url === null) return {status: 400, body: {why: 'unreadable'}};
    const asked = {request, url, hold};
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /v1/nonce':
        return {status: 200, body: {nonce: this.nonces.fresh()}};
      case 'POST /v1/join':
        return this.#join(request);
      case 'GET /v1/journal':
        return this.#signed(asked, signed => this.#claim(signed));
      case 'PUT /v1/journal':
        return this.#signed(asked, signed => this.#upload(signed));
      case 'GET /v1/journal/lines':
        return this.#signed(asked, signed => this.#lines(signed));
      case 'GET /v1/list':
        return this.#signed(asked, signed => this.#list(signed));
      default:
        return {status: 404, body: {}};
    }
  }

  /** Nobody needs a key to ask for this. So what costs nothing is checked first, and only who has a code that exists takes a transaction. */
  async #join(request: IncomingMessage): Promise<Reply> {
    const {database, key, world} = this.#parts;
    const address = addressOf(request);
    this.#joins.admit(address);
    const asked = joining.safeParse(jsonIn((await bodyOf(request, joinMax))?.toString() ?? ''));
    if (!asked.success) return {status: 400, body: {why: 'unreadable'}};
    const {till, key: publicKey, proof} = asked.data;
    const code = joinCodeIn(asked.data.code) ?? '';
    const id = keyIdOf(publicKey);
    const isProved = id !== undefined && isSignedBy(publicKey, joinText({code, till, key: publicKey}), proof);
    const refused = (why: JoinRefusal | null): Reply => ({status: 401, body: {why}, till});
    const unread = refusedUnread({code, isProved}, key.digest);
    if (unread !== undefined) return refused(unread);
    return this.#joins.run(async () => {
      if (!(await isCodeKnown(database, code))) return refused('wrong-code');
      const {joined, refusal} = await database.transaction(client =>
        decideJoining(client, {code, till, key: id ?? '', publicKey, office: key.publicKey}, world.now()),
      );
      if (joined === null) return refused(refusal);
      this.#joins.joined(address);
      const {shop, seq, head} = joined;
      const text = JSON.stringify({shop, till, office: key.publicKey, position: {seq, head}});
      return {status: 200, body: Buffer.from(text), headers: {signature: key.sign(text)}};
    });
  }

  async #signed({request, url, hold}: Asked, answer: (signed: Signed) => Promise<Reply>): Promise<Reply> {
    const by = await this.#signer(request);
    if ('why' in by) return {status: 401, body: by};
    const body = request.method === 'PUT' ? await bodyOf(request, packedMax, hold) : Buffer.alloc(0);
    if (body === undefined) return {status: 413, body: {line: null, why: 'too-large'}};
    if (by.digest !== contentDigest(sha256(body))) return {status: 401, body: {why: 'wrong-digest'}};
    const query = Object.fromEntries(url.searchParams);
    return {...(await answer({...by, request, query, body})), isSigned: true};
  }

  /** The till that signed the headers, for a body of `digest`, and what the office knew at the nonce; else why it is refused. */
  async #signer(request: IncomingMessage) {
    const header = (name: string) => String(request.headers[name] ?? '');
    const refused = (why: RequestRefusal) => ({why});
    const [named = '', till = ''] = header('duka-till').split('/');
    const nonce = this.nonces.read(header('duka-nonce'), {shop: named, till});
    if (nonce === undefined) return refused('stale-nonce');
    const id = header('duka-key');
    const [found] = await this.#parts.database.query<{public_key: string}>(
      'select public_key from till_key where shop = $1 and till = $2 and id = $3',
      [named, till, id],
    );
    if (found === undefined) return refused('unknown-key');
    const digest = header('content-digest');
    const method = request.method === 'PUT' ? 'PUT' : 'GET';
    const text = requestText({method, path: request.url ?? '', contentDigest: digest, nonce: nonce.text, key: id});
    if (!isSignedBy(found.public_key, text, header('signature'))) return refused('wrong-signature');
    return {till: {shop: named, till}, key: id, nonce, digest};
  }

  async #lines({till, key, nonce, query}: Signed): Promise<Reply> {
    const {database} = this.#parts;
    const {from} = wanted.parse(query);
    const refused = await this.#refused({till, key, nonce});
    if (refused !== undefined) return refused;
    const lines = await linesFrom(database, till, {
      from: Math.max(1, from),
      through: Number.MAX_SAFE_INTEGER,
      most: givenBackBytes,
    });
    return {status: 200, body: await compressed(bytesOf(lines))};
  }

  async #list({query, ...signed}: Signed): Promise<Reply> {
    const {kind} = listed.parse(query);
    const refused = await this.#refused(signed);
    if (refused !== undefined) return refused;
    const list = await this.#parts.lists.signed(signed.till.shop, kind);
    return list === undefined ? {status: 404, body: {}} : {status: 200, body: list};
  }

  /** Uses the nonce of a question that decides nothing. Returns the refusal if the key is not the till's, or the nonce was used. */
  async #refused({till, key, nonce}: Pick<Signed, 'till' | 'key' | 'nonce'>): Promise<Reply | undefined> {
    const {database} = this.#parts;
    const [row] = await database.query<{key: string | null}>(
      "select record ->> 'key' as key from till where shop = $1 and till = $2",
      [till.shop, till.till],
    );
    const refusal = refusalOf({key: row?.key ?? null}, key);
    if (refusal !== undefined) return {status: 401, body: {why: refusal.why}};
    return (await database.transaction(client => this.nonces.use(client, till, nonce))) ? undefined : stale;
  }

  async #claim(signed: Signed): Promise<Reply> {
    const {key, nonce, query, request} = signed;
    const {claimed: seq, head} = claimed.parse(query);
    const witnessed = this.#witnessedIn(String(request.headers['duka-checkpoint'] ?? ''));
    const lists = await this.#parts.lists.versions(signed.till.shop);
    return this.#decide(signed, {claim: {key, asked: nonce.asked, seq, head, witnessed}}, {lists});
  }

  #witnessedIn(header: string): ChainPosition | null {
    const signed = signedNoteIn(jsonIn(Buffer.from(header, 'base64url').toString()));
    if (signed === undefined || !isSignedBy(this.#parts.key.publicKey, signed.note, signed.signature)) return null;
    return checkpointIn(signed.note) ?? null;
  }

  async #upload(signed: Signed): Promise<Reply> {
    const {till, key, nonce, query, request, body} = signed;
    const {prev} = offered.parse(query);
    const bytes = unpackedIn(request, body);
    const upload = {key, asked: nonce.asked, prev, read: offeredLines(bytes, prev, hashAfter)};
    const packed = isByOurDictionary(request) ? body : undefined;
    const reply = await this.#decide(signed, {upload, packed}, {bytes: bytes.length});
    if (bytes.length > 0) this.#parts.onJournal(till, bytes.length);
    return reply;
  }

  async #decide(
    {till, nonce}: Signed,
    wish: JournalRequest,
    {bytes = 0, lists}: {readonly bytes?: number; readonly lists?: ListVersions},
  ): Promise<Reply> {
    let reply: Reply = {status: 401, body: {why: 'unknown-key'}};
    await this.commits.run(
      async client => {
        const isFirst = await this.nonces.use(client, till, nonce);
        const decision = isFirst ? await decideRequest(client, till, wish, this.#parts.world.now()) : null;
        if (!isFirst) reply = stale;
        if (decision !== null) reply = this.#answered(decision.record, decision.answer, lists);
      },
      {bytes, partition: `${till.shop}/${till.till}`},
    );
    return reply;
  }

  #answered(record: TillRecord, answer: OfficeAnswer, lists: ListVersions | undefined): Reply {
    const checkpoint = record.seq === 0 || record.key === null ? {} : {checkpoint: this.#checkpointOf(record)};
    const {status, body} = wireAnswer(answer, {...checkpoint, waitMs, ...(lists && {lists})});
    return {status, body, headers: {'duka-nonce': this.nonces.fresh(record)}};
  }

  #checkpointOf({shop, till, seq, head, key}: TillRecord): SignedNote {
    const at = Temporal.Instant.fromEpochMilliseconds(this.#parts.world.now()).toString({smallestUnit: 'millisecond'});
    const note = checkpointNote({shop, till, key: key ?? '', seq, head, at});
    return {note, signature: this.#parts.key.sign(note)};
  }
}

const stale: Reply = {status: 401, body: {why: 'stale-nonce'}};

/** Serves tills over HTTP on this machine's loopback. For other machines, a proxy adds TLS. */
export class OfficeServer {
  readonly #parts: Parts;
  readonly #answers: TillAnswers;
  readonly #senders: Senders;
  readonly #counts: Record<string, number> = {};
  readonly #refusedBefore = new Set<string>();
  /** The bytes of uploads that are held now. */
  #held = 0;
  /** The requests that are answered, oldest first, and when each began. */
  readonly #arriving = new Map<IncomingMessage, number>();
  readonly #server = createServer(
    {requestTimeout: longestUploadMs, headersTimeout: 20_000, keepAliveTimeout: idleMs},
    (request, response) => {
      this.#arrives(request, response);
      this.#serve(request, response).catch(() => response.destroy());
    },
  );
  #port = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#answers = new TillAnswers(parts);
    this.#senders = new Senders(parts.world);
  }

  /** Rejects with the operating system's error for a port that cannot be used. */
  static async open(parts: Parts): Promise<OfficeServer> {
    const opened = new OfficeServer(parts);
    opened.#server.listen(parts.port, '127.0.0.1');
    await once(opened.#server, 'listening');
    opened.#port = (opened.#server.address() as AddressInfo).port;
    return opened;
  }

  /** Such as `http://127.0.0.1:7878`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get traffic(): OfficeTraffic {
    return {answers: {...this.#counts}, queue: this.#answers.commits.length};
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeIdleConnections();
    const closed = once(this.#server, 'close');
    await Promise.race([closed, this.#parts.world.sleep(farewell)]);
    this.#server.closeAllConnections();
    await closed;
  }

  /** Ends those before it that have taken too long to come in. */
  #arrives(request: IncomingMessage, response: ServerResponse): void {
    const now = this.#parts.world.monotonic();
    for (const [each, since] of this.#arriving) {
      if (since > now - longestRequestMs) break;
      this.#arriving.delete(each);
      if (!each.complete && !patient.has(each)) each.destroy();
    }
    this.#arriving.set(request, now);
    response.once('close', () => this.#arriving.delete(request));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {onPage} = this.#parts;
    if (onPage !== undefined && !request.url?.startsWith('/v1/')) {
      await onPage(request, response);
      if (!request.complete) discardRest(request);
      return;
    }
    const reply = await this.#replyTo(request);
    const mustWait = reply?.isSigned !== true && !this.#senders.admit(addressOf(request));
    if (reply === undefined || (mustWait && !(await this.#senders.putOff()))) {
      response.destroy();
      return;
    }
    const {status, body, headers = {}} = reply;
    this.#count(reply, request);
    const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, {'content-type': type, 'duka-nonce': this.#answers.nonces.fresh(), ...headers});
    response.end(body instanceof Uint8Array ? body : JSON.stringify(body));
    if (!request.complete) discardRest(request);
  }

  /** Undefined if the upload was interrupted. */
  async #replyTo(request: IncomingMessage): Promise<Reply | undefined> {
    const {room = usualRoom} = this.#parts;
    let own = 0;
    const hold: Hold = bytes => {
      if (this.#held + bytes > room) throw new Busy();
      own += bytes;
      this.#held += bytes;
    };
    try {
      return await this.#answers.to(request, hold);
    } catch (error) {
      return request.destroyed && !request.complete ? undefined : replyTo(error);
    } finally {
      this.#held -= own;
    }
  }

  #count(reply: Reply, request: IncomingMessage): void {
    const {status} = reply;
    this.#counts[status] = (this.#counts[status] ?? 0) + 1;
    const refusal = refusalIn(reply, request);
    const kind = `${status} ${refusal?.why}`;
    if (refusal !== undefined && !this.#refusedBefore.has(kind)) this.#parts.onRefusal?.(refusal);
    this.#refusedBefore.add(kind);
  }
}

/** What a log may say of a reply that refuses something; undefined for another, and for lines that are missing or differ. */
function refusalIn({status, body, till: joining, cause}: Reply, request: IncomingMessage): Refusal | undefined {
  if (status < 400 || status === 409) return undefined;
  const [shop = '', till = ''] = String(request.headers['duka-till'] ?? '').split('/');
  const {why = null} = body as {readonly why?: string};
  return {
    status,
    why,
    shop: isShopName(shop) ? shop : null,
    till: joining ?? (isTillName(till) ? till : null),
    ...(cause !== undefined && {cause}),
  };
}

/** An error in the request is for the till to correct. For an error of the office, the till comes again. */
function replyTo(error: unknown): Reply {
  if (error instanceof z.ZodError || error instanceof Unreadable) return {status: 400, body: {why: 'unreadable'}};
  const [status, why] = error instanceof Busy ? [429, 'busy'] : [503, 'unavailable'];
  const cause = error instanceof Busy ? {} : {cause: String(error)};
  return {status, body: {why}, headers: {'retry-after': '5'}, ...cause};
}

class Unreadable extends Error {}

const isByOurDictionary = ({headers}: IncomingMessage) => headers['duka-dictionary'] === dictionary.name;

function unpackedIn(request: IncomingMessage, body: Buffer): Uint8Array {
  try {
    return unpacked(body, isByOurDictionary(request));
  } catch {
    throw new Unreadable();
  }
}

/** The body of a request; undefined if it is longer than `most`, which its headers may already say. */
export async function bodyOf(request: IncomingMessage, most: number, hold?: Hold): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection stays open for the answer even if not all of the body is read.
  for await (const chunk of request.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return undefined;
    hold?.(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the rest of what a sender sends without keeping it, and ends the connection with one who does not stop. */
function discardRest(request: IncomingMessage): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestDrained) request.destroy();
  });
}

const shared = Buffer.from(dictionary.text);
/** About how well lines are packed. What fits in one piece of this size need not be copied again. */
const usualRatio = 24;
const [leastAtOnce, mostAtOnce] = [16 * 1024, uploadBytesMax + 1024];

/** An upload's unpacked bytes, no more than the longest line, so that no bomb fits. Throws for others. */
export const unpacked = (body: Uint8Array, isByDictionary: boolean): Uint8Array =>
  zstdDecompressSync(body, {
    ...(isByDictionary && {dictionary: shared}),
    chunkSize: Math.min(mostAtOnce, Math.max(leastAtOnce, usualRatio * body.length)),
    maxOutputLength: Math.max(uploadBytesMax, lineBytesMax) + 1,
  });
