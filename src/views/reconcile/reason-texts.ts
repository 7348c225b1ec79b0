import {fillFrom, type Language, messages} from '../../core/messages/messages.js';
import {displayNumber} from '../../core/money/display.js';
import {noFile} from '../../core/reconcile/result/causes.js';
import {type LineGroup, linesIn, type WorkEntry} from '../../core/reconcile/result/work-entries.js';
import {namedAmount, numberIn} from '../../core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';

/** Why a line is there and what to do now; the status at this till is given in words for people. */
export function reasonTexts({reason, facts}: Pick<ReconciliationLine, 'reason' | 'facts'>, language: Language) {
  const {why, action} = messages(language).reconcile.reasons[reason];
  const standings: Readonly<Record<string, string>> =
    'refund' in facts ? messages(language).command.refund.statuses : messages(language).payment.statuses;
  const {here} = facts;
  const filled = here === undefined ? facts : {...facts, here: standings[here] ?? here};
  return {why: fillFrom(why, filled), action: fillFrom(action, filled)};
}

/** The same for lines of one cause; a text that is not the same for all of them is empty. */
export function entryTexts(entry: WorkEntry, language: Language): ReturnType<typeof reasonTexts> {
  let common: ReturnType<typeof reasonTexts> | undefined;
  for (const line of linesIn(entry)) {
    const {why, action} = reasonTexts(line, language);
    common ??= {why, action};
    common = {why: common.why === why ? why : '', action: common.action === action ? action : ''};
    if (common.why === '' && common.action === '') break;
  }
  return common ?? {why: '', action: ''};
}

/** How many lines have the cause, what they share, and what they come to. */
export function causeText(group: LineGroup, language: Language): string {
  const {of, ofNoMoney} = messages(language).reconcile.cause;
  const [count, shared] = [group.lines.length, sharedText(group, language)];
  const amount = group.amounts.map(each => namedAmount(each, language)).join(' + ');
  return amount === '' ? ofNoMoney({count, shared}) : of({count, shared, amount});
}

function sharedText({cause: {kind, shared, base}}: LineGroup, language: Language): string {
  const words = messages(language).reconcile.cause.shared;
  if (kind === 'currency') {
    const [here = '', there = ''] = shared.split(' ');
    return words.currency({here, there});
  }
  if (kind === 'rate') return words[base === 'fee' ? 'rateOfFee' : 'rate']({shared: displayNumber(shared, language)});
  if (kind === 'amount') {
    const [currency, value] = [shared.slice(0, 3), numberIn(shared.slice(3))];
    return words.amount({shared: namedAmount({currency, value}, language)});
  }
  return kind === 'file' && shared === noFile ? words.noFile : words[kind]({shared});
}
