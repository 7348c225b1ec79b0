import {zRowsIn} from '../../src/core/books/z-row.js';
import {openEnrolments} from '../../src/core/subscription/registry.js';
import type {SegmentRead} from '../../store/history.js';
import {closePeriod, habitsOf} from './acts.js';
import {Cashier} from './cashier.js';
import {Chance} from './chance.js';
import {Counter} from './counter.js';
import type {SimulatedDisk} from './disk.js';
import {calm, roughWeather} from './faults.js';
import {type Checker, Findings} from './findings.js';
import {checkAllReported, checkOpen, checkReports, checkTruth} from './last-checks.js';
import {fixMachine} from './machine.js';
import {addMissing, closingApproval, letOwnerIn, secondPerson, watchRights} from './people.js';
import {checkProjection} from './projection-checks.js';
import {checkMachines, restoredDisk, TillAtOffice} from './replaced.js';
import {outside, Scheduler} from './scheduler.js';
import {type Booked, SimulatedService} from './service.js';
import {StateChecks} from './state-checks.js';
import {offeredPlans} from './subscription-acts.js';
import {checkEnrolled, checkSubscriptions, isCustomerOf} from './subscription-checks.js';
import {checkTicketsOfReports} from './ticket-checks.js';

/** What came of one simulated shop. `acts` counts what people did, `steps` what happened at all. */
export type Outcome = {
  readonly seed: number;
  readonly acts: number;
  readonly steps: number;
  readonly failure: {readonly checker: Checker; readonly what: string} | undefined;
  readonly trace: readonly string[];
};

const second = 1000;
const minute = 60 * second;
const mostSteps = 60_000;
/** In Nairobi: in the afternoon, and shortly before a business day ends. */
const starts = [Date.UTC(2026, 10, 20, 11), Date.UTC(2026, 10, 20, 20, 40), Date.UTC(2026, 10, 20, 20, 57)];

type Place = {
  readonly counter: Counter;
  readonly checks: StateChecks;
  readonly cashier: Cashier;
  readonly act: () => void;
  /** Its people sign in, each with rights. */
  readonly hasStaff: boolean;
  /** By which key its machine sends lines. */
  key: string;
};

/**
 * Plays one shop of two tills, with faults at any step, and then lets everything come to rest. `mostActs` ends what
 * people do early: everything before that is as in the whole play.
 */
export async function simulate(seed: number, mostActs = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const play = new Play(seed, mostActs);
  try {
    await play.run();
  } finally {
    play.end();
  }
  const {scheduler, findings, acts} = play;
  return {seed, acts, steps: scheduler.steps, failure: findings.first, trace: findings.lines};
}

class Play {
  readonly #seed: number;
  readonly #mostActs: number;
  readonly #chance: Chance;
  readonly scheduler: Scheduler;
  readonly findings: Findings;
  readonly #service: SimulatedService;
  readonly #places: Place[];
  readonly #offices: ReadonlyMap<string, TillAtOffice>;
  readonly #start: number;
  /** Machines that nobody has now, and all that ever were. */
  readonly #lost: Place[] = [];
  readonly #machines: Counter[] = [];
  readonly #restoreMachine: () => void;
  readonly #onRejection = (error: unknown) => this.findings.report('unexpected', `nobody heard of: ${error}`);
  #weather = calm;
  acts = 0;

  constructor(seed: number, mostActs: number) {
    this.#seed = seed;
    this.#mostActs = mostActs;
    this.#chance = this.#stream('people');
    this.scheduler = new Scheduler(this.#stream('order'));
    this.findings = new Findings(() => `${this.scheduler.steps} ${Math.round(this.scheduler.time)}`);
    const start = this.#chance.pick(starts);
    this.#restoreMachine = fixMachine(`${seed} machine`, () => start + this.scheduler.time);
    this.#service = new SimulatedService();
    const plans = this.#stream('plans');
    if (plans.isTrue(0.5)) this.#service.offerPlans(offeredPlans, plans.isTrue(0.75));
    this.#weather = this.#chance.isTrue(0.85) ? this.#chance.varied(roughWeather, 'whole') : calm;
    this.#start = start;
    const tills = ['T7A', 'T7B'];
    this.#places = tills.map(id => this.#place(id));
    const isSimple = this.#service.plans.length === 0 && this.#places.every(({hasStaff}) => !hasStaff);
    const hasOffice = isSimple && this.#stream('head office').isTrue(0.5);
    this.#offices = new Map(hasOffice ? tills.map(id => [id, new TillAtOffice()]) : []);
    for (const place of this.#places) place.key = this.#offices.get(place.counter.id)?.key ?? '';
    process.on('unhandledRejection', this.#onRejection);
    this.#service.onEntry = ({reference}) => this.#expectLine(reference);
    this.#service.onSubscription = subscription => this.#expectEnrolment(subscription);
    this.#service.onRefunds = () => this.#expectRefundLines();
  }

  async run(): Promise<void> {
    for (const {counter} of this.#places) counter.open();
    const last = this.#chance.between(10, 28);
    for (let isMore = true; isMore; isMore = this.acts < Math.min(last, this.#mostActs)) {
      await this.#after(this.#delay(), () => this.#happen());
      if (this.findings.first !== undefined) return;
    }
    await this.#comeToRest();
  }

  end(): void {
    for (const counter of this.#machines) counter.leave();
    process.off('unhandledRejection', this.#onRejection);
    this.#restoreMachine();
    this.#service.close();
  }

  #stream(name: string): Chance {
    return new Chance(`${this.#seed} ${name}`);
  }

  /** `before` and `disk`: the machine that was lost, and what is on the one that takes its place. */
  #place(id: string, before?: Place, disk?: SimulatedDisk): Place {
    const {scheduler, findings} = this;
    const nth = this.#machines.filter(other => other.id === id).length;
    const streams = (name: string) => this.#stream(nth === 0 ? name : `${name} ${nth}`);
    const weather = () => this.#weather;
    const hasUnasked = this.#stream(`${id} unasked`).isTrue(0.25);
    const parts = {id, start: this.#start, scheduler, findings, service: this.#service, weather, streams, hasUnasked};
    const counter = new Counter({...parts, disk});
    this.#machines.push(counter);
    const checks = new StateChecks(counter, this.#service, findings);
    if (before !== undefined) {
      checks.takeOver(before.counter);
      for (const each of before.checks.judged) checks.judged.add(each); // people of the lost machine said so
    }
    const chance = streams(`${id} cashier`);
    const cashier = new Cashier({counter, checks, chance, scheduler, service: this.#service});
    const people = this.#stream(`${id} staff`);
    const hasStaff = people.isTrue(0.35);
    const doSomething = habitsOf(chance, {
      hasPlans: this.#service.plans.length > 0,
      splits: this.#stream(`${id} tickets`).isTrue(0.4),
      hasStaff,
      hasUnasked,
    });
    watchRights(counter, findings);
    counter.onOpen = () => {
      checks.onOpen();
      const {till} = counter;
      if (!hasStaff || till === undefined) return;
      till.setAskApproval(secondPerson(people));
      cashier.perform('staff', () => addMissing(till));
    };
    return {counter, checks, cashier, act: () => doSomething(cashier), hasStaff, key: ''};
  }

  #delay(): number {
    switch (this.#chance.weighted({none: 3, moment: 5, seconds: 9, minute: 3, minutes: 1})) {
      case 'none':
        return 0;
      case 'moment':
        return this.#chance.between(1, 400);
      case 'seconds':
        return this.#chance.between(400, 7000);
      case 'minute':
        return this.#chance.between(7, 60) * second;
      default:
        return this.#chance.between(1, 14) * minute;
    }
  }

  /** Lets so much time pass, looking at everything at every step, and then does something. */
  async #after(milliseconds: number, act: () => void): Promise<void> {
    let isOver = false;
    this.scheduler.after(milliseconds, outside, () => {
      isOver = true;
      if (this.findings.first === undefined) act();
    });
    while (!isOver && this.findings.first === undefined) {
      await this.scheduler.step();
      for (const {checks} of this.#places) checks.look();
      if (this.scheduler.steps > mostSteps) this.findings.report('rest', 'too many steps');
    }
  }

  /** Somebody does something, or something befalls one of the tills. */
  #happen(): void {
    this.acts += 1;
    if (this.#places.length === 0) return; // both machines are lost, and none has come in their place yet
    const place = this.#chance.pick(this.#places);
    const usual = this.#service.plans.length > 0 ? happeningsOverDays : happenings;
    const what = this.#chance.weighted(this.#offices.size > 0 ? {...usual, ...happeningsWithOffice} : usual);
    if (what !== 'cashier') place.counter.trace(`* ${what}`);
    this.#befall(what, place);
  }

  #befall(what: Happening, place: Place): void {
    const {counter, act} = place;
    const [chance, scheduler] = [this.#chance, this.scheduler];
    const crash = (how: 'power cut' | 'killed') => {
      act(); // something is to be under way
      scheduler.inSteps(chance.between(0, 16), () => counter.crash(how));
    };
    const befalls: Readonly<Record<Happening, () => void>> = {
      cashier: act,
      customer: () => counter.trace(`customer ${this.#service.letCustomerAct(chance) ?? 'has nothing to do'}`),
      'days pass': () => this.#service.passDays(chance.between(1, 16)),
      'power cut': () => crash('power cut'),
      killed: () => crash('killed'),
      closed: () => counter.close(),
      'office hears': () => this.#send(place),
      'machine lost': () => {
        act();
        const [heard, lost] = [chance.between(0, 16), chance.between(0, 16)];
        scheduler.inSteps(heard, () => this.#send(place));
        scheduler.inSteps(heard + lost, () => this.#replace(place));
      },
      'old machine comes back': () => {
        const old = chance.pickAny(this.#lost);
        if (old === undefined) return;
        this.#lost.splice(this.#lost.indexOf(old), 1);
        this.#places.push(old);
        old.counter.trace('comes back');
        for (const one of this.#places) if (one.counter.id === old.counter.id) one.checks.isAlone = false;
        old.counter.comeBack();
      },
      'disk full': () => Object.assign(counter.disk, {isFull: true}),
      'sync fails': () => Object.assign(counter.disk, {failsNextSync: true}),
      'clock jumps': () => counter.setClock(chance.pick([-26 * 60, -90, -3, 3, 20, 26 * 60]) * minute),
      weather: () => {
        this.#weather = chance.isTrue(0.7) ? chance.varied(roughWeather, 'whole') : calm;
      },
    };
    befalls[what]();
  }

  /** What a machine's shipper does, if the office is reached. */
  #send({counter, key}: Place): void {
    this.#offices.get(counter.id)?.hear(counter, key);
  }

  /** A machine is gone with all that is on it; another one gets the till's lines from the office, and is turned on. */
  #replace(place: Place): void {
    const {id} = place.counter;
    const office = this.#offices.get(id);
    if (office?.hasLines !== true || !this.#places.includes(place) || place.key !== office.key) return;
    place.counter.trace('is lost');
    place.counter.leave();
    this.#places.splice(this.#places.indexOf(place), 1);
    this.#lost.push(place);
    office.replaceKey();
    const restoring = restoredDisk(id, office.text(), this.#stream(`${id} disk ${this.#machines.length}`));
    restoring.then(
      disk => {
        const next = this.#place(id, place, disk);
        next.key = office.key;
        this.#places.push(next);
        next.counter.open();
      },
      (error: unknown) => this.findings.report('restored-otherwise', `${id} ${error}`),
    );
  }

  /** All faults stop. What was open is found out by the watching alone, the rest when it is asked about. */
  async #comeToRest(): Promise<void> {
    this.findings.trace('all faults stop');
    this.#weather = calm;
    for (const {counter} of this.#places) Object.assign(counter.disk, {isFull: false, failsNextSync: false});
    let ended: ReadonlySet<string> = new Set();
    await this.#after(10 * minute, () => {
      ended = this.#service.ended();
    });
    await this.#after(3 * minute, () => this.#each(({counter}) => checkOpen(counter, ended, this.findings)));
    await this.#after(0, () => this.#each(({counter}) => this.#askAbout(counter)));
    await this.#after(0, () => this.#each(place => this.#letOwnerIn(place)));
    await this.#after(2 * minute, () =>
      this.#each(({counter, checks}) => {
        if (checks.isAlone) checkTruth(counter, this.#service, this.findings);
        checkSubscriptions(counter, this.#service, this.findings);
      }),
    );
    await this.#after(0, () => this.#each(({cashier, counter: {till}}) => till && closePeriod(cashier, till)));
    const verified = new Set<string>();
    await this.#after(10 * second, () =>
      this.#each(({counter}) => this.#verify(counter, () => verified.add(counter.id))),
    );
    await this.#after(10 * second, () =>
      this.#each(({counter}) => {
        if (!verified.has(counter.id)) this.findings.report('rest', `${counter.id} is not at work`);
        checkReports(counter, this.findings);
        checkTicketsOfReports(counter, this.findings);
        checkAllReported(counter, this.findings);
        checkProjection(counter, this.#stream(`${counter.id} office`), this.findings);
        counter.crash('power cut');
      }),
    );
    for (const [id, office] of this.#offices) {
      const own = this.#places.filter(({counter}) => counter.id === id);
      for (const place of own) this.#send(place);
      const current = own.find(({key}) => key === office.key);
      const old = own.filter(place => place !== current).map(({counter}) => counter);
      if (current !== undefined) checkMachines({counter: current.counter, office, old}, this.findings);
    }
    await this.#after(minute, () => undefined); // what is there after the power cut is checked as they open
  }

  #each(act: (place: Place) => void): void {
    for (const place of this.#places) act(place);
  }

  /** Everybody else has gone home: the owner closes what is to be closed. */
  #letOwnerIn({hasStaff, counter: {till}, cashier}: Place): void {
    if (!hasStaff || till === undefined) return;
    till.setAskApproval(closingApproval);
    cashier.perform('the owner', () => letOwnerIn(till));
  }

  #askAbout(counter: Counter): void {
    const {till} = counter;
    if (till === undefined) return;
    const references = [...counter.log.state.payments.keys()]; // those of the day before, too
    counter.perform('ask about all', async () => {
      for (const reference of references) await till.check(reference);
      for (const {reference} of openEnrolments(till.state.registry)) await till.lookForEnrolment(reference);
      for (const {subscription, isOwn} of [...till.state.registry.subscriptions.values()]) {
        if (isOwn) await till.learnCharges(subscription.id);
      }
      for (const reference of till.state.open) await till.check(reference);
    });
  }

  #verify({journal, id}: Counter, done: () => void): void {
    const look = ({before, events}: SegmentRead) => {
      for (const {number, differs} of zRowsIn(before, events))
        if (differs.length > 0) this.findings.report('journal', `${id}: Z ${number} differs in ${differs.join(', ')}`);
    };
    journal?.verify(undefined, look).then(done, error => this.findings.report('journal', `${id}: ${error}`));
  }

  #expectLine(reference: string): void {
    if (this.#service.subscriptionOf(reference) !== undefined) return; // that it was enrolled has a line
    const own = this.#machines.filter(({id}) => reference.startsWith(id));
    if (!own.some(({log}) => log.count('sent', reference) > 0)) this.findings.report('money-without-line', reference);
  }

  #expectEnrolment(subscription: Booked): void {
    const own = this.#places.find(({counter}) => isCustomerOf(counter, subscription));
    if (own === undefined) this.findings.report('enrolled-without-line', subscription.email);
    else checkEnrolled(own.counter, this.#service, subscription, this.findings);
  }

  #expectRefundLines(): void {
    const made = new Map<string, number>();
    for (const {payment_transaction_reference: reference} of this.#service.refunds)
      made.set(reference, (made.get(reference) ?? 0) + 1);
    for (const [reference, count] of made) {
      const sent = this.#machines.flatMap(({log}) => log.hashesOf('refund-sent', log.ownReference(reference)));
      if (new Set(sent).size < count) this.findings.report('refund-without-line', `${count} of ${reference}`);
    }
  }
}

const happenings = {
  cashier: 62,
  customer: 8,
  'power cut': 4,
  killed: 3,
  closed: 2,
  'disk full': 1,
  'sync fails': 1,
  'clock jumps': 2,
  weather: 4,
} as const;
/** Where a head office has the tills' lines, a machine may be lost and replaced, and found again. */
const happeningsWithOffice = {'office hears': 12, 'machine lost': 5, 'old machine comes back': 2} as const;
/** Where there are subscriptions, time passes at the service: what is due then is charged. */
const happeningsOverDays = {...happenings, 'days pass': 9} as const;
type Happening = keyof typeof happeningsOverDays | keyof typeof happeningsWithOffice;
