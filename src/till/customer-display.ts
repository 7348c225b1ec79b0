import {type Follower, followJournal} from '../../store/follow.js';
import type {Config} from '../config.js';
import {isKnown} from '../core/events/event.js';
import {loadMessages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {
  type CustomerDisplay,
  type CustomerSale,
  type CustomerTicket,
  customerSale,
  customerTicket,
  evolveDisplay,
  follow,
  nothingFollowed,
  staysOnDisplay,
} from '../core/present/customer-display.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import {type HomeParts, openHome} from './home.js';
import {openReading, tillFolder} from './opened-journal.js';
import {namedTill} from './own-till.js';
import {merchantNumbersInForce} from './settings.js';
import {readShownBasket, type ShownBasket} from './shown-basket.js';
import {receiptClaim, storedKey} from './signing.js';

/** What the customer sees now: a sale, a basket that is being filled, or neither. */
export type CustomerView = Pick<Config, 'shop' | 'profile' | 'language' | 'theme'> & {
  /** The shop's own numbers to which customers pay by themselves. */
  readonly merchantNumbers?: Config['merchantNumbers'] | undefined;
  /** `receipt` is the text of a code that contains the signed receipt of the paid sale. */
  readonly basket?: ShownBasket | undefined;
  readonly sale:
    | (CustomerSale & {readonly receipt?: string | undefined; readonly ticket?: CustomerTicket | undefined})
    | undefined;
};

export type DisplayParts = HomeParts & {readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>};

/** A basket that nobody has changed for this long belongs to a customer who has left. In milliseconds. */
const basketStays = 15 * 60_000;

/** Milliseconds between two looks; shorter than it takes a customer to look up. */
const pause = 400;

/**
 * Yields what the customer sees, and yields it again whenever it changes, until `leaving` aborts. It reads the journal of a till that runs,
 * or will run, in another process. It locks nothing, writes nothing and asks the service nothing.
 *
 * Throws `Problem` journal-damaged, and as `configure` does.
 */
export async function* followDisplay(parts: DisplayParts, leaving: AbortSignal): AsyncGenerator<CustomerView> {
  const {world} = parts;
  let place = await findTill(parts);
  let follower = new DisplayFollower(place, world);
  let lastShown = '';
  while (!leaving.aborted) {
    if (place.folder === undefined) {
      place = await findTill(parts);
      follower = new DisplayFollower(place, world);
    }
    const {sale, basket} = await follower.look();
    if (sale !== undefined) await loadMessages(sale.language);
    const shown: CustomerView = {...place.shop, sale, ...(basket && {basket})};
    const print = JSON.stringify(shown);
    if (print !== lastShown) yield shown;
    lastShown = print;
    await world.sleep(pause, leaving);
  }
}

/** `folder` is undefined until a till has opened here for the first time and has an id. */
async function findTill({world, ...parts}: DisplayParts) {
  const {decide, settings} = await openHome(parts);
  const config = decide();
  const {shop, profile, language, theme} = config;
  const till = namedTill(config);
  const folder = till === undefined ? undefined : tillFolder(config, till);
  const isShown = till !== undefined && folder !== undefined && config.merchantNumbers.length > 0;
  const merchantNumbers = isShown ? await numbersOf({config, settings, world, version: ''}, {folder, till}) : [];
  return {shop: {shop, profile, language, theme, merchantNumbers}, folder, config: {...config, till: till ?? ''}};
}

/** The numbers in force; none if the journal cannot be read. */
async function numbersOf(parts: Parameters<typeof openReading>[0], place: {folder: string; till: string}) {
  const reading = await openReading(parts).catch(() => undefined);
  if (reading === undefined) return [];
  await reading.journal.close();
  return merchantNumbersInForce(place, parts.settings.read(), reading.state);
}

type Place = Awaited<ReturnType<typeof findTill>>;

/** Follows one journal and keeps only the payment on display and what is known of tickets. */
class DisplayFollower {
  readonly #folder: string | undefined;
  readonly #config: Place['config'];
  readonly #world: DisplayParts['world'];
  #follower: Follower | undefined;
  #display: CustomerDisplay | undefined;
  #tickets = nothingFollowed();
  #signed: {readonly payment: Payment; readonly receipt: string | undefined} | undefined;
  /** When the display last changed, by the monotonic clock. */
  #movedAt = 0;

  constructor({folder, config}: Place, world: DisplayParts['world']) {
    this.#folder = folder;
    this.#config = config;
    this.#world = world;
  }

  /** A basket that was filled after the last change of the payment takes precedence over the payment. */
  async look(): Promise<Pick<CustomerView, 'sale' | 'basket'>> {
    const sale = await this.#sale();
    const basket = this.#folder === undefined ? undefined : await readShownBasket(this.#folder);
    const since = Math.max(this.#display?.movedAt ?? 0, this.#world.now() - basketStays);
    return basket !== undefined && basket.at > since ? {sale: undefined, basket} : {sale};
  }

  async #sale(): Promise<CustomerView['sale']> {
    if (this.#folder === undefined) return undefined;
    try {
      await this.#readOn(this.#folder);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#follower = undefined; // a writer may have removed what its disk refused: the whole journal then shows the truth
      this.#display = undefined;
      this.#tickets = nothingFollowed();
      await this.#readOn(this.#folder);
    }
    const display = this.#display;
    if (display === undefined) return undefined;
    const age = this.#world.monotonic() - this.#movedAt;
    if (age >= staysOnDisplay(display)) return undefined;
    const sale = {...customerSale(display), ticket: customerTicket(this.#tickets, display.payment)};
    return sale.badge === 'paid' ? {...sale, receipt: await this.#receiptOf(this.#folder, display.payment)} : sale;
  }

  /** The receipt as a code; undefined if the till has no key that this user may read. */
  async #receiptOf(folder: string, payment: Payment): Promise<string | undefined> {
    if (this.#signed?.payment === payment) return this.#signed.receipt;
    const key = await storedKey(folder).catch(() => undefined);
    const receipt = await key?.signShort(receiptClaim(payment, this.#config));
    this.#signed = {payment, receipt};
    return receipt;
  }

  async #readOn(folder: string): Promise<void> {
    this.#follower ??= followJournal(folder);
    const before = this.#display;
    for (const event of await this.#follower.read()) {
      this.#display = evolveDisplay(this.#display, event);
      if (isKnown(event)) follow(this.#tickets, event);
    }
    if (this.#display === undefined || this.#display.movedAt === before?.movedAt) return;
    this.#movedAt = this.#world.monotonic() - Math.max(0, this.#world.now() - this.#display.movedAt);
  }
}
