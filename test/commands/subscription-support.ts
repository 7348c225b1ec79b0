import {piped} from './card-support.js';
import type {Ran, Shop} from './support.js';

/** A test card of Amina's as a script pipes it in. */
export const aminas = (more: Readonly<Record<string, unknown>> = {}) => piped({cardHolderName: 'AMINA W', ...more});

/** Makes a plan and gives its code. */
export async function planOf(shop: Shop, amount = '12.50', ...more: readonly string[]): Promise<string> {
  const line = ['plan', 'create', '--name', 'Gym', '--amount', amount, '--currency', 'USD', '--json'];
  const ran = await shop.run([...line, '--interval', 'WEEKLY', ...more]);
  if (ran.exit !== 0) throw new Error(`the plan came to ${ran.exit}: ${ran.err}`);
  return ran.json.planCode;
}

export const enrolling = (planCode: string, ...more: readonly string[]) =>
  ['subscription', 'create', '--email', 'amina@example.com', '--plan', planCode, '--card-stdin', ...more] as const;

/** Enrols Amina, and hurries through all that has to be waited for. */
export function enrolled(shop: Shop, planCode: string, card: Readonly<Record<string, unknown>> = {}): Promise<Ran> {
  return shop.run(enrolling(planCode, '--json'), {input: aminas(card)});
}

/** A service that cannot be reached. */
export const nowhere = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0', DUKA_PROFILE: 'sandbox'};
