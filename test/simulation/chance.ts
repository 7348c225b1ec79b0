import {hash} from 'node:crypto';

/** Choices by weight: an outcome of weight 0 never comes. */
export type Weights<Name extends string> = Readonly<Record<Name, number>>;

/** Chance that is the same every time: one stream of numbers for each seed. */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16);
  }

  /** A number of [0, 1); the generator is Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  isTrue(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to choose from');
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** Undefined for an empty list. */
  pickAny<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }

  weighted<Name extends string>(weights: Weights<Name>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.next() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new RangeError('every weight is 0');
  }

  /** The same choices, each left out, as it was, or more frequent: so that each run goes deep into something else. */
  varied<Name extends string>(weights: Weights<Name>, always: NoInfer<Name>): Weights<Name> {
    const names = Object.keys(weights) as Name[];
    const factors = names.map(name => (name === always ? 1 : this.pick([0, 1, 1, 4])));
    return Object.fromEntries(
      names.map((name, place) => [name, weights[name] * (factors[place] ?? 1)]),
    ) as Weights<Name>;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({length: count}, () => this.between(0, 255));
  }
}
