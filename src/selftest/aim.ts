import type {Messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import type {World} from '../core/world.js';
import type {WholeJournal} from './compare.js';
import type {Chance} from './sales.js';
import type {PracticeMessage, Stage} from './shop.js';

export type MomentName = keyof Messages['selftest']['moments'];

/** When to kill the till: in which sale, at which stage or at any time, and after which share of that stage's duration. */
export type Aim = {readonly sale: number; readonly stage: Stage | 'any'; readonly share: number};

/** Draws an aim. Moments that last only a fraction of a millisecond are chosen more often than chance would meet them. */
export function aimFrom(chance: Chance): Aim {
  const stage = chance.pick<Aim['stage']>([
    ['deciding', 4],
    ['decided', 4],
    ['heard', 3],
    ['answered', 1],
    ['coding', 1],
    ['refunding', 2],
    ['any', 3],
  ]);
  return {sale: chance.between(1, 6), stage, share: chance.share()};
}

const longestAnyTime = 400;
/** For fewer milliseconds a timer is too coarse. */
const finest = 5;

/** Follows the messages of the till, learns how long its stages take, and fires at the aim. */
export class Trigger {
  readonly #world: Pick<World, 'monotonic' | 'sleep'>;
  readonly #lengths = new Map<Stage, number>();
  #last: {readonly stage: Stage; readonly at: number} | undefined;
  #aim: Aim | undefined;
  #fire: () => void = () => undefined;

  constructor(world: Pick<World, 'monotonic' | 'sleep'>) {
    this.#world = world;
  }

  /** Sets a new aim; `fire` is called once. */
  arm(aim: Aim, fire: () => void): void {
    this.#last = undefined;
    this.#aim = aim;
    this.#fire = fire;
    if (aim.stage === 'any') this.#after(aim.share * longestAnyTime);
  }

  reach({stage, tag}: Extract<PracticeMessage, {what: 'stage'}>): void {
    const now = this.#world.monotonic();
    if (this.#last !== undefined) {
      const took = now - this.#last.at;
      const before = this.#lengths.get(this.#last.stage) ?? took;
      this.#lengths.set(this.#last.stage, before + (took - before) / 4);
    }
    this.#last = {stage, at: now};
    const aim = this.#aim;
    if (aim === undefined || aim.stage !== stage || Number(tag.split('.')[1]) < aim.sale) return;
    this.#after(aim.share * (this.#lengths.get(stage) ?? 1));
  }

  /** Fires at once, since the till has no more sales. */
  giveUp(): void {
    if (this.#aim !== undefined) this.#after(0);
  }

  #after(milliseconds: number): void {
    const aim = this.#aim;
    const fire = () => {
      if (this.#aim !== aim) return;
      this.#aim = undefined;
      this.#fire();
    };
    if (milliseconds > finest) {
      this.#world.sleep(milliseconds).then(fire, fire);
      return;
    }
    const at = this.#world.monotonic() + milliseconds;
    while (this.#world.monotonic() < at);
    fire();
  }
}

/** What the till was doing with the sale of this tag when it was killed. `wasHeard`: bytes had arrived since the request was sent. */
export function momentOf(journal: WholeJournal, tag: string | undefined, wasHeard: boolean): MomentName {
  if (tag === undefined) return 'following';
  const payment = [...journal.state.payments.values()].find(({request}) => request.description === tag);
  if (payment === undefined) return 'before-intent';
  const last = journal.events.findLast(event => isAbout(event, payment));
  switch (last?.type) {
    case 'requested':
      return payment.request.method === 'cash' ? 'following' : 'before-sending';
    case 'refund-requested':
      return 'before-sending';
    case 'sent':
    case 'otp-sent':
    case 'refund-sent':
      return wasHeard ? 'writing-answer' : 'awaiting-answer';
    default:
      return 'following';
  }
}

const isAbout = ({data}: WholeJournal['events'][number], {reference}: Payment): boolean =>
  'reference' in data && data.reference === reference;
