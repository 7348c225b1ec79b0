import {
  acceptClaim,
  acceptUpload,
  linesToKnow,
  newTill,
  type OfficeAnswer,
  type OfficeDecision,
  type TillRecord,
} from '../../../src/core/office/accept.js';
import {type ChainPosition, offeredLines} from '../../../src/core/office/chain.js';
import type {OfficeIncident} from '../../../src/core/office/incident.js';
import {afterAnswer, beginShipping, firstToSend} from '../../../src/core/office/offer.js';
import {hashAfter} from '../../../store/line.js';
import type {JournalInMemory} from './journal-of.js';

export const till = 'T7K';
export const key = '0123456789abcdef';

/** One till of an office: what its tables hold, by the pure rules alone. */
export class OfficeInMemory {
  record: TillRecord = newTill('market', till, key);
  readonly incidents: OfficeIncident[] = [];
  readonly kept: {readonly chain: number; readonly seq: number; readonly hash: string; readonly bytes: Uint8Array}[] =
    [];

  /** A nonce, with what the office knows of the till when it gives it. */
  nonce() {
    const {seq, turns} = this.record;
    return {seq, turns};
  }

  put(journal: JournalInMemory, first: number, last: number, asked = this.nonce(), signer = key): OfficeAnswer {
    const prev = journal.hashOf(first - 1) ?? '';
    const read = offeredLines(journal.bytes(first, last), prev, hashAfter);
    const known = linesToKnow(this.record, read);
    return this.#take(acceptUpload(this.record, {key: signer, asked, prev, read}, this.#hashAt(known)));
  }

  claim(
    journal: ChainPosition,
    asked = this.nonce(),
    witnessed: ChainPosition | null = null,
    signer = key,
  ): OfficeAnswer {
    const {seq, head} = journal;
    const claim = {seq, head, key: signer, asked, witnessed};
    return this.#take(acceptClaim(this.record, claim, this.#hashAt({from: 1, through: Number.MAX_SAFE_INTEGER})));
  }

  /** As a shipper does it: asks where the office is, and sends all that it does not have, some lines at a time. */
  ship(journal: JournalInMemory, {lines = 3, signer = key} = {}): OfficeAnswer {
    const told = this.claim(journal, this.nonce(), null, signer);
    if (told.kind !== 'position') return told;
    let state = beginShipping(told);
    for (let requests = 0; ; requests += 1) {
      if (requests > 1000) throw new Error('it never ends');
      const first = firstToSend(journal, state);
      if (first === undefined) return told;
      const last = Math.min(journal.seq, first + lines - 1);
      const next = afterAnswer(journal, state, last, this.put(journal, first, last, this.nonce(), signer));
      if (next === undefined) return told;
      state = next;
    }
  }

  kinds(): readonly string[] {
    return this.incidents.map(({kind}) => kind);
  }

  text(chain = 0): string {
    const lines = this.kept.filter(each => each.chain === chain).sort((a, b) => a.seq - b.seq);
    return lines.map(({bytes}) => `${Buffer.from(bytes).toString()}\n`).join('');
  }

  #hashAt(known: {readonly from: number; readonly through: number} | undefined) {
    return (chain: number, seq: number) => {
      if (known === undefined || seq < known.from || seq > known.through)
        throw new Error(`nobody said that line ${seq} is asked for`);
      return this.kept.find(each => each.chain === chain && each.seq === seq)?.hash;
    };
  }

  #take({record, answer, chunk, incidents}: OfficeDecision): OfficeAnswer {
    this.record = record;
    this.incidents.push(...incidents);
    for (const {seq, hash, bytes} of chunk?.lines ?? []) this.kept.push({chain: chunk?.chain ?? 0, seq, hash, bytes});
    return answer;
  }
}
