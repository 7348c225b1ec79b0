import type {Service} from '../core/endpoints/service.js';
import {Problem} from '../core/problem.js';
import {type PageParameters, usualPageParameters} from '../core/service/request.js';
import {createBanks} from './banks.js';
import {checkBaseUrl} from './base-url.js';
import {createCards} from './cards.js';
import {createCollections} from './collections.js';
import type {Http, HttpOptions, Timeouts} from './http.js';
import {createPlans} from './plans.js';
import {redactKey} from './redact.js';
import {createSubscriptions} from './subscriptions.js';

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

/**
 * Makes the service. Only closures hold the key: printing, inspecting or serialising the service does not show it. Throws a `Problem`:
 * `base-url-insecure`, `key-missing`, or `setting-invalid` for an invalid address or scheme.
 */
export function createService({scheme = 'Payaza', productId = 'app', ...options}: ServiceOptions): Service {
  const {
    baseUrl,
    key,
    tenant,
    tenantOnCards = false,
    pageParameters = usualPageParameters,
    version,
    timeouts,
  } = options;
  if (key === '') throw new Problem('key-missing', {profile: tenant});
  if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(scheme)) {
    throw new Problem('setting-invalid', {name: 'DUKA_SCHEME', value: redactKey({key, scheme: 'Payaza'})(scheme)});
  }
  checkBaseUrl(baseUrl, redactKey({key, scheme}));
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
