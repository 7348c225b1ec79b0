import type {IncomingMessage} from 'node:http';
import {isLoopback} from '../core/service/answer.js';
import type {World} from '../core/world.js';

type Headers = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;

/** Whether a request is to this machine and from no page: one whose name leads here (DNS rebinding) says another name. */
export function isOfThisMachine({headersDistinct: {host = [], origin}}: Headers): boolean {
  const [name = '', ...others] = host;
  return others.length === 0 && origin === undefined && isLoopback(URL.parse(`http://${name}`)?.hostname ?? '');
}

/** The same of a request that may have been passed on by a proxy, which says so and keeps the name by which the office is called. */
export const isOfTill = (request: Headers): boolean =>
  isOfThisMachine(request) ||
  (request.headers['x-forwarded-for'] !== undefined && request.headersDistinct['origin'] === undefined);

/** Where a request comes from, as the proxy or the connection says: of IPv6 the network, since a machine has many addresses there. */
export function addressOf({headers, socket}: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const address = forwarded || (socket.remoteAddress ?? '');
  return address.split(':').slice(0, 4).join(':');
}

/** How many requests an address may send at once, how many more each second after that, and of how many addresses is known what they sent. */
const [burst, each, mostAddresses] = [60, 10, 10_000];
/** Who sends more waits for the answer: a second for every so many who wait, of at most that many. */
const [putOffEach, mostPutOff] = [64, 4096];

/** Who sends requests that nobody with a key has signed. A flood waits for itself, and takes no time from tills. */
export class Senders {
  readonly #world: Pick<World, 'now' | 'sleep'>;
  readonly #buckets = new Map<string, {readonly left: number; readonly at: number}>();
  #putOffs = 0;

  constructor(world: Pick<World, 'now' | 'sleep'>) {
    this.#world = world;
  }

  /** Counts a request of an address; false if it has sent too many. */
  admit(address: string): boolean {
    const now = this.#world.now();
    const {left, at} = this.#buckets.get(address) ?? {left: burst, at: now};
    const filled = Math.min(burst, left + (Math.max(0, now - at) / 1000) * each);
    this.#buckets.delete(address);
    this.#buckets.set(address, {left: Math.max(0, filled - 1), at: now});
    if (this.#buckets.size > mostAddresses) this.#buckets.delete(this.#buckets.keys().next().value ?? '');
    return filled >= 1;
  }

  /** Resolves when a request that was not admitted may be answered; with false at once if too many wait for that. */
  async putOff(): Promise<boolean> {
    if (this.#putOffs >= mostPutOff) return false;
    this.#putOffs += 1;
    await this.#world.sleep(1000 * Math.ceil(this.#putOffs / putOffEach));
    this.#putOffs -= 1;
    return true;
  }
}

/** The path under which a proxy shows the office, without a slash at its end; empty without one, undefined for what can be none. */
export function prefixOf({headers}: Pick<Headers, 'headers'>): string | undefined {
  const said = headers['x-forwarded-for'] === undefined ? '' : String(headers['x-forwarded-prefix'] ?? '');
  return /^(?:\/[\w-][\w.-]*)*\/?$/.test(said) ? said.replace(/\/$/, '') : undefined;
}

/** The address of the office in a browser, with a slash at its end, on this machine or by https; undefined for others, on whose way words could be read. */
export function originOf({headers, headersDistinct: {host = []}}: Headers): URL | undefined {
  const [name = '', ...others] = host;
  const prefix = prefixOf({headers});
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  const protocol = isForwarded
    ? String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : 'http';
  const origin = URL.parse(`${protocol}://${name}${prefix}/`);
  if (origin === null || others.length > 0 || origin.href !== `${origin.origin}${prefix}/`) return undefined;
  return protocol === 'https' || (!isForwarded && isLoopback(origin.hostname)) ? origin : undefined;
}
