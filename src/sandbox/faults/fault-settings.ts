import {hash} from 'node:crypto';
import * as z from 'zod';
import {type Database, readSetting, writeSetting} from '../database.js';
import {faultsAfter, faultsBefore} from './broken-answer.js';

/** The calls of the interface that a rule can name. `*` means all calls, including the approval. */
const faultRoutes = [
  'process-collection',
  'process-otp',
  'check-status',
  'transaction-query',
  'banks',
  'card-charge',
  'card-status',
  'refund',
  'refund-status',
  'refund-history',
  'create-plan',
  'plan',
  'plans',
  'create-subscription',
  'subscription',
  'subscriptions',
  'subscription-charges',
  'cancel-subscription',
  'resume-subscription',
  'pause-subscription',
  'account-enquiry',
] as const;

/**
 * One way in which calls fail. The share `rate` (0 to 1) of the calls to `route` fails. `seed` and the number of calls since the rules were
 * set determine which ones. `seconds` is the delay of `slow` (default 40) and the Retry-After of `rate-limit` and `busy-after` (default 5).
 */
const rule = z.strictObject({
  route: z.enum([...faultRoutes, '*']),
  fault: z.enum([...faultsBefore, ...faultsAfter]),
  rate: z.number().min(0).max(1).default(1),
  seed: z.int().default(0),
  seconds: z.number().min(0).max(3600).optional(),
});

/**
 * Differences of the account or the machine while they are set: the currencies that the operator has not approved; the only countries whose
 * status queries are answered (null for all); the seconds by which the `Date` header is ahead; whether the calls that the interface does
 * not promise are missing.
 */
const switches = z.strictObject({
  unapproved: z.array(z.string()).default([]),
  statusCountries: z.array(z.string()).nullable().default(null),
  clockSkewSeconds: z.int().min(-1e9).max(1e9).default(0),
  withoutOptional: z.boolean().default(false),
});

/** The body of `POST /sandbox/faults`. It replaces the previous settings; `{}` clears them. */
export const faultSettingsSchema = z.strictObject({
  rules: z.array(rule).max(50).default([]),
  switches: switches.prefault({}),
});

type FaultSettings = z.infer<typeof faultSettingsSchema>;
export type FaultRule = FaultSettings['rules'][number];
export type Switches = FaultSettings['switches'];

export function readFaultSettings(database: Database): FaultSettings {
  return faultSettingsSchema.parse(JSON.parse(readSetting(database, 'faults') ?? '{}'));
}

/** Sets rules and switches for every process on the database, and restarts the counts of calls at zero. */
export function writeFaultSettings(database: Database, settings: FaultSettings): void {
  writeSetting(database, 'faults', JSON.stringify(settings));
  writeSetting(database, 'fault-counts', '[]');
}

/** Returns the rule that applies to this call: the first one that names its route and whose draw succeeds; undefined if there is none. */
export function drawFault(database: Database, rules: readonly FaultRule[], route: string): FaultRule | undefined {
  if (rules.length === 0) return undefined;
  const counts = JSON.parse(readSetting(database, 'fault-counts') ?? '[]') as number[];
  let drawn: FaultRule | undefined;
  const next = rules.map((rule, position) => {
    const count = counts[position] ?? 0;
    if (rule.route !== '*' && rule.route !== route) return count;
    if (drawn === undefined && fraction(rule.seed, count) < rule.rate) drawn = rule;
    return count + 1;
  });
  writeSetting(database, 'fault-counts', JSON.stringify(next));
  return drawn;
}

/** Returns a number of [0, 1) that depends only on the seed and the count. */
function fraction(seed: number, count: number): number {
  return Number.parseInt(hash('sha256', `${seed}:${count}`).slice(0, 12), 16) / 2 ** 48;
}
