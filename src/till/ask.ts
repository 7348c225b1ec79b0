import {historyAbout, interpretRefundStatus} from '../core/endpoints/refund.js';
import {interpretStatus} from '../core/endpoints/status.js';
import type {StoredEvent} from '../core/events/event.js';
import type {PendingEvent} from '../core/journal/decision.js';
import {isByCard, isOfShop, providerReferenceOf, recordAskedOf} from '../core/payment/payer.js';
import {isReceived, type Payment} from '../core/payment/payment.js';
import {askedOf} from '../core/payment/refund.js';
import type {Answer} from '../core/service/answer.js';
import type {TillContext} from './context.js';

/** An answer to a question, and the event that it becomes if it is recorded. */
export type ServiceResponse = {
  readonly question: string;
  readonly answer: Answer;
  readonly event: (repeated: number) => PendingEvent<StoredEvent>;
};
export type OnResponse = (response: ServiceResponse) => Promise<void>;

const refusalsBeforeOlderQuery = 3;
const historyPage = 100;
const mostPages = 5;
const dayMs = 24 * 60 * 60_000;

/** Asks for the status record, also with the older query for a country refused again and again. Returns how often it was refused. */
export async function askAboutPayment(
  {service, leaving, state}: TillContext,
  payment: Payment,
  {countryRefusals}: {readonly countryRefusals: number},
  onResponse: OnResponse,
): Promise<number> {
  const {reference, request, otp} = payment;
  if (isOfShop(request) || isReceived(request)) return countryRefusals; // the service does not know it
  const outcomeOf = (answer: Answer) => interpretStatus(answer, recordAskedOf(payment));
  const record = async (question: 'status' | 'merchant-reference', answer: Answer) => {
    const now = state.payments.get(reference)?.otp;
    const isOvertaken = now?.sent !== otp.sent || now.last !== otp.last;
    // The answer that it waits for a code may be older than the code that was sent meanwhile.
    if (isOvertaken && outcomeOf(answer).kind === 'pending') return;
    await onResponse({
      question,
      answer,
      event: repeated => ({type: 'status-answered', data: {reference, question, answer, repeated}}),
    });
  };
  const answer = isByCard(request)
    ? await service.cardStatus({reference: providerReferenceOf(request)}, leaving)
    : await service.status({reference, country: request.country}, leaving);
  if (leaving.aborted) return countryRefusals;
  const outcome = outcomeOf(answer);
  const isRefused = outcome.kind === 'question-failed' && outcome.why === 'country';
  const refusals = countryRefusals + (isRefused ? 1 : 0);
  await record('status', answer);
  if (isRefused && refusals >= refusalsBeforeOlderQuery)
    await record('merchant-reference', await service.merchantReference({reference}, leaving));
  return refusals;
}

/** Asks about a refund by the service's reference of it, else by its payment and amount in the history. */
export async function askAboutRefund(
  context: TillContext,
  payment: Payment,
  number: number,
  onResponse: OnResponse,
): Promise<void> {
  const {service, leaving} = context;
  const {reference} = payment;
  const record = (question: 'refund-status' | 'refund-history', answer: Answer) =>
    onResponse({
      question,
      answer,
      event: repeated => ({
        type: 'refund-status-answered',
        data: {reference, refund: number, question, answer, repeated},
      }),
    });
  const refund = payment.refunds.find(each => each.number === number);
  if (refund === undefined) return;
  const {serviceReference} = refund;
  if (serviceReference !== undefined) {
    const answer = await service.refundStatus({refundReference: serviceReference}, leaving);
    if (leaving.aborted) return;
    await record('refund-status', answer);
    const {kind} = interpretRefundStatus(answer, {...askedOf(payment, refund), serviceReference});
    if (kind !== 'not-found' && kind !== 'question-failed') return;
  }
  const answer = await historyOf(context, payment, {since: refund.requestedAt, mostPages});
  if (!leaving.aborted) await record('refund-history', answer);
}

/** The rows of the history about a payment, from the day before an instant on, as one answer. */
export async function historyOf(
  {service, world, leaving}: TillContext,
  payment: Payment,
  {since, mostPages}: {readonly since: number; readonly mostPages: number},
): Promise<Answer> {
  const {request} = payment;
  const reference = providerReferenceOf(request);
  const range = {from: dayOf(since - dayMs), to: dayOf(world.now() + dayMs), currency: request.amount.currency};
  const pages: Answer[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    pages.push(await service.refundHistory({...range, page, size: historyPage}, leaving));
    const {answer, isWhole} = historyAbout(pages, reference);
    if (isWhole || leaving.aborted) return answer;
  }
  return historyAbout(pages, reference).answer;
}

const dayOf = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString().slice(0, 10);
