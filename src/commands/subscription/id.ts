import {Problem} from '../../core/problem.js';

/** The service's number of a subscription. Throws `Problem` subscription-id-invalid. */
export function idFrom(typed: string): number {
  const id = /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : 0;
  if (id < 1) throw new Problem('subscription-id-invalid', {id: typed.slice(0, 30)});
  return id;
}
