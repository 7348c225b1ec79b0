import type {HeaderRule} from './authentication.js';
import type {ServiceHandler} from './call.js';
import type {RefusalWriter} from './refusal.js';
import type {Route} from './route-table.js';

/** A call of the service's interface. `name` is what fault rules know it by; `optional`, that no contract promises it. */
export type ServiceRoute = Route<{
  readonly name: string;
  readonly headers: HeaderRule & {readonly product: boolean};
  readonly dialect: RefusalWriter;
  readonly optional?: true;
  readonly handle: ServiceHandler;
}>;
