import type {Journal} from '../../store/journal.js';
import {emptyState, recallEvents, type State} from '../core/books/state.js';
import {type Claimed, claimDays, plainCode, referencesIn} from '../core/claim/claim.js';
import {isKnown} from '../core/events/event.js';
import {isReference} from '../core/journal/reference.js';
import {type UnaskedRow, unaskedRows} from '../core/reconcile/result/decide.js';

/** What is wanted: the newest days, and a payment of any day whose reference, or the reference of whose sale, is the code. */
type ClaimWanted = {readonly days?: number | undefined; readonly code?: string | undefined};

/** What was read. `since` is the oldest business date that was read; undefined if the journal is empty. */
export type ClaimReading = {
  readonly claimed: readonly Claimed[];
  readonly since: string | undefined;
  /** Rows of the provider's files that match no request of the till. */
  readonly unasked: readonly UnaskedRow[];
};

/** The newest days' payments, with the service's references; those in memory may be newer. Throws `Problem` journal-damaged. */
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
  return {claimed, since: dates[0], unasked: unaskedRows(state)};
}

/** Reads a payment of an older day, and the first attempt of its sale. */
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
