import type {Http} from '../../src/api/http.js';
import {createBanks, createCards, createCollections, createPlans, createSubscriptions} from '../../src/api/service.js';
import {dayJson} from '../../src/core/books/day-json.js';
import {totalsSpec} from '../../src/core/books/projections.js';
import {emptyState, foldEvents, folding, stateAfter} from '../../src/core/books/state.js';
import {businessDate} from '../../src/core/day/business-day.js';
import type {Service} from '../../src/core/endpoints/service.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {Problem} from '../../src/core/problem.js';
import {usualPageParameters} from '../../src/core/service/answer.js';
import {parseStrict} from '../../src/core/spec/check.js';
import type {World} from '../../src/core/world.js';
import {noteRestore} from '../../src/till/open.js';
import {createTill, type Till} from '../../src/till/till.js';
import type {Disk} from '../../store/disk.js';
import {type Journal, openJournal} from '../../store/journal.js';
import {usualSettings} from '../till/settings.js';
import type {Chance, Weights} from './chance.js';
import {SimulatedDisk} from './disk.js';
import {DurableLog} from './durable-log.js';
import type {Fate} from './faults.js';
import type {Findings} from './findings.js';
import {simulatedHttp} from './network.js';
import {OrderChecks} from './order-checks.js';
import {newOwner, type Owner, outside, type Scheduler} from './scheduler.js';
import type {SimulatedService} from './service.js';
import {foundUnasked} from './unasked.js';

export type CounterParts = {
  readonly id: string;
  readonly start: number;
  readonly scheduler: Scheduler;
  readonly service: SimulatedService;
  readonly findings: Findings;
  readonly weather: () => Weights<Fate>;
  readonly streams: (name: string) => Chance;
  /** A reconciliation has found money that came in unasked. */
  readonly hasUnasked: boolean;
  /** What a machine that takes the place of a lost one begins with. */
  readonly disk?: SimulatedDisk | undefined;
};

const second = 1000;

/** What a process may say of its own journal when its disk has failed it. */
const isOfTheDisk = (error: unknown) =>
  error instanceof Problem && (error.code === 'journal-not-writable' || error.code === 'journal-stopped');

/** A till at its counter: one process after the other over the same disk. */
export class Counter {
  readonly id: string;
  readonly disk: SimulatedDisk;
  readonly log: DurableLog;
  readonly orders: OrderChecks;
  readonly #parts: CounterParts;
  readonly #chance: Chance;
  #process: Owner | undefined;
  #isClosing = false;
  #isLost = false;
  /** Undefined while the till is not at work. */
  till: Till | undefined;
  journal: Journal | undefined;
  /** How often the till told of a change. */
  changes = 0;
  /** Whether the machine's clock was ever wrong: then a charge may lie outside of the days that were asked for. */
  wasWrong = false;
  #skew = 0;
  /** Told when a till has opened: what was there is then checked against what should be. */
  onOpen: () => void = () => undefined;

  constructor(parts: CounterParts) {
    const {id, findings, streams} = parts;
    this.id = id;
    this.#parts = parts;
    this.#chance = streams(`${id} world`);
    this.disk = parts.disk ?? new SimulatedDisk(streams(`${id} disk`));
    this.log = new DurableLog(id, findings);
    this.orders = new OrderChecks(id, findings, this.log);
    this.disk.onDurable = () => this.log.readOn(this.disk.durable());
    this.disk.onFailure = code => {
      this.orders.hasDiskFailed = true;
      this.trace(`disk says ${code}`);
    };
    this.disk.onDurable();
  }

  trace(line: string): void {
    this.#parts.findings.trace(`${this.id} ${line}`);
  }

  /** Whether a process runs, open or still opening. */
  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  open(): void {
    const {scheduler, findings} = this.#parts;
    const process = newOwner();
    this.#process = process;
    this.#isClosing = false;
    this.orders.restart();
    this.trace('opens');
    this.#start(process).catch((error: unknown) => {
      if (!this.orders.hasDiskFailed || !isOfTheDisk(error))
        findings.report('journal', `${this.id} does not open: ${text(error)}`);
      this.#stop(process);
      scheduler.after(20 * second, outside, () => this.#reopen());
    });
  }

  /** The process is killed, or its machine loses its power. */
  crash(how: 'killed' | 'power cut'): void {
    if (this.#process === undefined) return;
    this.trace(how);
    this.#stop(this.#process);
    if (how === 'power cut') this.disk.cutPower();
    this.#parts.scheduler.after(3 * second, outside, () => this.#reopen());
  }

  /** The play is over, or the machine is lost with all that is on it. */
  leave(): void {
    this.#isLost = true;
    if (this.#process !== undefined) this.#stop(this.#process);
  }

  /** Somebody finds the machine that was lost, and turns it on. */
  comeBack(): void {
    this.#isLost = false;
    this.#reopen();
  }

  /** A person ends the till as it should be ended, and opens it again. */
  close(): void {
    const [till, process] = [this.till, this.#process];
    if (till === undefined || process === undefined || this.#isClosing) return;
    this.#isClosing = true;
    this.trace('closes');
    this.perform('close', async () => {
      await till.close();
      this.#stop(process);
      this.#parts.scheduler.after(3 * second, outside, () => this.#reopen());
    });
  }

  /** Runs one of the till's verbs; what it may refuse is given by `refusals`. */
  perform(name: string, run: () => Promise<unknown>, refusals: ReadonlySet<string> = new Set()): void {
    const {findings} = this.#parts;
    run().then(
      () => this.trace(`${name}: done`),
      (error: unknown) => {
        this.trace(`${name}: ${text(error)}`);
        if (error instanceof Problem && refusals.has(error.code)) return;
        if (isOfTheDisk(error) && (this.orders.hasDiskFailed || this.#isClosing)) return;
        findings.report('unexpected', `${this.id} ${name}: ${text(error)}`);
      },
    );
  }

  /** The machine's clock jumps, as when a person or a dead battery sets it. */
  setClock(by: number): void {
    this.#skew += by;
    this.wasWrong = true;
  }

  #reopen(): void {
    if (!this.isRunning && !this.#isLost) this.open();
  }

  #stop(process: Owner): void {
    this.#parts.scheduler.end(process);
    if (this.#process !== process) return;
    this.#process = undefined;
    this.till = undefined;
    this.journal = undefined;
  }

  /** As `openTill` puts a till together, without its lock, its settings and its server. */
  async #start(process: Owner): Promise<void> {
    const {scheduler} = this.#parts;
    const world = this.#world(process);
    const state = emptyState();
    let told: (events: readonly StoredEvent[]) => void = () => undefined;
    const journal = await this.#openJournal(world, process, events => {
      foldEvents(state, events);
      told(events);
    });
    Object.assign(state, stateAfter(journal.opening, journal.opening.events));
    const {hasUnasked, start} = this.#parts;
    if (hasUnasked && state.reconciled.left.length === 0) await journal.append([foundUnasked(start)]);
    const {till, onEvents} = createTill({
      version: '0.1.0',
      settings: {...usualSettings, till: this.id, folder: `/${this.id}`},
      environment: {},
      world,
      service: serviceOver(this.#http(process)),
      journal,
      disk: this.#seenBy(process, 'secrets'),
      state,
      sign: async () => '',
      release: () => journal.close(),
    });
    told = events => {
      onEvents(events);
      this.#hearOfCodes(till, events);
    };
    await noteRestore(journal, state, usualSettings.person);
    await till.closeNotSubmitted();
    journal.own();
    this.till = till;
    this.journal = journal;
    this.trace(journal.opening.day === undefined ? 'is open' : 'is open by a summary of the day so far');
    let isGivenUp = false;
    till.subscribe(() => {
      this.changes += 1;
      if (till.writeFailure() === undefined || isGivenUp) return;
      isGivenUp = true;
      scheduler.after(5 * second, outside, () => this.#giveUp(till));
    });
    till.watch();
    this.onOpen();
  }

  #openJournal(world: World, process: Owner, tell: (events: readonly StoredEvent[]) => void): Promise<Journal> {
    const {findings} = this.#parts;
    const {zone, dayStartsAt} = usualSettings;
    return openJournal({
      folder: `/${this.id}`,
      disk: this.#seenBy(process, 'disk'),
      mode: 'write',
      till: this.id,
      header: {profile: 'sandbox', zone, dayStartsAt, version: 'simulated'},
      businessDate: at => businessDate(at, zone, dayStartsAt),
      now: world.now,
      ...folding,
      carry: (before, segmentEvents) => {
        const summed = folding.carry(before, segmentEvents);
        parseStrict(totalsSpec, 'totals')(summed.totals);
        return summed;
      },
      digest: dayJson,
      linesPerSummary: this.#parts
        .streams(`${this.id} lines per summary ${this.#parts.scheduler.steps}`)
        .between(1, 40),
      onEvents: events => {
        const durable = this.log.events.at(-1)?.seq ?? 0;
        const early = events.find(({seq}) => seq > durable);
        if (early !== undefined)
          findings.report('durable-line-lost', `${this.id} was told of ${early.seq} ${early.type} too early`);
        tell(events);
      },
    });
  }

  /** The disk as a process sees it: everything takes a moment, in which it may be killed. */
  #seenBy(process: Owner, what: 'disk' | 'secrets'): Disk {
    const {scheduler, streams} = this.#parts;
    const pauses = streams(`${this.id} ${what} pauses ${scheduler.steps}`);
    return this.disk.seenBy(() => scheduler.pause(pauses.isTrue(0.7) ? 0 : pauses.between(1, 4), process));
  }

  #http(process: Owner): Http {
    const {scheduler, service, weather, streams} = this.#parts;
    return simulatedHttp({
      scheduler,
      chance: streams(`${this.id} network ${scheduler.steps}`),
      service,
      process,
      weather,
      onOrder: departure => this.orders.onOrder(departure),
      onQuestion: reference => this.orders.onQuestion(reference),
      trace: line => this.trace(`<= ${line}`),
    });
  }

  /** A stopped till has to be opened again, on a disk that has room again. */
  #giveUp(till: Till): void {
    this.disk.isFull = false;
    if (this.till === till) this.close();
  }

  #hearOfCodes(till: Till, events: readonly StoredEvent[]): void {
    for (const {type, data} of events) {
      if (type !== 'otp-answered') continue;
      const last = till.state.payments.get(data.reference)?.otp.last;
      if (last !== undefined && last.kind !== 'unknown') this.orders.onClearCode(data.reference);
    }
  }

  #world(process: Owner): World {
    const {start, scheduler} = this.#parts;
    return {
      now: () => Math.round(start + scheduler.time + this.#skew),
      monotonic: () => scheduler.time,
      random: count => this.#chance.bytes(count),
      sleep: (milliseconds, signal) =>
        new Promise(resolve => {
          if (signal?.aborted) return resolve();
          const done = () => {
            if (!process.isAlive) return;
            callOff();
            signal?.removeEventListener('abort', done);
            resolve();
          };
          const callOff = scheduler.after(milliseconds, process, done);
          signal?.addEventListener('abort', done, {once: true});
        }),
    };
  }
}

/** As `createService` puts it together, over another way to the network. */
function serviceOver(http: Http): Service {
  const tenant = {'x-tenantid': 'test'};
  return {
    ...createCollections(http, {...tenant, 'x-productid': 'app'}),
    ...createCards(http, {}),
    ...createPlans(http, {}, usualPageParameters),
    ...createSubscriptions(http, {}, usualPageParameters),
    ...createBanks(http, tenant),
    traffic: http.traffic,
    close: http.close,
  };
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
