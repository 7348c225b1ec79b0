import type {IncomingHttpHeaders} from 'node:http';
import {type Answer, json} from './answer.js';

export type Tenant = 'test' | 'live';

/** The key that the sandbox gives out; it serves a till of any profile, with either tenant. Not a secret. */
export const sandboxApiKey = 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-0000005ADB0C';

/** A key for `X-TenantID: test` alone, as the service issues them. */
export const testApiKey = 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-00000000D0CA';

/** A key for `X-TenantID: live` alone. No money moves with it either. */
export const liveApiKey = 'PZ78-PKLIVE-5A4DB0C5-0000-4000-8000-00000000D0CA';

const tenantOfKey: ReadonlyMap<string, Tenant> = new Map([
  [sandboxApiKey, 'test'],
  [testApiKey, 'test'],
  [liveApiKey, 'live'],
]);

/** What a route asks of the headers. */
export type HeaderRule = {
  /** Whether X-TenantID must be there, may be, or must not be sent at all. One that is sent must match the key. */
  readonly tenant: 'required' | 'optional' | 'rejected';
  /** The HTTP status for a bad key: 401 as documented, 403 where that was observed. */
  readonly badKeyStatus: 401 | 403;
};

/** Whose request it is, or the answer to one that cannot be trusted. The bodies are documented or observed. */
export function authenticate(headers: IncomingHttpHeaders, rule: HeaderRule): Tenant | Answer {
  const {authorization} = headers;
  if (authorization === undefined) return failure(401, 'Authorization header is missing');
  if (/^(Payaza)?\s*$/.test(authorization)) return failure(401, 'Empty or invalid authorization');
  const key = /^Payaza (\S+)$/.exec(authorization)?.[1];
  const decoded = key === undefined ? undefined : decodeBase64(key);
  if (decoded === undefined) return failure(401, 'Invalid authorization header');

  const tenant = tenantOfKey.get(decoded);
  const stated = headers['x-tenantid'];
  if (tenant === undefined || !agrees(rule, stated, decoded === sandboxApiKey ? ['test', 'live'] : [tenant])) {
    return failure(rule.badKeyStatus, 'Authentication failed');
  }
  return tenant;
}

function agrees(
  {tenant}: HeaderRule,
  stated: string | string[] | undefined,
  served: readonly (string | undefined)[],
): boolean {
  if (stated === undefined) return tenant !== 'required';
  return tenant !== 'rejected' && served.includes(String(stated));
}

function failure(status: number, message: string): Answer {
  return json(status, {message, status: false, retry_count: 0});
}

/** Node's decoder passes over what is not base64, so the text must also come out again as it was. */
function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
