import type {Collection} from '../../src/core/endpoints/collect.js';
import type {Service} from '../../src/core/endpoints/service.js';
import {type Answer, type Json, wireAmount} from '../../src/core/service/answer.js';
import type {World} from '../../src/core/world.js';

const second = 1000;

/** How a payment goes: after a while it ends so. */
export type Course = {readonly after: number; readonly ends: 'Completed' | 'Failed'; readonly drops?: true};
const usual: Course = {after: 7 * second, ends: 'Completed'};
/** Of every twenty sales. */
const courses: Readonly<Record<number, Course>> = {
  3: {after: 19 * second, ends: 'Completed'},
  7: {after: 9 * second, ends: 'Failed'},
  12: {after: 10 * 60 * second, ends: 'Completed'},
  17: {after: 5 * second, ends: 'Completed', drops: true},
};

type Known = {readonly collection: Collection; readonly course: Course; readonly since: number; asked: number};

export type ScriptedService = Service & {
  /** Questions answered so far. */
  readonly questions: () => number;
  /** The signals that requests were given, to look for listeners that were left on them. */
  readonly signals: ReadonlySet<AbortSignal>;
};

/** What happens to the payments, numbered from 1 on, and how long a status question takes. */
export type Script = {readonly courseOf: (number: number) => Course; readonly answersAfter: number};

const usualScript: Script = {courseOf: number => courses[number % 20] ?? usual, answersAfter: 0};

/** The service in this process, by the given clock, with the sandbox's answers; it forgets what ended. */
export function scriptedService(world: Pick<World, 'now' | 'sleep'>, script: Partial<Script> = {}): ScriptedService {
  const {courseOf, answersAfter} = {...usualScript, ...script};
  const known = new Map<string, Known>();
  const signals = new Set<AbortSignal>();
  let collected = 0;
  let questions = 0;
  const answered = (http: number, body: Json): Answer => ({kind: 'answered', http, body, serverTime: world.now()});
  const nothing = answered(400, {response_code: '96', response_message: 'Transaction not found'});
  const status: Service['status'] = async ({reference}, signal) => {
    if (signal !== undefined) signals.add(signal);
    questions += 1;
    if (answersAfter > 0) await world.sleep(answersAfter / 2, signal);
    const answer = nextRecord(reference);
    if (answersAfter > 0) await world.sleep(answersAfter / 2, signal);
    return signal?.aborted ? {kind: 'no-answer', code: 'ERR_ABORTED'} : answer;
  };
  const nextRecord = (reference: string): Answer => {
    const payment = known.get(reference);
    if (payment === undefined) return nothing;
    const isOver = world.now() - payment.since >= payment.course.after;
    payment.asked += isOver ? 1 : 0;
    const lastWord = payment.course.ends === 'Completed' ? 1 : 4;
    if (payment.asked >= lastWord) known.delete(reference);
    return answered(200, recordOf(payment, isOver ? payment.course.ends : 'Initialized'));
  };
  return {
    collect: async (collection, signal) => {
      if (signal !== undefined) signals.add(signal);
      collected += 1;
      const course = courseOf(collected);
      known.set(collection.reference, {collection, course, since: world.now(), asked: 0});
      return course.drops ? {kind: 'no-answer', code: 'ECONNRESET'} : answered(200, acceptanceOf(collection));
    },
    status,
    processOtp: async () => nothing,
    merchantReference: async () => nothing,
    banks: async () => nothing,
    charge: async () => nothing,
    cardStatus: async () => nothing,
    refund: async () => nothing,
    refundStatus: async () => nothing,
    refundHistory: async () => nothing,
    createPlan: async () => nothing,
    plan: async () => nothing,
    plans: async () => nothing,
    createSubscription: async () => nothing,
    subscription: async () => nothing,
    subscriptions: async () => nothing,
    subscriptionCharges: async () => nothing,
    cancelSubscription: async () => nothing,
    resumeSubscription: async () => nothing,
    pauseSubscription: async () => nothing,
    accountHolder: async () => nothing,
    traffic: () => ({sent: 0, received: 0}),
    close: () => undefined,
    questions: () => questions,
    signals,
  };
}

function acceptanceOf({reference, phone, bankCode}: Collection): Json {
  return {
    response_code: '09',
    response_message: 'PENDING',
    transaction_reference: reference,
    requires_otp: false,
    otp_length: 0,
    before_payment_instruction: '',
    after_payment_instruction: 'Approve the payment by entering your PIN on your phone.',
    payment_token: '5f0e4d59-9a3b-4f2d-8e1b-0c7a3d2e1f00',
    payee: phone,
    payment_method: 'SAFARICOM_KE',
    transaction_channel: bankCode,
    redirect_customer_to_url_processing: false,
  };
}

const codes = {Initialized: '09', Completed: '00', Failed: '06'} as const;

function recordOf({collection}: Known, status: keyof typeof codes): Json {
  const {reference, amount, phone} = collection;
  return {
    response_code: codes[status],
    transaction_reference: reference,
    transaction_amount: wireAmount(amount),
    transaction_fee: 0,
    transaction_status: status,
    payer_name: 'AMINA WANJIRU',
    payer_account_number: phone,
    start_date: '2026-03-02T09:41:07.118204',
    end_date: status === 'Initialized' ? 'null' : '2026-03-02T09:41:31.502911',
    currency: amount.currency,
  };
}
