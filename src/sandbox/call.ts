import type {Answer, Refusal} from './answer.js';
import type {Tenant} from './authentication.js';
import type {Database} from './database.js';
import type {Switches} from './faults/fault-settings.js';

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

/** The unchecked fields of a JSON body. */
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
