import type {HeaderRule} from './authentication.js';
import type {ServiceHandler} from './call.js';
import type {RefusalWriter} from './refusal.js';
import type {Route} from './route-table.js';

/** A call of the service's interface. Fault rules use `name`; `optional`: no contract promises the call. */
export type ServiceRoute = Route<{
  readonly name: string;
  readonly headers: HeaderRule & {readonly product: boolean};
  readonly dialect: RefusalWriter;
  readonly optional?: true;
  readonly handle: ServiceHandler;
}>;
