import {join} from 'node:path';
import * as z from 'zod';
import type {Environment} from '../config.js';
import {Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import {advance, get} from '../session/practice-call.js';
import {startSameProgram} from './shop.js';

const transaction = z.object({
  transaction_reference: z.string(),
  method: z.string(),
  /** In major units, as the service writes it. */
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  /** How often a charge was requested with this reference. */
  requests: z.number(),
});
const refund = z.object({
  refund_transaction_reference: z.string(),
  payment_transaction_reference: z.string(),
  amount: z.number(),
  status: z.string(),
});
const refusal = z.object({error: z.string(), code: z.string().default('-')});
export type BookedTransaction = z.infer<typeof transaction>;
export type BookedRefund = z.infer<typeof refund>;

/** What the service knows, regardless of what any till believes. */
export type Books = {readonly transactions: readonly BookedTransaction[]; readonly refunds: readonly BookedRefund[]};

/** The practice service in a process of its own, which keeps running when a till is killed. */
export type PracticeService = {
  readonly address: {readonly baseUrl: string; readonly apiKey: string};
  readonly books: () => Promise<Books>;
  /** Moves the service's clock forward. Resolves when everything that falls due by then has happened. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** How many milliseconds its clock is ahead of this machine's. */
  readonly ahead: () => number;
  readonly close: () => Promise<void>;
};

/** Starts the practice service. Rejects if it does not start, with `Problem` folder-unusable if it cannot keep its books. */
export async function startPracticeService(home: string, environment: Environment): Promise<PracticeService> {
  const ready = Promise.withResolvers<string>();
  const line = ['sandbox', '--json', '--port', '0', '--data', join(home, 'service')];
  const started = startSameProgram(line, {environment, onLine: ready.resolve});
  started.ended.then(
    ({complaint}) => ready.reject(new Error(`the practice service ended: ${complaint}`)),
    (error: unknown) => ready.reject(error),
  );
  const said = jsonIn(await ready.promise);
  const refused = refusal.safeParse(said).data;
  if (refused !== undefined) throw new Problem('folder-unusable', {file: home, code: refused.code});
  const address = z.object({baseUrl: z.string(), apiKey: z.string()}).parse(said);
  let ahead = 0;
  return {
    address,
    books: async () => ({
      transactions: z.array(transaction).parse(jsonIn(await get(`${address.baseUrl}/sandbox/transactions`))),
      refunds: z.array(refund).parse(jsonIn(await get(`${address.baseUrl}/sandbox/refunds`))),
    }),
    pass: async milliseconds => {
      ahead += milliseconds;
      await advance(address.baseUrl, milliseconds);
    },
    ahead: () => ahead,
    close: async () => {
      started.kill();
      await started.ended;
    },
  };
}
