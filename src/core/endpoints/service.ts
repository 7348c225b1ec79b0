import type {Card} from '../card/card.js';
import type {Answer, Paging} from '../service/answer.js';
import type {AccountQuestion} from './account-holder.js';
import type {Charge} from './charge.js';
import type {Collection, Otp} from './collect.js';
import type {RefundHistory, RefundOrder} from './refund.js';
import type {NewSubscription} from './subscription/create-subscription.js';
import type {NewPlan} from './subscription/plans.js';

/** The calls of the till to the payments service. Every call resolves to an answer; none rejects because of the network or the service. */
export type Service = {
  /** Starts a collection. Moves money: it uses a fresh connection and is never repeated automatically. */
  readonly collect: (collection: Collection, signal?: AbortSignal) => Promise<Answer>;
  /** Sends a one-time password. Moves money, like `collect`. */
  readonly processOtp: (otp: Otp, signal?: AbortSignal) => Promise<Answer>;
  readonly status: (question: {reference: string; country: string}, signal?: AbortSignal) => Promise<Answer>;
  /** The older query by the merchant's own reference, for use if the service refuses the status query of a country. */
  readonly merchantReference: (question: {reference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Charges a card. Moves money, like `collect`. No answer and no error contains the card, and nothing keeps it afterwards. */
  readonly charge: (charge: Charge, card: Card, signal?: AbortSignal) => Promise<Answer>;
  readonly cardStatus: (question: {reference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Gives money of a card payment back. Moves money, like `collect`. The call carries no reference of the till for the refund. */
  readonly refund: (order: RefundOrder, signal?: AbortSignal) => Promise<Answer>;
  /** Asks what became of a refund, by the service's own reference of the refund. */
  readonly refundStatus: (question: {refundReference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Asks for a page of the refunds in a currency between two days (`YYYY-MM-DD`, both included). Pages are numbered from 1. */
  readonly refundHistory: (question: RefundHistory, signal?: AbortSignal) => Promise<Answer>;
  /** Makes a plan. Moves no money, but making it twice makes two plans, so it is never repeated automatically. */
  readonly createPlan: (plan: NewPlan, signal?: AbortSignal) => Promise<Answer>;
  readonly plan: (question: {planCode: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Lists the plans. Optional: a service without the call answers 404. Pages are numbered from 0. */
  readonly plans: (question: Paging, signal?: AbortSignal) => Promise<Answer>;
  /** Enrols a card. May move money at once, like `charge`. No answer contains the card, and nothing keeps it afterwards. */
  readonly createSubscription: (order: NewSubscription, card: Card, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call. */
  readonly subscription: (question: {id: number}, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call. `status` is in the service's spelling; without it, all are listed. */
  readonly subscriptions: (question: Paging & {status?: string}, signal?: AbortSignal) => Promise<Answer>;
  readonly subscriptionCharges: (question: Paging & {id: number}, signal?: AbortSignal) => Promise<Answer>;
  readonly cancelSubscription: (order: {id: number; reason: string}, signal?: AbortSignal) => Promise<Answer>;
  readonly resumeSubscription: (order: {id: number}, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call. Without `resumeAt`, in the service's time without a zone, it is paused until somebody resumes it. */
  readonly pauseSubscription: (order: {id: number; resumeAt?: string}, signal?: AbortSignal) => Promise<Answer>;
  readonly accountHolder: (question: AccountQuestion, signal?: AbortSignal) => Promise<Answer>;
  readonly banks: (currency: string, signal?: AbortSignal) => Promise<Answer>;
  /** Bytes sent and received so far, for slow connections. */
  readonly traffic: () => {readonly sent: number; readonly received: number};
  /** Aborts the open requests and closes the idle connections. */
  readonly close: () => void;
};
