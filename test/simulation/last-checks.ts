import {isOfShop, providerReferenceOf} from '../../src/core/payment/payer.js';
import {isReceived, type Payment} from '../../src/core/payment/payment.js';
import {takingsOf} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import type {Counter} from './counter.js';
import type {Taking} from './durable-log.js';
import type {Findings} from './findings.js';
import type {Entry, SimulatedService} from './service.js';
import {hasPaid} from './state-checks.js';

type Sums = Readonly<Record<string, number>>;

/** What a till writes ahead of whatever it writes next: it is in the Z after that. */
const writtenAhead: ReadonlySet<string> = new Set(['segment-opened', 'clock-set']);

/** Every Z in the journal goes on from the one before it, and tells exactly what was taken in between. */
export function checkReports({id, log}: Counter, findings: Findings): void {
  let before: Report | undefined;
  for (const event of log.events) {
    if (event.type !== 'z-reported') continue;
    const {report} = event.data;
    const {number, fromSeq, throughSeq} = report;
    const goesOn = number === (before?.number ?? 0) + 1 && fromSeq === (before?.throughSeq ?? 0);
    const passedOver = log.events.some(({seq, type}) => seq > throughSeq && seq < event.seq && !writtenAhead.has(type));
    if (!goesOn || passedOver) findings.report('z-chain', `${id} Z ${number}: ${fromSeq} to ${throughSeq}`);
    const within = log.takings.filter(({seq}) => seq > fromSeq && seq <= throughSeq);
    compare('takings', sumsOf(within, 'sale'), byCurrency(takingsOf(report)));
    compare('refunds', sumsOf(within, 'refund'), byCurrency(report.refunds.map(({total}) => total)));
    compare('corrections', sumsOf(within, 'correction'), byCurrency(report.corrections.map(({amount}) => amount)));
    before = report;
  }

  function compare(what: string, wanted: Sums, told: Sums): void {
    const currencies = new Set([...Object.keys(wanted), ...Object.keys(told)]);
    for (const currency of currencies) {
      const [due, given] = [wanted[currency] ?? 0, told[currency] ?? 0];
      if (due !== given)
        findings.report('z-sums', `${id} ${what} ${currency}: ${due} in the journal, ${given} in the Z`);
    }
  }
}

/** After a Z that was made of everything, nothing that was taken is outside of all of them. */
export function checkAllReported({id, log}: Counter, findings: Findings): void {
  const last = log.events.findLast(({type}) => type === 'z-reported');
  const through = last?.type === 'z-reported' ? last.data.report.throughSeq : 0;
  const left = log.takings.filter(({seq}) => seq > through);
  for (const {reference, kind} of left) findings.report('z-sums', `${id} ${kind} of ${reference} is in no Z`);
}

const sumsOf = (takings: readonly Taking[], kind: Taking['kind']): Sums =>
  byCurrency(takings.filter(taking => taking.kind === kind));

function byCurrency(list: readonly {readonly currency: string; readonly minor: number}[]): Sums {
  const sums: Record<string, number> = {};
  for (const {currency, minor} of list) sums[currency] = (sums[currency] ?? 0) + minor;
  return sums;
}

/** When all faults have stopped and the service was asked, every payment stands as the service says. */
export function checkTruth({id, log}: Counter, service: SimulatedService, findings: Findings): void {
  for (const payment of log.state.payments.values()) {
    if (isOfShop(payment.request) || isReceived(payment.request)) continue;
    const entry = service.entries.get(providerReferenceOf(payment.request));
    const wanted = entry === undefined ? withoutEntry(payment) : withEntry(entry, payment);
    if (!wanted.includes(payment.status)) {
      const books = entry === undefined ? 'nothing' : `${entry.status} ${entry.amount}`;
      findings.report('truth', `${id} ${payment.reference} is ${payment.status}, the books say ${books}`);
    }
  }
}

/** When the link was good for a while, no payment is open that had `ended` for longer than between two questions. */
export function checkOpen({id, till}: Counter, ended: ReadonlySet<string>, findings: Findings): void {
  for (const reference of till?.state.open ?? []) {
    const request = till?.state.payments.get(reference)?.request;
    if (request && ended.has(providerReferenceOf(request)))
      findings.report('truth', `${id} ${reference} is open, though it has ended`);
  }
}

function withEntry(entry: Entry, payment: Payment): readonly Payment['status'][] {
  const {resolution} = payment;
  const own = statusesOf(entry, payment);
  if (resolution === undefined) return own;
  const as = resolution.as === 'paid' ? 'paid' : 'failed';
  // A word that the service had said before was known to the person; any other must be seen to contradict.
  const isKnown = own.some(status => status === resolution.over) || entry.hasFailed;
  return own.includes('pending') || own.includes(as) || isKnown ? [as, 'disputed'] : ['disputed'];
}

function statusesOf(entry: Entry, payment: Payment): readonly Payment['status'][] {
  switch (entry.status) {
    case 'Completed':
      return hasPaid(entry, payment) ? ['paid', 'disputed'] : ['mispaid', 'disputed'];
    case 'Failed':
      return ['failed', 'disputed'];
    case 'Reversed':
      return ['failed', 'disputed'];
    default:
      return ['pending'];
  }
}

function withoutEntry({resolution}: Payment): readonly Payment['status'][] {
  const unknown = ['unknown', 'sent', 'failed'] as const;
  return resolution === undefined ? unknown : [...unknown, 'paid', 'disputed'];
}
