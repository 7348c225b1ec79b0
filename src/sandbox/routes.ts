import * as z from 'zod';
import {accountEnquiry, bankCodes} from './accounts.js';
import {type Answer, json, type RefusalWriter, text} from './answer.js';
import type {HeaderRule, OwnHandler, PathValues, ServiceHandler, World} from './call.js';
import {cardStatus} from './cards/card-records.js';
import {chargeCard, chargeDialect} from './cards/charge-card.js';
import {advanceClock, spacedTimestamp} from './clock.js';
import {
  approveCollection,
  checkStatus,
  processCollection,
  processOtp,
  transactionQuery,
} from './collections/process-collection.js';
import {decimalsOf} from './countries.js';
import {faultSettingsSchema, readFaultSettings, writeFaultSettings} from './faults/broken-answer.js';
import {
  approveChallenge,
  approveOnPage,
  beginChallenge,
  declineChallenge,
  declineOnPage,
  leaveChallenge,
  showChallenge,
  showPaymentPage,
  showReturnPage,
} from './pages/challenge-page.js';
import {listRefunds, refundedCents, refundHistory, refundPayment, refundStatus} from './refunds.js';
import {letDueHappen} from './subscriptions/billing.js';
import {createSubscription} from './subscriptions/create-subscription.js';
import {createPlan, listPlans, showPlan, updatePlan} from './subscriptions/plans.js';
import {
  cancelSubscription,
  listCharges,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
  showSubscription,
} from './subscriptions/subscriptions.js';
import {listTransactions, type Transaction} from './transactions.js';

/**
 * `GET /sandbox/transactions`: the books, oldest first. `requests` counts the charge requests for a reference. The row of a card also says
 * how much of it is `refunded` or about to be. With `?format=csv` the books are a file like those of a provider, with amounts as decimal
 * text.
 */
const showBooks: OwnHandler = (world, {query}) => {
  const format = query.get('format') ?? 'json';
  const transactions = listTransactions(world.database);
  if (format === 'json') return json(200, entries(world, transactions));
  if (format === 'csv') return text(200, 'text/csv', csv(transactions));
  return json(400, {message: 'format is json or csv', status: false});
};

/** `GET /sandbox/refunds`: the refunds, oldest first. Each was requested once: a repeated call makes another refund. */
const showRefunds: OwnHandler = world =>
  json(
    200,
    listRefunds(world.database).map(
      ({refund_transaction_reference, payment_transaction_reference, amount, currency, status}) => ({
        refund_transaction_reference,
        payment_transaction_reference,
        amount,
        currency,
        status,
        requests: 1,
      }),
    ),
  );

function entries({database}: World, transactions: readonly Transaction[]) {
  const refunded = refundedCents(database);
  return transactions.map(({transaction_reference, method, amount, currency, status, requests}) => ({
    transaction_reference,
    method,
    amount,
    currency,
    status,
    requests,
    ...(method === 'card' ? {refunded: (refunded.get(transaction_reference) ?? 0) / 100} : {}),
  }));
}

function csv(transactions: readonly Transaction[]): string {
  const lines = transactions.map(({transaction_reference, amount, currency, status, fee, changed_at}) => {
    const digits = decimalsOf(currency);
    const date = spacedTimestamp(changed_at);
    return [transaction_reference, amount.toFixed(digits), currency, status, fee.toFixed(digits), date]
      .map(cell)
      .join();
  });
  return ['transaction_reference,amount,currency,status,fee,date', ...lines, ''].join('\n');
}

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const body = z.strictObject({
  advance: z.string().transform((written, context) => {
    const milliseconds = lengthOf(written);
    if (milliseconds !== undefined && milliseconds >= 0) return milliseconds;
    context.addIssue({code: 'custom', message: 'not an ISO 8601 duration such as PT10M or P1D, forwards'});
    return z.NEVER;
  }),
});

/** `POST /sandbox/clock {"advance": "PT10M"}`: advances the clock and applies everything that falls due by then. Answers `{"now"}`. */
const moveClock: OwnHandler = (world, {text}) => {
  const asked = readControl(body, text);
  if ('refused' in asked) return asked.refused;
  const {advance} = asked.value;
  const isMoved = advanceClock(world.database, advance);
  if (!isMoved) return json(400, {message: 'the clock cannot go that far ahead', status: false});
  const now = world.now + advance;
  letDueHappen(world.database, now);
  return json(200, {now: written(now)});
};

/** `GET /sandbox/clock`: the virtual time as a UTC instant. */
const showClock: OwnHandler = world => json(200, {now: written(world.now)});

function written(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({fractionalSecondDigits: 3});
}

/** Returns a duration in milliseconds; its months and years begin in January 2026. Undefined if the text is not a duration. */
function lengthOf(duration: string): number | undefined {
  try {
    const relativeTo = Temporal.PlainDate.from('2026-01-01');
    return Math.round(Temporal.Duration.from(duration).total({unit: 'milliseconds', relativeTo}));
  } catch {
    return undefined;
  }
}

/** `POST /sandbox/faults`: replaces the rules and switches, and answers with the new ones. */
const setFaults: OwnHandler = (world, {text}) => {
  const asked = readControl(faultSettingsSchema, text);
  if ('refused' in asked) return asked.refused;
  writeFaultSettings(world.database, asked.value);
  return json(200, asked.value);
};

/** `GET /sandbox/faults`: the present rules and switches. */
const showFaults: OwnHandler = world => json(200, readFaultSettings(world.database));

/** Reads a body by its schema; an empty body is read as `{}`. The answer to a bad one says what is wrong with it. */
function readControl<T>(schema: z.ZodType<T>, body: string): {readonly value: T} | {readonly refused: Answer} {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body === '' ? '{}' : body);
  } catch {
    return {refused: json(400, {message: 'the body is not JSON', status: false})};
  }
  const result = schema.safeParse(parsed);
  if (result.success) return {value: result.data};
  return {refused: json(400, {message: z.prettifyError(result.error), status: false})};
}

/** A call of the service's interface. Fault rules use `name`; `optional`: no contract promises the call. */
export type ServiceRoute = Route<{
  readonly name: string;
  readonly headers: HeaderRule & {readonly product: boolean};
  readonly dialect: RefusalWriter;
  readonly optional?: true;
  readonly handle: ServiceHandler;
}>;

type HttpMethod = 'GET' | 'POST' | 'PATCH';

/** A method and a path, in which `{name}` stands for one segment with any text. */
type Route<Rest> = Rest & {readonly method: HttpMethod; readonly path: string};

/** The route of a request with the values of its path or, if only the method is wrong, the allowed methods. */
type Match<Rest> = {readonly route: Route<Rest>; readonly values: PathValues} | {readonly allowed: HttpMethod[]};

export function matchRoute<Rest>(
  routes: readonly Route<Rest>[],
  method: string,
  path: string,
): Match<Rest> | undefined {
  const matches = routes.flatMap(route => {
    const found = pattern(route.path).exec(path);
    return found === null ? [] : [{route, values: {...found.groups}}];
  });
  if (matches.length === 0) return undefined;
  return matches.find(({route}) => route.method === method) ?? {allowed: matches.map(({route}) => route.method)};
}

const patterns = new Map<string, RegExp>();

/** Built once for each path, since every request is compared with all of them. */
function pattern(path: string): RegExp {
  const built = patterns.get(path) ?? new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  patterns.set(path, built);
  return built;
}

/** Makes the calls of one family of the interface, which share their headers and the way in which they refuse. */
const family =
  (headers: ServiceRoute['headers'], dialect: RefusalWriter) =>
  (name: string, request: `${HttpMethod} /${string}`, handle: ServiceHandler, optional?: true): ServiceRoute => {
    const [method, path = ''] = request.split(' ');
    return {name, method: method as HttpMethod, path, headers, dialect, handle, ...(optional && {optional})};
  };

const collectionHeaders = {tenant: 'required', product: true, badKeyStatus: 401} as const;
const tenantHeaders = {tenant: 'required', product: false, badKeyStatus: 401} as const;
const keyHeaders = {tenant: 'optional', product: false, badKeyStatus: 401} as const;

/** The dialect of collections and one-time passwords. */
const collectionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: refused.code, response_message: refused.message});

/** The dialect of the collection status query. It only has `96`, since a failed query is not a failed payment (observed). */
const statusDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: '96', response_message: refused.message});

/** The dialect of bank codes. */
const bankDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, status: false, retry_count: 0});

/** The dialect of the queries about cards, by the merchant's reference and about refunds. */
const queryDialect: RefusalWriter = ({refused}) => json(refused.status, {message: refused.message, success: false});

/** The dialect of refund requests and of the refund history. */
const refundDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {message: refused.message, success: false, status: false});

/** The dialect of plans and subscriptions. No document shows such a body; `success` is part of all answers of this family. */
const subscriptionDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {success: false, message: refused.message, data: null});

/** The dialect of the account name enquiry. 500 in the body is documented, both for a bad query and for a failure. */
const accountDialect: RefusalWriter = ({refused}) =>
  json(refused.status, {response_code: 500, response_message: refused.message});

// The header matrix is documented. It was observed that the query rejects X-TenantID, and that bank codes answer 403.
const collection = family(collectionHeaders, collectionDialect);
const collectionStatus = family(collectionHeaders, statusDialect);
const query = family({...keyHeaders, tenant: 'rejected'}, queryDialect);
const bank = family({...tenantHeaders, badKeyStatus: 403}, bankDialect);
const charge = family(keyHeaders, chargeDialect);
const cardQuery = family(keyHeaders, queryDialect);
const refund = family(keyHeaders, refundDialect);
const account = family(tenantHeaders, accountDialect);
/** The contract shows these calls with Authorization only; a guide also sets the tenant. */
const subscription = family(keyHeaders, subscriptionDialect);

export const serviceRoutes: readonly ServiceRoute[] = [
  collection('process-collection', 'POST /subsidiary/collections/v1/process-collection', processCollection),
  collection('process-otp', 'POST /subsidiary/collections/v1/process-otp', processOtp),
  collectionStatus('check-status', 'GET /subsidiary/collections/v1/check-status', checkStatus),
  collection('approve-collection', 'POST /subsidiary/funding/v1/process-collection', approveCollection),
  query(
    'transaction-query',
    'GET /merchant-collection/transfer_notification_controller/merchant/transaction-query',
    transactionQuery,
  ),
  bank('banks', 'GET /payaza-account/api/v1/mainaccounts/merchant/banks/{currency_code}', bankCodes),
  charge('card-charge', 'POST /card/card_charge/', chargeCard),
  cardQuery('card-status', 'POST /card/card_charge/transaction_status', cardStatus),
  refund('refund', 'POST /refund-chargeback/refund/merchant/api/refund', refundPayment),
  cardQuery('refund-status', 'POST /card/card_charge/refund_status', refundStatus),
  refund('refund-history', 'GET /refund-chargeback/refund/merchant/api/refund_history', refundHistory),
  account('account-enquiry', 'POST /payaza-account/api/v1/mainaccounts/merchant/provider/enquiry', accountEnquiry),
  subscription('create-plan', 'POST /subscription/api/v1/subscription-plans', createPlan),
  subscription('plans', 'GET /subscription/api/v1/subscription-plans', listPlans, true),
  subscription('plan', 'GET /subscription/api/v1/subscription-plans/{planCode}', showPlan),
  subscription('plan', 'PATCH /subscription/api/v1/subscription-plans/{planCode}', updatePlan),
  subscription('create-subscription', 'POST /subscription/api/v1/subscriptions', createSubscription),
  subscription('subscriptions', 'GET /subscription/api/v1/subscriptions', listSubscriptions, true),
  subscription('subscription', 'GET /subscription/api/v1/subscriptions/{id}', showSubscription, true),
  subscription('subscription-charges', 'GET /subscription/api/v1/subscriptions/{id}/charges', listCharges),
  subscription('cancel-subscription', 'PATCH /subscription/api/v1/subscriptions/{id}/cancel', cancelSubscription),
  subscription('resume-subscription', 'PATCH /subscription/api/v1/subscriptions/{id}/resume', resumeSubscription),
  subscription('pause-subscription', 'PATCH /subscription/api/v1/subscriptions/{id}/pause', pauseSubscription, true),
];

/** What the service does not have: the pages for customers and the controls of the sandbox. */
export const ownRoutes: readonly Route<{readonly handle: OwnHandler}>[] = [
  {method: 'GET', path: '/pay/{token}', handle: showPaymentPage},
  {method: 'POST', path: '/pay/{token}/approve', handle: approveOnPage},
  {method: 'POST', path: '/pay/{token}/decline', handle: declineOnPage},
  {method: 'POST', path: '/3ds/challenge', handle: beginChallenge},
  {method: 'GET', path: '/acs/{token}', handle: showChallenge},
  {method: 'POST', path: '/acs/{token}', handle: showChallenge},
  {method: 'POST', path: '/acs/{token}/approve', handle: approveChallenge},
  {method: 'POST', path: '/acs/{token}/decline', handle: declineChallenge},
  {method: 'POST', path: '/acs/{token}/later', handle: leaveChallenge},
  {method: 'GET', path: '/sandbox/return', handle: showReturnPage},
  {method: 'GET', path: '/sandbox/transactions', handle: showBooks},
  {method: 'GET', path: '/sandbox/refunds', handle: showRefunds},
  {method: 'GET', path: '/sandbox/clock', handle: showClock},
  {method: 'POST', path: '/sandbox/clock', handle: moveClock},
  {method: 'GET', path: '/sandbox/faults', handle: showFaults},
  {method: 'POST', path: '/sandbox/faults', handle: setFaults},
];
