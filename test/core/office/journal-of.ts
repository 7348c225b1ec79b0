import type {OwnJournal} from '../../../src/core/office/offer.js';
import {type ChainLink, chainLine, type Draft, genesis, hashAfter} from '../../../store/line.js';

/** A till's journal in memory, made by the writer of the till's own lines. */
export class JournalInMemory implements OwnJournal {
  readonly lines: string[] = [];
  readonly hashes: string[] = [genesis.head];

  get seq(): number {
    return this.lines.length;
  }
  get head(): string {
    return this.hashes.at(-1) ?? genesis.head;
  }
  hashOf = (seq: number): string | undefined => this.hashes[seq];

  append(person: string): void {
    this.write({person, type: 'clock-confirmed', data: '{"skewSeconds":0}'});
  }

  write(draft: Omit<Draft, 'till'>): void {
    const before: ChainLink = {seq: this.seq, head: this.head};
    const line = chainLine(before, Date.UTC(2026, 10, 20, 9) + this.seq * 1000, {till: 'T7K', ...draft});
    this.push(Buffer.from(line));
  }

  /** A line as it was written somewhere else. */
  push(line: Uint8Array): void {
    this.hashes.push(hashAfter(this.head, line) ?? '');
    this.lines.push(Buffer.from(line).toString());
  }

  /** The bytes from one line to another, as they are sent. */
  bytes(first: number, last: number): Uint8Array {
    return Buffer.from(
      this.lines
        .slice(first - 1, last)
        .map(line => `${line}\n`)
        .join(''),
    );
  }

  copy(through = this.seq): JournalInMemory {
    const copy = new JournalInMemory();
    copy.lines.push(...this.lines.slice(0, through));
    copy.hashes.push(...this.hashes.slice(1, through + 1));
    return copy;
  }
}

/** A journal of `lines` lines; two of the same person are the same. */
export function journalOf(lines: number, person = 'Amina', from = new JournalInMemory()): JournalInMemory {
  const journal = from.copy();
  for (let added = 0; added < lines; added += 1) journal.append(person);
  return journal;
}
