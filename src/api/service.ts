import {accountHolderRequest} from '../core/endpoints/account-holder.js';
import {banksRequest} from '../core/endpoints/banks.js';
import {chargeRequest} from '../core/endpoints/charge.js';
import {collectionRequest, otpRequest} from '../core/endpoints/collect.js';
import {refundHistoryRequest, refundRequest, refundStatusRequest} from '../core/endpoints/refund.js';
import type {Service} from '../core/endpoints/service.js';
import {cardStatusRequest, merchantReferenceRequest, statusRequest} from '../core/endpoints/status.js';
import {cancelRequest, pauseRequest, resumeRequest} from '../core/endpoints/subscription/change-subscription.js';
import {enrolmentRequest, type NewSubscription} from '../core/endpoints/subscription/create-subscription.js';
import {newPlanRequest, planRequest, plansRequest} from '../core/endpoints/subscription/plans.js';
import {chargesRequest} from '../core/endpoints/subscription/subscription-charges.js';
import {subscriptionRequest, subscriptionsRequest} from '../core/endpoints/subscription/subscriptions.js';
import {jsonAmount} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {type Call, isLoopback, type PageParameters, usualPageParameters} from '../core/service/answer.js';
import type {Http, HttpOptions, Timeouts} from './http.js';
import {type Redact, redactCode, redactKey} from './redact.js';
import {cardLengths as lengths, redactCard, redactCardLike} from './redact-card.js';

/**
 * The address of the service and the credentials of the till. `key` is the public API key, as issued. `scheme` is the word before it in the
 * `Authorization` header, by default the service's own name. `productId` is `app` by default (both documented). `version` is Duka's, for
 * the `User-Agent` header. `timeouts`, in milliseconds, replace those of every request. `tenantOnCards` sends the tenant in the calls about
 * cards, refunds, plans and subscriptions too, where the contract shows only the key. `pageParameters` are the names of the two parameters
 * by which a page of plans, subscriptions or charges is asked for.
 */
export type ServiceOptions = {
  readonly baseUrl: string;
  readonly key: string;
  readonly scheme?: string;
  readonly tenant: 'test' | 'live';
  readonly productId?: string;
  readonly tenantOnCards?: boolean;
  readonly pageParameters?: PageParameters;
  readonly version: string;
  readonly timeouts?: Partial<Timeouts>;
};

/** Only closures hold the key, so nothing can print it. Throws `Problem` base-url-insecure, key-missing, setting-invalid. */
export function createService({scheme = 'Payaza', productId = 'app', ...options}: ServiceOptions): Service {
  const {key, tenant, tenantOnCards = false, pageParameters = usualPageParameters, version, timeouts} = options;
  if (key === '') throw new Problem('key-missing', {profile: tenant});
  if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(scheme)) {
    throw new Problem('setting-invalid', {name: 'DUKA_SCHEME', value: redactKey({key, scheme: 'Payaza'})(scheme)});
  }
  const baseUrl = checkBaseUrl(options.baseUrl, redactKey({key, scheme}));
  const http = httpWhenNeeded({
    baseUrl,
    key,
    scheme,
    userAgent: `duka/${version}`,
    ...(timeouts === undefined ? {} : {timeouts}),
  });
  const tenantHeaders = {'x-tenantid': tenant};
  const cardHeaders = tenantOnCards ? tenantHeaders : {};
  return {
    ...createCollections(http, {...tenantHeaders, 'x-productid': productId}),
    ...createCards(http, cardHeaders),
    ...createPlans(http, cardHeaders, pageParameters),
    ...createSubscriptions(http, cardHeaders, pageParameters),
    ...createBanks(http, tenantHeaders),
    traffic: http.traffic,
    close: http.close,
  };
}

/**
 * Returns the base address of the service without a slash at its end. A path prefix such as `/live` stays. Throws a `Problem`:
 * `base-url-insecure` for an address that is not https, unless its host is loopback, because the key would travel unencrypted;
 * `setting-invalid` for a text that is not an address, or has a user name, a password, a query or a fragment. Neither shows a secret.
 */
export function checkBaseUrl(text: string, redact: Redact): string {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    const value = redact(text.replace(/[?#].*$/su, '').replace(/\/\/[^/]*@/u, '//'));
    throw new Problem('setting-invalid', {name: 'DUKA_BASE_URL', value});
  }
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!allowed) throw new Problem('base-url-insecure', {url: redact(address)});
  return address.replace(/\/+$/u, '');
}

/** Loading the HTTP client takes as long as loading the rest of the till, and the first frame does not need it. */
function httpWhenNeeded(options: HttpOptions): Http {
  let http: Http | undefined;
  let isClosed = false;
  const load = async (): Promise<Http> => {
    await new Promise(resolve => setImmediate(resolve)); // compiling an import blocks, so pending drawing goes first
    const {createHttp} = await import('./http.js');
    http ??= createHttp(options);
    if (isClosed) http.close();
    return http;
  };
  return {
    command: async (order, signal) => (http ?? (await load())).command(order, signal),
    query: async (question, signal) => (http ?? (await load())).query(question, signal),
    traffic: () => http?.traffic() ?? {sent: 0, received: 0},
    close: () => {
      isClosed = true;
      http?.close();
    },
  };
}

type Headers = Readonly<Record<string, string>>;

export const createBanks = (http: Http, headers: Headers) =>
  ({
    banks: (currency, signal) => http.query({...banksRequest(currency), headers}, signal),
    accountHolder: (question, signal) => http.query({...accountHolderRequest(question), headers}, signal),
  }) satisfies Partial<Service>;

/** The ways in which an amount may come back in a text: `200` and `200.00`. */
const spellingsOf = (amount: string): readonly string[] => [amount, Number(amount).toFixed(2)];

/** Makes the calls about cards and their refunds. `headers` are the tenant's, or none. No answer has a card number in it. */
export function createCards(http: Http, headers: Headers) {
  const hiding = (...kept: readonly string[]) => ({headers, lengths, redact: redactCardLike(kept)});
  return {
    charge: async (charge, card, signal) => {
      const redact = redactCard(card, [charge.reference, ...spellingsOf(jsonAmount(charge.amount))]);
      return http.command({...chargeRequest(charge, card), headers, lengths, redact}, signal);
    },

    cardStatus: (question, signal) =>
      http.query({...cardStatusRequest(question), ...hiding(question.reference)}, signal),

    refund: async (order, signal) =>
      http.command(
        {...refundRequest(order), ...hiding(order.reference, ...spellingsOf(jsonAmount(order.amount)))},
        signal,
      ),

    refundStatus: (question, signal) =>
      http.query({...refundStatusRequest(question), ...hiding(question.refundReference)}, signal),

    refundHistory: (question, signal) => http.query({...refundHistoryRequest(question), ...hiding()}, signal),
  } satisfies Partial<Service>;
}

/** Makes the calls about collections. The query by merchant reference is sent without `headers`: it refuses the tenant's (observed). */
export function createCollections(http: Http, headers: Headers) {
  return {
    collect: async (collection, signal) => http.command({...collectionRequest(collection), headers}, signal),

    processOtp: (otp, signal) => {
      const {code, reference, paymentToken, payee} = otp;
      const kept = [reference, paymentToken, payee];
      const [hideCards, hideCode] = [redactCardLike(kept), redactCode({code, kept})];
      const redact: Redact = (text, member) => hideCode(hideCards(text, member));
      return http.command({...otpRequest(otp), headers, redact}, signal);
    },

    status: (question, signal) => http.query({...statusRequest(question), headers}, signal),
    merchantReference: (question, signal) => http.query(merchantReferenceRequest(question), signal),
  } satisfies Partial<Service>;
}

/** Makes the calls about plans. `headers` are the tenant's, or none, as the contract says; `names` are those of the paging parameters. */
export function createPlans(http: Http, headers: Headers, names: PageParameters) {
  return {
    createPlan: async (plan, signal) => http.command({...newPlanRequest(plan), headers}, signal),
    plan: (question, signal) => http.query({...planRequest(question), headers}, signal),
    plans: (paging, signal) => http.query({...plansRequest(paging, names), headers}, signal),
  } satisfies Partial<Service>;
}

/** Members that the service numbers or names itself. If they were hidden, no subscription could be found again. */
const own: ReadonlySet<string> = new Set([
  'id',
  'planCode',
  'amount',
  'fees',
  'trialPeriodDays',
  'billingLimit',
  'enrollmentReference',
  'enrollmentTxnReference',
  'transactionReference',
]);

/** Makes the calls about subscriptions. `headers` are the tenant's or none, `names` the paging parameters. No answer has a card number. */
export function createSubscriptions(http: Http, headers: Headers, names: PageParameters) {
  const hiding = {headers, lengths, redact: redactCardLike([], own)};
  const query = (call: Call, signal?: AbortSignal) => http.query({...call, ...hiding}, signal);
  const change = (call: Call, signal?: AbortSignal) => http.command({...call, method: 'PATCH', ...hiding}, signal);
  return {
    createSubscription: async (order, card, signal) => {
      const redact = redactCard(card, unredactedOf(order), own);
      return http.command({...enrolmentRequest(order, card), headers, lengths, redact}, signal);
    },

    subscription: (question, signal) => query(subscriptionRequest(question), signal),
    subscriptions: (question, signal) => query(subscriptionsRequest(question, names), signal),
    subscriptionCharges: (question, signal) => query(chargesRequest(question, names), signal),
    cancelSubscription: (order, signal) => change(cancelRequest(order), signal),
    resumeSubscription: (order, signal) => change(resumeRequest(order), signal),
    pauseSubscription: (order, signal) => change(pauseRequest(order), signal),
  } satisfies Partial<Service>;
}

/** The texts that are sent together with the card and may contain the digits of its code. */
function unredactedOf({customerEmail, plan}: NewSubscription): readonly string[] {
  const {planCode, name, description, amount} = {planCode: '', name: '', description: '', amount: '', ...plan};
  const texts = [customerEmail, planCode, name, description];
  return [...texts.filter(text => text !== ''), ...(amount === '' ? [] : spellingsOf(amount))];
}
