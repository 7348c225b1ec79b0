import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import type {NonceContext} from '../core/office/accept.js';
import type {World} from '../core/world.js';
import type {TillName} from './journals.js';
import type {OfficeKey} from './key.js';

/** What a nonce says: when it was given, and what the office knew of the till then. */
export type GivenNonce = {readonly text: string; readonly givenAt: number; readonly asked: NonceContext};

/** A till takes another one where it waited longer with its request. */
const longestKept = 600_000;
const shape = {seq: 15, turns: 21, isBound: 25, mac: 26, length: 42} as const;

/**
 * Nonces that say by themselves that this office has given them: asking for them takes no memory, and they are good at each of its processes
 * and after a restart. One that was given with an answer to a till is good for that till alone. Their time is one of their own, which
 * only goes on: it begins with the machine's clock, whose jumps it does not follow, and is put forward to the latest that was given.
 */
export class Nonces {
  readonly #secret: Buffer;
  readonly #monotonic: () => number;
  #ahead: number;

  constructor({privateKey}: Pick<OfficeKey, 'privateKey'>, {now, monotonic}: Pick<World, 'now' | 'monotonic'>) {
    this.#secret = createHmac('sha256', privateKey).update('duka.nonce/1').digest();
    this.#monotonic = monotonic;
    this.#ahead = now() - monotonic();
  }

  fresh(till?: TillName & NonceContext): string {
    const bytes = Buffer.alloc(shape.length);
    bytes.writeUIntBE(Math.floor(this.#time()), 0, 6);
    randomBytes(9).copy(bytes, 6);
    bytes.writeUIntBE(till?.seq ?? 0, shape.seq, 6);
    bytes.writeUInt32BE(till?.turns ?? 0, shape.turns);
    bytes[shape.isBound] = till === undefined ? 0 : 1;
    this.#mac(bytes, till).copy(bytes, shape.mac);
    return bytes.toString('base64url');
  }

  /** Undefined for one that this office has not given to this till, or long ago. */
  read(text: string, till: TillName): GivenNonce | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== shape.length || bytes.toString('base64url') !== text) return undefined;
    const isBound = bytes[shape.isBound] === 1;
    if (!timingSafeEqual(bytes.subarray(shape.mac), this.#mac(bytes, isBound ? till : undefined))) return undefined;
    const givenAt = bytes.readUIntBE(0, 6);
    this.#goOnFrom(givenAt);
    if (this.#time() - givenAt > longestKept) return undefined;
    return {text, givenAt, asked: {seq: bytes.readUIntBE(shape.seq, 6), turns: bytes.readUInt32BE(shape.turns)}};
  }

  /**
   * Whether a till uses this one for the first time, at whichever process of the office: in the transaction of what it asks for, if that has
   * one. Whatever any clock says, none serves twice: those that are forgotten are older than the newest by more than any may be.
   */
  async use(
    query: (text: string, values: readonly unknown[]) => Promise<readonly object[]>,
    {shop, till}: TillName,
    {text, givenAt}: GivenNonce,
  ): Promise<boolean> {
    const [row] = (await query(
      `with newest as (select greatest($4::bigint, max(given_at)) as at from nonce_use where shop = $1 and till = $2),
       gone as (delete from nonce_use where shop = $1 and till = $2 and given_at < (select at from newest) - $5::bigint),
       used as (
         insert into nonce_use (shop, till, nonce, given_at)
         select $1, $2, $3, $4::bigint from newest where $4::bigint >= newest.at - $5::bigint
         on conflict do nothing returning nonce
       )
       select newest.at, exists (select from used) as "isFirst" from newest`,
      [shop, till, text, givenAt, longestKept],
    )) as readonly {readonly at: string; readonly isFirst: boolean}[];
    this.#goOnFrom(Number(row?.at ?? 0)); // what it gives next is good, also where the clock was ahead before a restart
    return row?.isFirst === true;
  }

  #time(): number {
    return this.#ahead + this.#monotonic();
  }

  #goOnFrom(time: number): void {
    this.#ahead = Math.max(this.#ahead, time - this.#monotonic());
  }

  #mac(bytes: Buffer, till: TillName | undefined): Buffer {
    const mac = createHmac('sha256', this.#secret).update(bytes.subarray(0, shape.mac));
    return mac
      .update(till === undefined ? '' : `${till.shop}/${till.till}`)
      .digest()
      .subarray(0, shape.length - shape.mac);
  }
}
