import {emptyState, foldEvents, type State} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {openedLine} from '../../src/core/journal/customers.js';
import {providerReferenceOf} from '../../src/core/payment/payer.js';
import {isOpen, verdictOf} from '../../src/core/payment/payment.js';
import {owedOf, type PaymentRequest} from '../../src/core/payment/schema.js';
import {plainEmail} from '../../src/core/subscription/enrolment.js';
import {CustomerKeys} from '../../store/customer-keys.js';
import type {Findings} from './findings.js';

/**
 * What a line of the journal changed of the money that a Z tells: a sale when its payment first became paid, a correction
 * when that was taken back or said again, a refund when it was made.
 */
export type Taking = {
  readonly reference: string;
  readonly seq: number;
  readonly currency: string;
  readonly minor: number;
  readonly kind: 'sale' | 'refund' | 'correction';
};

/** The lines of one till's journal that a power cut cannot take, as they came to be so, and what they mean together. */
export class DurableLog {
  readonly #till: string;
  readonly #findings: Findings;
  readonly #read = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #emails = new Map<string, string>();
  readonly #charged = new Map<string, string>();
  readonly events: StoredEvent[] = [];
  /** The same as they stand in the journal. */
  readonly lines: {readonly seq: number; readonly text: string}[] = [];
  readonly state: State = emptyState();
  readonly takings: Taking[] = [];
  /** Told of every line as it becomes durable. */
  onLine: (event: StoredEvent) => void = () => undefined;

  constructor(till: string, findings: Findings) {
    this.#till = till;
    this.#findings = findings;
  }

  /** The till's own reference of a payment that the service knows under this one. */
  ownReference(reference: string): string {
    return this.#charged.get(reference) ?? reference;
  }

  /**
   * How many lines of this type speak of the payment, of the customer's address for an enrolment, or of the number and the
   * change for a subscription.
   */
  count(type: StoredEvent['type'], reference: string): number {
    return this.#counts.get(`${type} ${reference}`) ?? 0;
  }

  /** The same lines by their hashes, by which two machines' logs tell one line from two. */
  hashesOf(type: StoredEvent['type'], reference: string): readonly string[] {
    const its = this.events.filter(
      event => event.type === type && 'reference' in event.data && event.data.reference === reference,
    );
    return its.map(({hash}) => hash);
  }

  /** Takes in what is new among the durable bytes of the segments. */
  readOn(files: readonly (readonly [string, Buffer])[]): void {
    const segments = files.filter(([path]) => path.endsWith('.jsonl'));
    const [, keysFile] = files.find(([path]) => path.endsWith('customer-keys.json')) ?? [];
    const keys = CustomerKeys.from(keysFile?.toString() ?? null); // as durable as the lines: without them they say less
    const sizes = new Map(segments.map(([path, bytes]) => [path, bytes.length]));
    for (const [path, read] of this.#read) {
      if ((sizes.get(path) ?? 0) < read) this.#findings.report('durable-line-lost', `${this.#till} ${path}`);
    }
    for (const [path, bytes] of segments) {
      const from = this.#read.get(path) ?? 0;
      const end = bytes.lastIndexOf(10) + 1;
      if (end <= from) continue;
      this.#read.set(path, end);
      for (const line of bytes.toString('utf8', from, end).trimEnd().split('\n')) {
        const event = openedLine(JSON.parse(line), how => keys.unsealOf(how)) as StoredEvent;
        this.lines.push({seq: event.seq, text: line});
        this.#take(event);
      }
    }
  }

  #take(event: StoredEvent): void {
    this.events.push(event);
    this.onLine(event);
    const reference = 'reference' in event.data ? event.data.reference : '';
    const key = `${event.type} ${reference || this.#subject(event)}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#findings.trace(`${this.#till} # ${event.seq} ${key}`);
    const before = this.state.payments.get(reference);
    if (event.type === 'requested') this.#checkDebt(event.data);
    if (event.type === 'sent' && before !== undefined && before.sends.begun > 0) this.#checkDebt(before.request);
    this.#findings.guard('fold', () => foldEvents(this.state, [event]));
    const after = this.state.payments.get(reference);
    if (after === undefined) return;
    if (event.type === 'requested') this.#charged.set(providerReferenceOf(after.request), reference);
    const {currency, minor} = after.request.amount;
    const note = (kind: Taking['kind'], amount: number) =>
      this.takings.push({reference, seq: event.seq, currency, minor: amount, kind});
    const [was, is] = [before?.status === 'paid', after.status === 'paid'];
    const isFirst = !this.takings.some(taking => taking.reference === reference && taking.kind === 'sale');
    if (was !== is) note(isFirst ? 'sale' : 'correction', is ? minor : -minor);
    for (const refund of after.refunds) {
      if (refund.method === 'account') continue; // no money
      const earlier = before?.refunds.find(({number}) => number === refund.number)?.status === 'done';
      if (earlier !== (refund.status === 'done')) note('refund', earlier ? -refund.amount.minor : refund.amount.minor);
    }
  }

  /** Unless a person gave a reason, of a debt is never asked for more than is owed, with what may still come. */
  #checkDebt({paysOff, sale, reference, again, ...request}: PaymentRequest): void {
    if (paysOff === undefined || again !== null) return;
    const coming = new Map([[sale, owedOf(request).minor]]);
    for (const payment of this.state.payments.values())
      if (payment.request.paysOff === paysOff && (isOpen(payment) || verdictOf(payment) === 'needs-person'))
        coming.set(payment.sale, owedOf(payment.request).minor);
    const owed = this.state.accounts[paysOff]?.balance ?? 0;
    const asked = [...coming.values()].reduce((sum, minor) => sum + minor, 0);
    if (asked > owed) this.#findings.report('debt-asked-twice', `${this.#till} ${reference}: ${asked} of ${owed}`);
  }

  #subject({type, data}: StoredEvent): string {
    if (type === 'enrolment-requested') this.#emails.set(data.enrolment, plainEmail(data.customerEmail));
    if ('enrolment' in data) return this.#emails.get(data.enrolment) ?? '';
    return 'change' in data ? `${data.subscription} ${data.change}` : '';
  }
}
