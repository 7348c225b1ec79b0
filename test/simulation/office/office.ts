import {
  acceptClaim,
  acceptUpload,
  type JournalChunk,
  type NonceContext,
  newTill,
  type OfficeAnswer,
  type OfficeDecision,
  projectedThrough,
  type RequestRefusal,
  type TillRecord,
} from '../../../src/core/office/accept.js';
import {type OfferedLine, offeredLines} from '../../../src/core/office/chain.js';
import {checkpointIn, checkpointNote} from '../../../src/core/office/checkpoint.js';
import type {OfficeIncident} from '../../../src/core/office/incident.js';
import {decideJoin} from '../../../src/core/office/joining.js';
import {projectedFrom} from '../../../src/core/office/projected-payment.js';
import {Projection, type StoredLine, type StoredProjection} from '../../../src/core/office/projection.js';
import {wireAnswer} from '../../../src/core/office/wire.js';
import type {JournalRequest} from '../../../src/office/journals.js';
import {hashAfter} from '../../../store/line.js';
import type {Chance} from '../chance.js';
import {SimulatedLists} from './lists.js';
import {flawOf, noteSignature, type OfficeReply, type OfficeRequest, type Signer} from './messages.js';
import {Tables} from './tables.js';
import type {VirtualTime} from './time.js';

/** What the database holds of a till. */
export type TillTables = {
  readonly record: TillRecord;
  readonly chunks: readonly JournalChunk[];
  readonly incidents: readonly OfficeIncident[];
  readonly cursor: number;
  readonly kept: StoredProjection | undefined;
  readonly rows: Tables;
};
type Database = ReadonlyMap<string, TillTables>;
/** A request as it was decided. */
export type PendingEvent = {
  readonly till: string;
  readonly request: JournalRequest;
  readonly answer: OfficeAnswer;
  readonly tables: TillTables;
};
type Waiting = {
  readonly request: OfficeRequest;
  readonly asked: NonceContext;
  readonly reply: (reply: OfficeReply) => void;
};

const groupMs = 15;
const commitMs = 5;

/**
 * An office of one process over its database. What is in the process is gone when it is killed; what a transaction has written is there
 * at its commit, all of it, and not before.
 */
export class SimulatedOffice {
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  /** Every key that ever was a till's, by the till. */
  readonly #signers: ReadonlyMap<string, Signer[]>;
  readonly lists = new SimulatedLists();
  database: Database;
  /** Told at its commit of each request that was decided, of what the till is to be told, and of how its tables then were. */
  onDecided: (request: OfficeRequest, asked: NonceContext, answer: OfficeAnswer, tables: TillTables) => void = () =>
    undefined;
  /** Told of each transaction at its commit: what it decided, one after the other. */
  onCommit: (batch: readonly PendingEvent[]) => void = () => undefined;
  /** Told of each answer that leaves. */
  onAnswer: (till: string, answer: OfficeAnswer) => void = () => undefined;
  #nonces = new Map<string, NonceContext>();
  #group: Waiting[] = [];
  #isCommitting = false;
  #projections = new Map<string, Projection>();
  #process = {};

  constructor(tills: ReadonlyMap<string, Signer>, parts: {readonly time: VirtualTime; readonly chance: Chance}) {
    this.#signers = new Map([...tills].map(([till, signer]) => [till, [signer]]));
    ({time: this.#time, chance: this.#chance} = parts);
    this.database = new Map(
      [...tills].map(([till, {id}]) => [
        till,
        {
          record: newTill('market', till, id),
          chunks: [],
          incidents: [],
          cursor: 0,
          kept: undefined,
          rows: new Tables(),
        },
      ]),
    );
    this.#project();
  }

  /** The process is killed and starts again: over its database, or over an older copy of it. */
  restart(database = this.database): void {
    this.database = database;
    this.#nonces = new Map();
    this.#group = [];
    this.#isCommitting = false;
    this.#projections = new Map();
    this.#process = {};
    this.#project();
  }

  /** A till's journal as it is on the disk. */
  lines(till: string): readonly OfferedLine[] {
    return linesOf(this.#tables(till));
  }

  /**
   * The owner lets a machine in by a code for a till that is there: its key takes the place of the one before. False where the till's row is
   * another's just now, and the person has to try again.
   */
  join(till: string, signer: Signer): boolean {
    if (this.#isCommitting) return false;
    const tables = this.#tables(till);
    const given = {code: 'CODE', shop: tables.record.shop, till, madeAt: 0, tries: 0, isUsed: false};
    const request = {code: given.code, till, key: signer.id};
    const {joined, incidents} = decideJoin(request, {given, till: tables.record, now: 0});
    if (joined === null) throw new Error(`till ${till} may not join`);
    const signers = this.#signers.get(till) ?? [];
    if (!signers.includes(signer)) signers.push(signer);
    this.database = new Map([
      ...this.database,
      [till, {...tables, record: joined, incidents: [...tables.incidents, ...incidents]}],
    ]);
    return true;
  }

  readonly answer = (request: OfficeRequest, reply: (reply: OfficeReply) => void): void => {
    const tables = this.database.get(request.till);
    const signer = this.#signers.get(request.till)?.find(({id}) => id === request.key);
    if (request.path === '/v1/nonce') {
      reply({status: 200, body: '{}', nonce: this.#nonce(tables)});
      return;
    }
    if (request.path === '/v1/list?kind=staff' && signer !== undefined && flawOf(request, signer) === undefined) {
      reply({status: 200, body: JSON.stringify(this.lists.list(this.#time.now) ?? {}), nonce: this.#nonce(tables)});
      return;
    }
    if (!request.path.startsWith('/v1/journal')) {
      reply({status: 404, body: '{}', nonce: this.#nonce(tables)});
      return;
    }
    const asked = this.#nonces.get(request.nonce);
    this.#nonces.delete(request.nonce);
    const why = this.#refusal(request, asked, signer);
    if (asked === undefined || why !== undefined) {
      this.#tell({request, reply, asked: nobody}, {kind: 'refused', why: why ?? 'stale-nonce'});
      return;
    }
    this.#group.push({request, asked, reply});
    if (this.#group.length === 1) this.#later(groupMs, () => this.#commit());
  };

  #refusal(
    request: OfficeRequest,
    asked: NonceContext | undefined,
    signer: Signer | undefined,
  ): RequestRefusal | undefined {
    if (signer === undefined) return 'unknown-key';
    return asked === undefined ? 'stale-nonce' : flawOf(request, signer);
  }

  /** One transaction for all that waits; what comes meanwhile waits for the next. */
  #commit(): void {
    if (this.#isCommitting) {
      this.#later(commitMs, () => this.#commit());
      return;
    }
    const group = this.#group;
    this.#group = [];
    this.#isCommitting = true;
    const changed = new Map(this.database);
    const answers = group.map(waiting => {
      const {answer, tables} = this.#decide(waiting, changed);
      changed.set(waiting.request.till, tables);
      return [waiting, answer, tables] as const;
    });
    const acknowledge = () => {
      for (const [waiting, answer] of answers) this.#tell(waiting, answer);
    };
    this.#later(commitMs, () => {
      this.#isCommitting = false;
      const tills = new Set(group.map(({request}) => request.till));
      this.#write([...tills].map(till => [till, changed.get(till) ?? this.#tables(till)]));
      this.onCommit(
        answers.map(([{request, asked}, answer, tables]) => ({
          till: request.till,
          request: journalRequest(request, asked),
          answer,
          tables,
        })),
      );
      for (const [{request, asked}, answer, tables] of answers) this.onDecided(request, asked, answer, tables);
      acknowledge();
    });
  }

  /** A row is locked by who changes it: only the projector changes its own members, and it keeps the others. */
  #write(rows: readonly (readonly [string, TillTables])[]): void {
    const merged = rows.map(
      ([till, {record, chunks, incidents}]) => [till, {...this.#tables(till), record, chunks, incidents}] as const,
    );
    this.database = new Map([...this.database, ...merged]);
  }

  #decide({request, asked}: Waiting, database: Database): {readonly answer: OfficeAnswer; readonly tables: TillTables} {
    const tables = database.get(request.till) ?? this.#tables(request.till);
    const decision = this.#decision(request, asked, tables);
    const {record, chunk, incidents} = decision;
    const chunks = chunk === null ? tables.chunks : [...tables.chunks, chunk];
    return {
      answer: decision.answer,
      tables: {...tables, record, chunks, incidents: [...tables.incidents, ...incidents]},
    };
  }

  #decision(request: OfficeRequest, asked: NonceContext, tables: TillTables): OfficeDecision {
    const hashAt = (chain: number, seq: number) => {
      const chunk = tables.chunks.find(each => each.chain === chain && seq >= each.first && seq <= each.last);
      return chunk?.lines[seq - chunk.first]?.hash;
    };
    const wish = journalRequest(request, asked);
    return 'upload' in wish
      ? acceptUpload(tables.record, wish.upload, hashAt)
      : acceptClaim(tables.record, wish.claim, hashAt);
  }

  #tell({request, reply}: Waiting, answer: OfficeAnswer): void {
    const {till} = request;
    const {record} = this.#tables(till);
    const {shop, key} = record;
    const isStanding = answer.kind === 'kept' || answer.kind === 'position';
    const at = '2026-11-23T09:00:00.000Z';
    const note = isStanding ? checkpointNote({shop, till, key: key ?? '', ...answer.position, at}) : undefined;
    const beside = note === undefined ? {} : {checkpoint: {note, signature: noteSignature(note)}};
    const {status, body} = wireAnswer(answer, beside);
    this.onAnswer(till, answer);
    reply({status, body: JSON.stringify(body), nonce: this.#nonce(this.database.get(till))});
  }

  #nonce(tables: TillTables | undefined): string {
    const nonce = `n${this.#chance.between(0, 2 ** 40)}`;
    const {seq, turns} = tables?.record ?? nobody;
    this.#nonces.set(nonce, {seq, turns});
    return nonce;
  }

  /** Some lines of some till, again and again: rows and cursor in one transaction. */
  #project(): void {
    this.#later(this.#chance.between(100, 3000), () => {
      const till = this.#chance.pick([...this.database.keys()]);
      const {cursor, rows, kept, record} = this.#tables(till);
      const some = this.lines(till).slice(
        cursor,
        Math.min(projectedThrough(record), cursor + this.#chance.between(1, 30)),
      );
      const projection = this.#projection(till);
      const projected = projection.take(some, this.#earlier(till, projection.missing(some)));
      const next = new Tables(rows);
      next.put(projected);
      const isKept = this.#chance.isTrue(0.3);
      const state = isKept ? projection.keep() : kept;
      this.#later(this.#chance.between(1, 1500), () => {
        this.database = new Map([
          ...this.database,
          [till, {...this.#tables(till), rows: next, cursor: cursor + some.length, kept: state}],
        ]);
        this.#project();
      });
    });
  }

  /** The one that is in memory, or the one that was kept, brought to where the rows are. */
  #projection(till: string): Projection {
    const known = this.#projections.get(till);
    if (known !== undefined) return known;
    const {kept, cursor} = this.#tables(till);
    const projection = new Projection(
      kept === undefined ? undefined : (JSON.parse(JSON.stringify(kept)) as StoredProjection),
    );
    const again = this.lines(till).slice(projection.seq, cursor);
    projection.take(again, this.#earlier(till, projection.missing(again)));
    this.#projections.set(till, projection);
    return projection;
  }

  #earlier(till: string, references: readonly string[]): ReadonlyMap<string, readonly StoredLine[]> {
    const {rows} = this.#tables(till);
    const lines = this.lines(till);
    return new Map(
      references.map(each => {
        const row = rows.payments.get(each);
        return [each, row === undefined ? [] : projectedFrom(row.digest).lines.flatMap(seq => lines[seq - 1] ?? [])];
      }),
    );
  }

  #tables(till: string): TillTables {
    const tables = this.database.get(till);
    if (tables === undefined) throw new Error(`no till ${till}`);
    return tables;
  }

  /** As long as this process lives. */
  #later(milliseconds: number, act: () => void): void {
    const own = this.#process;
    this.#time.after(milliseconds, () => {
      if (own === this.#process) act();
    });
  }
}

/** What a request that a till has signed asks for. */
function journalRequest(request: OfficeRequest, asked: NonceContext): JournalRequest {
  const query = new URL(request.path, 'http://office').searchParams;
  const {key} = request;
  if (request.method === 'PUT') {
    const prev = query.get('prev') ?? '';
    return {upload: {key, asked, prev, read: offeredLines(request.body, prev, hashAfter)}};
  }
  const witnessed = request.checkpoint === null ? null : (checkpointIn(request.checkpoint) ?? null);
  return {claim: {key, asked, seq: Number(query.get('claimed')), head: query.get('head') ?? '', witnessed}};
}

export function linesOf({chunks}: TillTables): readonly OfferedLine[] {
  return chunks.filter(({chain}) => chain === 0).flatMap(({lines}) => lines);
}

const nobody: NonceContext = {seq: 0, turns: 0};
