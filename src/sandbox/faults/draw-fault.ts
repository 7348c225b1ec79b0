import {hash} from 'node:crypto';
import type {Database} from '../database.js';
import {readSetting, writeSetting} from '../settings.js';
import type {FaultRule} from './fault-settings.js';

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
