import {fillFrom, type Language, messages} from '../messages/messages.js';
import type {ReconciliationLine} from './discrepancy.js';

/** Why a line is there and what to do now; the status at this till is given in words for people. */
export function reasonTexts({reason, facts}: Pick<ReconciliationLine, 'reason' | 'facts'>, language: Language) {
  const {why, action} = messages(language).reconcile.reasons[reason];
  const standings: Readonly<Record<string, string>> =
    'refund' in facts ? messages(language).command.refund.statuses : messages(language).payment.statuses;
  const {here} = facts;
  const filled = here === undefined ? facts : {...facts, here: standings[here] ?? here};
  return {why: fillFrom(why, filled), action: fillFrom(action, filled)};
}
