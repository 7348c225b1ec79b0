import type {Environment} from '../config.js';
import {moneyText} from '../core/money/money.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {World} from '../core/world.js';
import type {Session} from '../session/session.js';
import type {Surroundings} from '../till/opened-journal.js';
import {type MomentName, type Outcome, salesOf} from './certificate.js';
import {type Chance, chanceFrom} from './chance.js';
import {compareBooks, compareReported, type Finding, readWholeJournal, type WholeJournal} from './compare.js';
import type {Books, PracticeService} from './practice-service.js';
import {
  type Acknowledged,
  mostSeconds,
  openShop,
  type PracticeMessage,
  type PracticeShop,
  type Stage,
  TillFailed,
} from './shop.js';

/** What the rounds need. `environment` is that of the practice shop. */
export type Course = {
  readonly session: Session;
  readonly environment: Environment;
  readonly service: PracticeService;
  readonly seed: string;
  readonly rounds: number;
  readonly progress: (round: number, moment: MomentName, milliseconds: number) => void;
};

/** After this many rounds a new till takes over, so that a round takes equally long however many there are. */
const roundsPerTill = 10;
/** Milliseconds between two rounds: everything that the practice service has scheduled happens, and sometimes a business day ends. */
const between = 3 * 60 * 60_000;
/** How long a customer takes to approve, in milliseconds. */
const approval = 3000;

/** The stages after which a request is sent, so that no answer to it can have arrived before. */
const beforeSending: readonly Stage[] = ['deciding', 'decided', 'coding', 'refunding'];

/** Plays the rounds until all are played or one of them finds something wrong. Rejects if it is interrupted or the service is gone. */
export async function playRounds(course: Course): Promise<Outcome> {
  const {session, rounds, seed} = course;
  const {monotonic} = session.face.world;
  const begun = monotonic();
  const run = new Run(course);
  let slowest = 0;
  let played = 0;
  try {
    for (let round = 1; round <= rounds && run.findings.length === 0; round += 1) {
      const since = monotonic();
      played = round;
      await run.round(round);
      session.face.interrupted.throwIfAborted();
      slowest = Math.max(slowest, monotonic() - since);
    }
  } finally {
    await run.end();
  }
  const {kills, restarts, acknowledged, torn, findings} = run;
  const sales = await run.sales();
  const differing = JSON.stringify(sales.paidHere) === JSON.stringify(sales.paidThere) ? [] : [sumsDiffer(sales)];
  const seconds = (monotonic() - begun) / 1000;
  return {
    seed,
    rounds: played,
    seconds,
    kills,
    sales,
    acknowledged,
    torn,
    restarts,
    slowest,
    findings: findings.length === 0 ? differing : findings.filter(isFirst),
  };
}

/** Keeps the first of equal findings: what is found after one kill is found again in the next comparison. */
const isFirst = (found: Finding, index: number, all: readonly Finding[]): boolean =>
  all.findIndex(({reference, name}) => reference === found.reference && name === found.name) === index;

function sumsDiffer({paidHere, paidThere}: Outcome['sales']): Finding {
  const [here, there] = [paidHere, paidThere].map(sums => sums.map(moneyText).join(', '));
  return {reference: '-', name: 'sums-differ', facts: {here: here ?? '', there: there ?? ''}};
}

/** When to kill the till: in which sale, at which stage or at any time, and after which share of that stage's duration. */
type Aim = {readonly sale: number; readonly stage: Stage | 'any'; readonly share: number};

/** Draws an aim. Moments that last only a fraction of a millisecond are chosen more often than chance would meet them. */
function aimFrom(chance: Chance): Aim {
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
class Trigger {
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
function momentOf(journal: WholeJournal, tag: string | undefined, wasHeard: boolean): MomentName {
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

class Run {
  readonly kills: Record<MomentName, number> = {
    opening: 0,
    'before-intent': 0,
    'before-sending': 0,
    'awaiting-answer': 0,
    'writing-answer': 0,
    following: 0,
  };
  readonly restarts: number[] = [];
  readonly findings: Finding[] = [];
  acknowledged = 0;
  torn = 0;
  readonly #course: Course;
  readonly #chance: Chance;
  readonly #trigger: Trigger;
  readonly #begun = new Set<string>();
  readonly #tills: string[] = [];
  #acknowledged: Acknowledged[] = [];
  #current: {readonly tag: string; readonly wasHeard: boolean} | undefined;
  #shop: PracticeShop | undefined;

  constructor(course: Course) {
    this.#course = course;
    this.#chance = chanceFrom(course.seed);
    this.#trigger = new Trigger(course.session.face.world);
  }

  /** Plays one round: kills the till, starts it again, and compares the books. */
  async round(round: number): Promise<void> {
    try {
      if ((round - 1) % roundsPerTill === 0) await this.#beginTill(round);
      const moment = await this.#sellAndKill();
      if (this.#chance.share() < 0.25) await this.#killWhileOpening(round);
      await this.#course.service.pass(between);
      const milliseconds = await this.#open(round + 1);
      this.restarts.push(milliseconds);
      await this.#prove();
      if (this.findings.length === 0) this.#course.progress(round, moment, Math.round(milliseconds));
    } catch (error) {
      this.#note(error);
    }
  }

  async end(): Promise<void> {
    const isWell = this.findings.length === 0 && !this.#course.session.face.interrupted.aborted;
    try {
      await (isWell ? this.#shop?.close() : this.#shop?.kill());
    } catch (error) {
      this.#note(error);
    }
  }

  async sales(): Promise<Outcome['sales']> {
    const books = await this.#course.service.books();
    const payments: Payment[] = [];
    for (const till of this.#tills) {
      try {
        payments.push(...(await this.#journal(till)).state.payments.values());
      } catch (error) {
        this.#note(error);
      }
    }
    return salesOf(payments, books, this.#begun.size);
  }

  async #beginTill(round: number): Promise<void> {
    await this.#shop?.close();
    this.#acknowledged = [];
    this.#tills.push(tillOf(round));
    await this.#open(round);
  }

  #start(round: number): PracticeShop {
    const {session, environment, service, seed} = this.#course;
    const {world, interrupted} = session.face;
    return openShop({
      environment: {...environment, DUKA_TILL: this.#till()},
      world,
      interrupted,
      order: {seed, round, ahead: service.ahead()},
      receive: message => this.#receive(message),
    });
  }

  /** Starts the till and waits until it has found out everything. Returns the milliseconds until it could have sold. */
  async #open(round: number): Promise<number> {
    this.#shop = this.#start(round);
    return this.#shop.foundOut;
  }

  async #sellAndKill(): Promise<MomentName> {
    const aim: Aim = aimFrom(this.#chance);
    const fired = Promise.withResolvers<void>();
    this.#current = undefined;
    this.#trigger.arm(aim, fired.resolve);
    const shop = this.#opened();
    shop.sell();
    await Promise.race([fired.promise, shop.over]);
    await shop.kill();
    this.#shop = undefined;
    const journal = await this.#journal(this.#till());
    if (journal.tornBytes > 0) this.torn += 1;
    this.findings.push(...compareReported(journal, this.#acknowledged));
    const {tag, wasHeard = false} = this.#inFront() ?? {};
    const moment = momentOf(journal, tag, wasHeard);
    this.kills[moment] += 1;
    return moment;
  }

  /** Kills a till before it may have finished repairing what the last kill left. */
  async #killWhileOpening(round: number): Promise<void> {
    const {world} = this.#course.session.face;
    const usual = this.restarts.at(-1) ?? 200;
    const shop = this.#start(round + 1);
    shop.foundOut.catch(() => undefined); // it is killed before its end counts
    await world.sleep(usual * (0.4 + 1.2 * this.#chance.share()));
    await shop.kill();
    this.kills.opening += 1;
  }

  #receive(message: PracticeMessage): void {
    if (message.what === 'acknowledged') {
      this.#acknowledged.push(message);
      this.acknowledged += 1;
    }
    if (message.what === 'sold-out') this.#trigger.giveUp();
    if (message.what !== 'stage') return;
    const {stage, tag} = message;
    this.#trigger.reach(message);
    if (stage === 'deciding') this.#begun.add(tag);
    const isStillHeard = this.#current?.wasHeard === true && !beforeSending.includes(stage);
    this.#current = {tag, wasHeard: stage === 'heard' || isStillHeard};
    // The customer approves on the phone while the till waits. A service that cannot be told fails the proof of this round.
    if (stage === 'answered' || stage === 'coded') this.#course.service.pass(approval).catch(() => undefined);
  }

  async #prove(): Promise<void> {
    const till = this.#till();
    const journal = await this.#journal(till);
    const books = ofTills(await this.#course.service.books(), till, this.#tills);
    this.findings.push(...compareReported(journal, this.#acknowledged), ...compareBooks(journal, books));
  }

  #journal(till: string): Promise<WholeJournal> {
    const {session, environment} = this.#course;
    const {world, version} = session.face;
    const place = {environment: {...environment, DUKA_TILL: till}, world, version, startSandbox: noSandbox};
    return readWholeJournal(place);
  }

  #inFront() {
    return this.#current;
  }

  #opened(): PracticeShop {
    if (this.#shop === undefined) throw new Error('no till is open');
    return this.#shop;
  }

  #till(): string {
    return this.#tills.at(-1) ?? '';
  }

  #note(error: unknown): void {
    this.#course.session.face.interrupted.throwIfAborted();
    if (error instanceof Problem && (error.code === 'journal-damaged' || error.code === 'journal-unproved')) {
      this.findings.push({reference: this.#till(), name: 'journal-damaged', facts: error.facts});
    } else if (error instanceof TillFailed) {
      const {exit, said} = error;
      this.findings.push(
        exit === null && said === ''
          ? {reference: this.#till(), name: 'till-silent', facts: {seconds: mostSeconds}}
          : {reference: this.#till(), name: 'till-stopped', facts: {exit: exit ?? '-', said}},
      );
    } else throw error;
  }
}

function tillOf(round: number): string {
  const number = Math.floor((round - 1) / roundsPerTill);
  return `S${number.toString(36).toUpperCase().padStart(2, '0')}`;
}

/** The part of the books that belongs to this till, or to none. */
function ofTills({transactions, refunds}: Books, till: string, tills: readonly string[]): Books {
  const isOthers = (reference: string) => tills.some(other => other !== till && reference.startsWith(other));
  return {
    transactions: transactions.filter(row => !isOthers(row.transaction_reference)),
    refunds: refunds.filter(row => !isOthers(row.payment_transaction_reference)),
  };
}

const noSandbox: Surroundings['startSandbox'] = () => Promise.reject(new Error('a reader needs no service'));
