import {Problem} from '../core/problem.js';
import type {Service} from '../core/service.js';
import {createBanks} from './banks.js';
import {createCollections} from './collections.js';
import {createHttp, type Timeouts} from './http.js';
import {redactKey} from './redact.js';

/**
 * Where the service is and how to be known to it. `key` is the public API key, as issued. `scheme` is the word before
 * it in the Authorization header, the service's own name by default; `productId` is `app` by default (both documented).
 * `version` is Duka's, for the User-Agent. `timeouts` in milliseconds replace those of every request.
 */
export type ServiceOptions = {
  readonly baseUrl: string;
  readonly key: string;
  readonly scheme?: string;
  readonly tenant: 'test' | 'live';
  readonly productId?: string;
  readonly version: string;
  readonly timeouts?: Partial<Timeouts>;
};

/**
 * Makes the service. The key lives in closures alone: printing, inspecting or serialising the service does not show it.
 * Throws a `Problem`: `base-url-insecure`, `key-missing`, or `setting-invalid` for an address or a scheme that is none.
 */
export function createService({scheme = 'Payaza', productId = 'app', ...options}: ServiceOptions): Service {
  const {baseUrl, key, tenant, version, timeouts} = options;
  if (key === '') throw new Problem('key-missing', {profile: tenant});
  if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(scheme)) {
    throw new Problem('setting-invalid', {name: 'DUKA_SCHEME', value: redactKey({key, scheme: 'Payaza'})(scheme)});
  }
  const http = createHttp({
    baseUrl,
    key,
    scheme,
    userAgent: `duka/${version}`,
    ...(timeouts === undefined ? {} : {timeouts}),
  });
  const tenantHeaders = {'x-tenantid': tenant};
  return {
    ...createCollections(http, {...tenantHeaders, 'x-productid': productId}),
    ...createBanks(http, tenantHeaders),
    traffic: http.traffic,
    close: http.close,
  };
}
