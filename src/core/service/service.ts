import type {Card} from '../card/card.js';
import type {AccountQuestion} from '../endpoints/account-holder.js';
import type {Charge} from '../endpoints/charge.js';
import type {Collection} from '../endpoints/collect.js';
import type {NewSubscription} from '../endpoints/create-subscription.js';
import type {NewPlan} from '../endpoints/plans.js';
import type {Otp} from '../endpoints/process-otp.js';
import type {RefundOrder} from '../endpoints/refund.js';
import type {RefundHistory} from '../endpoints/refund-history.js';
import type {Answer} from './answer.js';
import type {Paging} from './request.js';

/** What the till asks of the payments service. Every call answers; none throws for what the network or service did. */
export type Service = {
  /** Starts a collection. Moves money: over a fresh connection, never repeated by itself. */
  readonly collect: (collection: Collection, signal?: AbortSignal) => Promise<Answer>;
  /** Sends a one-time password. Moves money, like `collect`. */
  readonly processOtp: (otp: Otp, signal?: AbortSignal) => Promise<Answer>;
  /** The status record of a collection. */
  readonly status: (question: {reference: string; country: string}, signal?: AbortSignal) => Promise<Answer>;
  /** The older query by the merchant's own reference, asked where a country's status query is refused. */
  readonly merchantReference: (question: {reference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Charges a card. Moves money, like `collect`. The card is in no answer, in no error and nowhere afterwards. */
  readonly charge: (charge: Charge, card: Card, signal?: AbortSignal) => Promise<Answer>;
  /** The status record of a card transaction. */
  readonly cardStatus: (question: {reference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** Gives money of a card payment back. Moves money, like `collect`; the call has no reference of ours. */
  readonly refund: (order: RefundOrder, signal?: AbortSignal) => Promise<Answer>;
  /** What became of a refund, by the service's own reference of it. */
  readonly refundStatus: (question: {refundReference: string}, signal?: AbortSignal) => Promise<Answer>;
  /** A page of the refunds of a currency between two days (`YYYY-MM-DD`, both included); pages begin at 1. */
  readonly refundHistory: (question: RefundHistory, signal?: AbortSignal) => Promise<Answer>;
  /** Makes a plan. Moves no money, but making it twice makes two: never repeated by itself. */
  readonly createPlan: (plan: NewPlan, signal?: AbortSignal) => Promise<Answer>;
  readonly plan: (question: {planCode: string}, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call: a service without it answers 404. Pages begin at 0. */
  readonly plans: (question: Paging, signal?: AbortSignal) => Promise<Answer>;
  /** Enrols a card. May move money at once, like `charge`; the card is in no answer and nowhere afterwards. */
  readonly createSubscription: (order: NewSubscription, card: Card, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call. */
  readonly subscription: (question: {id: number}, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call; `status` as the service writes it, absent for all. */
  readonly subscriptions: (question: Paging & {status?: string}, signal?: AbortSignal) => Promise<Answer>;
  readonly subscriptionCharges: (question: Paging & {id: number}, signal?: AbortSignal) => Promise<Answer>;
  readonly cancelSubscription: (order: {id: number; reason: string}, signal?: AbortSignal) => Promise<Answer>;
  readonly resumeSubscription: (order: {id: number}, signal?: AbortSignal) => Promise<Answer>;
  /** An optional call; `resumeAt` zoneless in the service's time, absent until somebody resumes. */
  readonly pauseSubscription: (order: {id: number; resumeAt?: string}, signal?: AbortSignal) => Promise<Answer>;
  /** The holder of a bank account. */
  readonly accountHolder: (question: AccountQuestion, signal?: AbortSignal) => Promise<Answer>;
  /** The banks and wallets of a currency. */
  readonly banks: (currency: string, signal?: AbortSignal) => Promise<Answer>;
  /** Bytes sent and received so far, for thin links. */
  readonly traffic: () => {readonly sent: number; readonly received: number};
  /** Ends what is still open. */
  readonly close: () => void;
};
