import {bodyBytes, type Command, type Http, type Query, readAnswer} from '../../src/api/http.js';
import type {Redact} from '../../src/api/redact.js';
import type {Answer} from '../../src/core/service/answer.js';
import type {Chance, Weights} from './chance.js';
import {answerInstead, type Fate, isUntrue, spoiled} from './faults.js';
import {type Owner, outside, type Scheduler} from './scheduler.js';
import type {Reply, SimulatedService} from './service.js';

/** A request that moves money, from the moment in which the till's code lets it go. */
export type Departure = {
  readonly kind: 'collect' | 'otp' | 'charge' | 'refund' | 'enrol' | 'change' | 'other';
  /** The payment's; the customer's address for an enrolment, the number and the change (`7 pause`) for a subscription. */
  readonly reference: string;
  readonly country: string;
  /** What the till was told in the end; undefined while it waits. */
  answer: Answer | undefined;
  /** The answer says that it was refused, and it was carried out. */
  isUntrue?: boolean;
};

export type NetworkParts = {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly service: SimulatedService;
  readonly process: Owner;
  readonly weather: () => Weights<Fate>;
  readonly onOrder: (departure: Departure) => void;
  readonly onQuestion: (reference: string) => void;
  readonly trace: (line: string) => void;
};

const second = 1000;
const orderPatience = 30 * second;
const questionPatience = 15 * second;

/** The way to the service for one process: what is behind it is the sandbox's logic, and its bytes are read as got's are. */
export function simulatedHttp(parts: NetworkParts): Http {
  return {
    command: async (order, signal) => {
      const departure = departureOf(order);
      parts.onOrder(departure);
      const exchange = new Exchange(parts, order, orderPatience);
      const answer = await exchange.result(fateOf(parts, departure), signal);
      departure.isUntrue = exchange.isUntrue;
      departure.answer = answer;
      return answer;
    },
    query: async (question, signal) => {
      parts.onQuestion(referenceIn(question));
      const fate = parts.chance.weighted(parts.weather());
      return new Exchange(parts, question, questionPatience).result(fate, signal);
    },
    traffic: () => ({sent: 0, received: 0}),
    close: () => undefined,
  };
}

/** No order is doubled that names nothing by which the service could know it again; no charge is asked for a country. */
function fateOf({chance, weather}: NetworkParts, {kind}: Departure): Fate {
  const fate = chance.weighted(weather());
  if (fate === 'country') return 'whole';
  return fate === 'doubled' && kind !== 'collect' && kind !== 'otp' && kind !== 'charge' ? 'answer-lost' : fate;
}

class Exchange {
  readonly #parts: NetworkParts;
  readonly #call: Query | Command;
  /** Written when it is asked, as the till does: what is secret in it is wiped afterwards. */
  readonly #text: string;
  readonly #patience: number;
  #tell: (answer: Answer) => void = () => undefined;
  isUntrue = false;

  constructor(parts: NetworkParts, call: Query | Command, patience: number) {
    this.#parts = parts;
    this.#call = call;
    this.#text = call.body === undefined ? '' : bodyBytes(call.body).toString();
    this.#patience = patience;
  }

  result(fate: Fate, signal: AbortSignal | undefined): Promise<Answer> {
    const {scheduler, process, chance, trace} = this.#parts;
    if (signal?.aborted) return Promise.resolve({kind: 'not-sent', code: 'ERR_ABORTED'});
    return new Promise(resolve => {
      let hasLeft = false;
      const calledOff: (() => void)[] = [];
      const abort = () => {
        if (process.isAlive) this.#tell({kind: hasLeft ? 'no-answer' : 'not-sent', code: 'ERR_ABORTED'});
      };
      this.#tell = answer => {
        for (const callOff of calledOff) callOff();
        signal?.removeEventListener('abort', abort);
        this.#tell = () => undefined;
        trace(
          `${this.#call.path} ${fate} ${answer.kind === 'answered' ? answer.http : `${answer.kind} ${answer.code}`}`,
        );
        resolve(answer);
      };
      signal?.addEventListener('abort', abort, {once: true});
      const leave = () => {
        if (fate === 'refused') return this.#tell({kind: 'not-sent', code: 'ECONNREFUSED'});
        hasLeft = true;
        const late = {kind: 'no-answer', code: 'ETIMEDOUT', phase: 'response'} as const;
        calledOff.push(scheduler.after(this.#patience, process, () => this.#tell(late)));
        this.#travel(fate);
      };
      calledOff.push(scheduler.after(chance.between(0, 300), process, leave));
    });
  }

  #travel(fate: Fate): void {
    const {scheduler, chance} = this.#parts;
    if (fate === 'lost') {
      if (chance.isTrue(0.5)) this.#breakOff(chance.between(0, 5000));
      return;
    }
    const way = fate === 'late' ? chance.between(this.#patience, 6 * this.#patience) : chance.between(20, 1500);
    scheduler.after(way, outside, () => this.#arrive(fate, chance.isTrue(0.5)));
    if (fate === 'doubled') scheduler.after(chance.between(20, 8000), outside, () => this.#arrive(fate, true));
  }

  #arrive(fate: Fate, isHeard: boolean): void {
    const reply = answerInstead(fate) ?? this.#process();
    const heard = spoiled(reply, fate);
    if (heard !== undefined && isUntrue(reply, heard, fate)) this.isUntrue = true;
    if (fate === 'doubled' && !isHeard) return;
    if (heard === undefined) this.#breakOff(this.#parts.chance.between(5, 2000));
    else this.#return(heard, fate === 'answer-late' ? 2 * this.#patience : this.#parts.chance.between(20, 1500));
  }

  #breakOff(afterwards: number): void {
    const {scheduler, process} = this.#parts;
    scheduler.after(afterwards, process, () => this.#tell({kind: 'no-answer', code: 'ECONNRESET'}));
  }

  #return({status, headers, body, delivery}: Reply, way: number): void {
    const {scheduler, process} = this.#parts;
    const slow = typeof delivery === 'object' ? delivery.afterSeconds * second : 0;
    const date = new Date(Temporal.Now.instant().epochMilliseconds).toUTCString();
    const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const {redact: own, lengths} = this.#call;
    const redact: Redact = (text, member) => own?.(text, member) ?? text;
    scheduler.after(way + slow, process, () => {
      const whole = {http: status, headers: {...lowerCase, date}, text: body, bytes: body.length};
      this.#tell(readAnswer(whole, redact, lengths));
    });
  }

  #process(): Reply {
    const {service} = this.#parts;
    const {path, query, headers, body} = this.#call;
    const url = new URL(path, service.address);
    if (query !== undefined) url.search = new URLSearchParams(query).toString();
    const content = body === undefined ? {} : {'content-type': 'application/json'};
    const method = 'method' in this.#call ? this.#call.method : body === undefined ? 'GET' : 'POST';
    return service.answer({
      method,
      url,
      headers: {...headers, ...content, authorization: service.authorization},
      text: this.#text,
    });
  }
}

const kinds: readonly (readonly [string, Departure['kind']])[] = [
  ['/process-collection', 'collect'],
  ['/process-otp', 'otp'],
  ['/card/card_charge/', 'charge'],
  ['/merchant/api/refund', 'refund'],
  ['/api/v1/subscriptions', 'enrol'],
];

function departureOf(order: Command): Departure {
  const country = textIn(order.body, 'country_code');
  const [, id, change] = /\/subscriptions\/(\d+)\/(\w+)$/.exec(order.path) ?? [];
  if (change !== undefined) return {kind: 'change', reference: `${id} ${change}`, country, answer: undefined};
  const [, kind] = kinds.find(([end]) => order.path.endsWith(end)) ?? ['', 'other' as const];
  const reference = kind === 'enrol' ? textIn(order.body, 'customerEmail').toLowerCase() : referenceIn(order);
  return {kind, reference, country, answer: undefined};
}

function referenceIn({query, body}: Query): string {
  const inside = body?.['service_payload'];
  const own = textIn(body, 'transaction_reference') || textIn(inside, 'transaction_reference');
  return own || (query?.['transaction_reference'] ?? query?.['merchant_reference'] ?? '');
}

function textIn(value: unknown, name: string): string {
  const member = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : '';
  return typeof member === 'string' ? member : '';
}
