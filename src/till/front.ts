import {type Follower, followJournal} from '../../store/follow.js';
import type {Config} from '../config.js';
import {advanceFront, type CustomerSale, customerSale, type Front, staysInFront} from '../core/payment/front.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import {type HomeParts, openHome} from './home.js';
import {tillFolder} from './open.js';
import {namedTill} from './own-till.js';

/** What stands before the customer now; no sale between two of them. */
export type Shown = Pick<Config, 'shop' | 'profile' | 'language' | 'theme'> & {readonly sale: CustomerSale | undefined};

export type FrontParts = HomeParts & {readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>};

/** Sooner than a customer looks up. */
const pause = 400;

/**
 * Tells what stands before the customer, and again each time that it changes, until `leaving` aborts. It reads the
 * journal of a till that is at work in another process, or will be: nothing is locked, written or asked.
 *
 * Throws `Problem` journal-damaged, and as `configure` does.
 */
export async function* followFront(parts: FrontParts, leaving: AbortSignal): AsyncGenerator<Shown> {
  const {world} = parts;
  let place = await findTill(parts);
  let onlooker = new Onlooker(place.folder, world);
  let told = '';
  while (!leaving.aborted) {
    if (place.folder === undefined) {
      place = await findTill(parts);
      onlooker = new Onlooker(place.folder, world);
    }
    const shown: Shown = {...place.shop, sale: await onlooker.look()};
    const print = JSON.stringify(shown);
    if (print !== told) yield shown;
    told = print;
    await world.sleep(pause, leaving);
  }
}

/** `folder` is undefined until a till has opened here for the first time and has an id. */
async function findTill(parts: HomeParts) {
  const config = (await openHome(parts)).decide();
  const {shop, profile, language, theme} = config;
  const till = namedTill(config);
  return {shop: {shop, profile, language, theme}, folder: till === undefined ? undefined : tillFolder(config, till)};
}

/** Follows one journal and keeps of it the payment in front alone. */
class Onlooker {
  readonly #folder: string | undefined;
  readonly #world: FrontParts['world'];
  #follower: Follower | undefined;
  #front: Front | undefined;
  /** When the front moved, on the clock that nobody can set. */
  #movedAt = 0;

  constructor(folder: string | undefined, world: FrontParts['world']) {
    this.#folder = folder;
    this.#world = world;
  }

  async look(): Promise<CustomerSale | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      await this.#readOn(this.#folder);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#follower = undefined; // a writer may have taken back what its disk refused: then the whole tells
      this.#front = undefined;
      await this.#readOn(this.#folder);
    }
    const front = this.#front;
    if (front === undefined) return undefined;
    const age = this.#world.monotonic() - this.#movedAt;
    return age < staysInFront(front) ? customerSale(front) : undefined;
  }

  async #readOn(folder: string): Promise<void> {
    this.#follower ??= followJournal(folder);
    const before = this.#front;
    for (const event of await this.#follower.read()) this.#front = advanceFront(this.#front, event);
    if (this.#front === undefined || this.#front.movedAt === before?.movedAt) return;
    this.#movedAt = this.#world.monotonic() - Math.max(0, this.#world.now() - this.#front.movedAt);
  }
}
