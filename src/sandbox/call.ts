import type {Answer, Refusal} from './answer.js';
import type {Database} from './database.js';
import type {Switches} from './faults/broken-answer.js';

/** What every handler can use: the books, within the transaction of the request, and the time. */
export type World = {
  readonly database: Database;
  /** Virtual epoch milliseconds, the same for the whole request. */
  readonly now: number;
  /** The address of this server, without a slash at the end. */
  readonly baseUrl: string;
  /** The address of the same server under another origin, which has the pages of the cardholder's bank. */
  readonly bankUrl: string;
  readonly switches: Switches;
};

/** The values of the names in a route's path, still percent-encoded. */
export type PathValues = Readonly<Record<string, string>>;

export type Body = Readonly<Record<string, unknown>>;

/** A call of the service's interface whose headers were accepted. */
export type ServiceCall = {
  readonly tenant: Tenant;
  readonly body: Body;
  readonly query: URLSearchParams;
  readonly values: PathValues;
};

export type ServiceHandler = (world: World, call: ServiceCall) => Answer | Refusal;

/** A call of the sandbox's own pages and controls, which need no key. */
type OwnCall = {readonly text: string; readonly query: URLSearchParams; readonly values: PathValues};

export type OwnHandler = (world: World, call: OwnCall) => Answer;

/** What went wrong beside the answers to requests: a callback was not posted, or the whole sandbox has ended. */
export type SandboxTrouble =
  | {readonly what: 'callback'; readonly url: string; readonly code: string}
  | {readonly what: 'ended'; readonly code: string};

/** The system's word for an error, or else its name. `fetch` hides the former in the cause. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const {code} = (error.cause instanceof Error ? error.cause : error) as {readonly code?: unknown};
  return typeof code === 'string' ? code : error.name;
}

/** The tenant whose books a request concerns. There is only one: a live request is meant for the service itself. */
export type Tenant = 'test';

/** The key of the sandbox, which is not a secret. */
export const sandboxApiKey = 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-0000005ADB0C';

export type HeaderRule = {
  /** Whether X-TenantID is required, optional, or must not be sent. If it is sent, it must be that of the key: test. */
  readonly tenant: 'required' | 'optional' | 'rejected';
  /** The HTTP status for a bad key: 401 as documented, 403 if that was observed. */
  readonly badKeyStatus: 401 | 403;
};
