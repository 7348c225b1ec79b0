import type {Journal} from '../../store/journal.js';
import {type Claimed, claimDays, plainCode, referencesIn} from '../core/claim/claim.js';
import {isKnown} from '../core/journal/event.js';
import {isReference} from '../core/journal/reference.js';
import {emptyState, recallEvents, type State} from '../core/journal/state.js';
import {type UnaskedRow, unaskedRows} from '../core/reconcile/decide.js';

/** What is looked for: the newest days, and a payment of any day whose reference, or whose sale, is the code. */
export type ClaimWanted = {readonly days?: number | undefined; readonly code?: string | undefined};

/** What was looked at. `since` is the oldest business date of it; undefined where the journal is empty. */
export type ClaimReading = {
  readonly claimed: readonly Claimed[];
  readonly since: string | undefined;
  /** What the provider's files have and nobody asked for. */
  readonly unasked: readonly UnaskedRow[];
};

/**
 * The payments of the newest days of a journal, with the references that the service gave them. What the till has at hand
 * counts before what is read: it may have heard more since. Throws `Problem` journal-damaged.
 */
export async function readClaimed(
  {journal, state}: {readonly journal: Journal; readonly state: State},
  {days = claimDays, code}: ClaimWanted = {},
): Promise<ClaimReading> {
  const dates = (await journal.segments()).slice(-days);
  const recalled = emptyState();
  const names = new Map<string, Set<string>>();
  for (const date of dates) {
    for await (const event of journal.readSegment(date)) {
      recallEvents(recalled, [event]);
      if (!isKnown(event) || !('reference' in event.data)) continue;
      const {reference} = event.data;
      const payment = recalled.payments.get(reference) ?? state.payments.get(reference);
      const found = payment === undefined ? [] : referencesIn(payment, event);
      if (found.length > 0) names.set(reference, new Set([...(names.get(reference) ?? []), ...found]));
    }
  }
  const wanted = plainCode(code ?? '');
  if (isReference(wanted)) await recallOlder(journal, recalled, {wanted, state});
  const payments = new Map([...recalled.payments, ...state.payments]);
  const claimed = [...payments.values()].map(payment => ({payment, names: [...(names.get(payment.reference) ?? [])]}));
  return {claimed, since: dates[0], unasked: unaskedRows(state.reconciled)};
}

/** A payment of an older day, and the first attempt of its sale. */
async function recallOlder(
  journal: Journal,
  recalled: State,
  {wanted, state}: {readonly wanted: string; readonly state: State},
): Promise<void> {
  const recall = async (reference: string) => {
    if (recalled.payments.has(reference) || state.payments.has(reference)) return;
    recallEvents(recalled, await journal.eventsOf(reference));
  };
  await recall(wanted);
  const found = recalled.payments.get(wanted) ?? state.payments.get(wanted);
  if (found !== undefined) await recall(found.sale);
}
