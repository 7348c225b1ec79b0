import type {Answer} from './answer.js';
import type {Tenant} from './authentication.js';
import type {Database} from './database.js';
import type {Switches} from './faults/fault-settings.js';
import type {Refusal} from './refusal.js';

/** What every handler may see: the books, inside the request's transaction, and the time. */
export type World = {
  readonly database: Database;
  /** Virtual epoch milliseconds, the same for the whole request. */
  readonly now: number;
  /** Where this server listens, without a slash at the end. */
  readonly baseUrl: string;
  /** The same server under another origin: there are the pages of the cardholder's bank. */
  readonly bankUrl: string;
  readonly switches: Switches;
};

/** The values in the place of the names in a route's path, still percent-encoded. */
export type PathValues = Readonly<Record<string, string>>;

/** The fields of a JSON body, none of them checked. */
export type Body = Readonly<Record<string, unknown>>;

/** A call of the service's interface that has passed the checks of its headers. */
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
