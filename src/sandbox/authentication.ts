import type {IncomingHttpHeaders} from 'node:http';
import {type Answer, json} from './answer.js';

/** The tenant whose books a request concerns. There is only one: a live request is meant for the service itself. */
export type Tenant = 'test';

/** The key of the sandbox, which is not a secret. */
export const sandboxApiKey = 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-0000005ADB0C';

/** What a route requires of the headers. */
export type HeaderRule = {
  /** Whether X-TenantID is required, optional, or must not be sent. If it is sent, it must be that of the key: test. */
  readonly tenant: 'required' | 'optional' | 'rejected';
  /** The HTTP status for a bad key: 401 as documented, 403 if that was observed. */
  readonly badKeyStatus: 401 | 403;
};

/** Returns the tenant of a request, or the answer to a request that fails authentication. The bodies are documented or observed. */
export function authenticate(headers: IncomingHttpHeaders, rule: HeaderRule): Tenant | Answer {
  const {authorization} = headers;
  if (authorization === undefined) return failure(401, 'Authorization header is missing');
  if (/^(Payaza)?\s*$/.test(authorization)) return failure(401, 'Empty or invalid authorization');
  const key = /^Payaza (\S+)$/.exec(authorization)?.[1];
  const decoded = key === undefined ? undefined : decodeBase64(key);
  if (decoded === undefined) return failure(401, 'Invalid authorization header');

  const isOurs = decoded === sandboxApiKey && agrees(rule, headers['x-tenantid']);
  return isOurs ? 'test' : failure(rule.badKeyStatus, 'Authentication failed');
}

function agrees({tenant}: HeaderRule, stated: string | string[] | undefined): boolean {
  if (stated === undefined) return tenant !== 'required';
  return tenant !== 'rejected' && stated === 'test';
}

function failure(status: number, message: string): Answer {
  return json(status, {message, status: false, retry_count: 0});
}

/** Node's decoder ignores what is not base64, so the decoded bytes must encode to the same text. */
function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
