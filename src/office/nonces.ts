import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import type {NonceContext} from '../core/office/accept.js';
import type {World} from '../core/world.js';
import type {Client} from './database.js';
import type {TillName} from './journals.js';
import type {OfficeKey} from './key.js';

/** What a nonce contains: when it was given out, and what the office knew about the till then. */
export type GivenNonce = {readonly text: string; readonly givenAt: number; readonly asked: NonceContext};

/** How long a nonce is valid, in milliseconds. A till that waited longer with its request asks for another. */
const longestKept = 600_000;
const shape = {seq: 15, turns: 21, isBound: 25, mac: 26, length: 42} as const;

/**
 * Nonces that prove by themselves that this office gave them out. So giving them out takes no memory, and they are valid in each of its
 * processes and after a restart. A nonce that came with an answer to a till is valid for that till only. Their time is separate and only
 * moves forward: it starts with the machine's clock, does not follow its jumps, and moves up to the latest time that was given out.
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

  /** What a nonce contains; undefined if this office did not give it to this till, or gave it too long ago. */
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
   * Whether a till uses a nonce for the first time, in any process of the office; within the transaction of the request. Whatever the
   * clocks say, no nonce works twice: a use is forgotten only when it is older than the newest one by more than a nonce is valid, and a use
   * that is so old does not count. It is stored before the newest one is read, so that of two uses at once one knows of the other.
   */
  async use(client: Pick<Client, 'query'>, {shop, till}: TillName, {text, givenAt}: GivenNonce): Promise<boolean> {
    // They are sent without waiting for one another, and carried out in this order.
    const [stored, newest] = await Promise.all([
      client.query(
        'insert into nonce_use (shop, till, nonce, given_at) values ($1, $2, $3, $4) on conflict do nothing',
        [shop, till, text, givenAt],
      ),
      client.query<{at: number}>('select max(given_at) as at from nonce_use where shop = $1 and till = $2', [
        shop,
        till,
      ]),
      client.query('delete from nonce_use where shop = $1 and till = $2 and given_at < $3', [
        ...[shop, till, givenAt - longestKept],
      ]),
    ]);
    const at = newest.rows[0]?.at ?? givenAt;
    this.#goOnFrom(at); // so the next nonce is valid too, even if the clock was ahead before a restart
    return stored.rowCount === 1 && givenAt >= at - longestKept;
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
