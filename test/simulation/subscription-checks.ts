import {decimalText} from '../../src/core/money/money.js';
import type {SubscriptionRequest} from '../../src/core/payment/schema.js';
import {isEnrolmentOpen, plainEmail} from '../../src/core/subscription/enrolment.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';
import type {Booked, SimulatedService} from './service.js';

/** Customers of one till have addresses that begin with its name. */
export const isCustomerOf = ({id}: Pick<Counter, 'id'>, {email}: Booked): boolean =>
  email.startsWith(`${id.toLowerCase()}-`);

/** What a subscription charged is written down once, as it was charged, and by the till whose customer it is. */
export function checkCharges(counter: Counter, service: SimulatedService, findings: Findings): void {
  if (service.plans.length === 0) return;
  const seen = new Set<string>();
  for (const request of chargedBy(counter)) {
    const {transactionReference, reference, amount} = request;
    const what = `${counter.id} ${reference} ${transactionReference}`;
    if (seen.has(transactionReference)) findings.report('charge-twice', what);
    seen.add(transactionReference);
    const entry = service.entries.get(transactionReference);
    const subscription = service.subscriptionOf(transactionReference);
    if (entry === undefined || subscription === undefined || !isCustomerOf(counter, subscription)) {
      findings.report('charge-untrue', `${what}: no charge of a customer of this till`);
    } else if (entry.amount !== Number(decimalText(amount)) || entry.currency !== amount.currency) {
      findings.report('charge-untrue', `${what}: ${decimalText(amount)}, the books say ${entry.amount}`);
    }
  }
}

/** Nobody is enrolled more often than the journal says that an enrolment was sent for him. */
export function checkEnrolled({log}: Counter, service: SimulatedService, {email}: Booked, findings: Findings): void {
  const enrolled = [...service.subscriptions.values()].filter(other => other.email === email).length;
  const sent = log.count('enrolment-sent', email);
  if (enrolled > sent) findings.report('enrolled-without-line', `${enrolled} of ${email}, ${sent} sent`);
}

/** When all was looked for and learnt, what the books have of this till's customers is in its journal. */
export function checkSubscriptions(counter: Counter, service: SimulatedService, findings: Findings): void {
  const {id: till, log} = counter;
  const written = new Set([...chargedBy(counter)].map(({transactionReference}) => transactionReference));
  const enrolments = [...log.state.registry.enrolments.values()];
  for (const subscription of service.subscriptions.values()) {
    if (!isCustomerOf(counter, subscription)) continue;
    const {id, email} = subscription;
    const own = enrolments.filter(({customerEmail}) => plainEmail(customerEmail) === email);
    if (own.some(({resolved}) => resolved?.by === 'person')) continue; // a person may have been wrong
    const isFound = own.some(enrolment => enrolment.subscription === id && enrolment.status === 'made');
    if (!isFound && !(own.some(isEnrolmentOpen) && mayBeOverlooked(counter, service)))
      findings.report('truth', `${till} ${email} has subscription ${id}, of which the journal does not know`);
    for (const {reference, amount, currency} of isFound ? service.chargesOf(id) : []) {
      if (!written.has(reference))
        findings.report('truth', `${till} ${email} ${id} paid ${currency} ${amount} as ${reference}: nowhere written`);
    }
  }
}

/** A service need not have a list, and of one that made it at another time than the till believes nobody can tell. */
function mayBeOverlooked({wasWrong}: Counter, {hasList}: SimulatedService): boolean {
  return !hasList || wasWrong;
}

function* chargedBy({log}: Counter): Generator<SubscriptionRequest> {
  for (const {request} of log.state.payments.values()) if (request.method === 'subscription') yield request;
}
