import {clockText, dateText} from '../../src/core/day/business-day.js';
import type {Suggestion} from '../../src/core/reconcile/result/reconcile.js';
import {namedAmount} from '../../src/core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import {reasonTexts} from '../../src/core/reconcile/shown/reason-texts.js';
import {groupText} from '../../src/core/reconcile/shown/reconciliation-text.js';
import type {Context} from '../kit/step.js';
import type {OpenLine} from './state.js';

/** Whether a person may accept the line: it is a difference, and no one has accepted it yet. */
export const mayBeAccepted = ({acceptance, status}: Pick<ReconciliationLine, 'acceptance' | 'status'>): boolean =>
  acceptance === null && status !== 'matched';

type Labelled = {readonly label: string; readonly text: string};

/** Returns the texts about a line besides its amounts: its state, the reason, what to do, and where it comes from. */
export function differenceTexts(
  {line, suggestion, group}: Omit<OpenLine, 'kind'>,
  context: Context,
): {readonly stands: string; readonly texts: readonly Labelled[]} {
  const messages = context.messages.reconcile;
  const said = context.messages.reconcileScreen.line;
  const {severity, status, age, firstSeen, owner, acceptance} = line;
  const {why, action} = reasonTexts(line, context.language);
  const stands = [
    messages.severities[severity],
    // An exception is open by definition. Only another status is worth a mention.
    ...(status === 'exception' ? [] : [messages.statuses[status]]),
    messages.age({days: age}),
    ...(firstSeen === null ? [] : [messages.firstSeen({date: dateText(firstSeen, context.language)})]),
  ].join(' · ');
  const places = placesOf(line, context);
  return {
    stands,
    texts: [
      {label: said.why, text: why},
      acceptance === null
        ? {
            label: said.next,
            text: owner === 'nobody' ? action : messages.next({owner: messages.owners[owner], action}),
          }
        : {label: said.accepted, text: acceptedText(acceptance, context)},
      ...column(said.files, places.length === 0 ? [said.noFiles] : places),
      ...column(said.maybe, suggestion === undefined ? [] : suggestionTexts(suggestion, context)),
      ...column(said.maybe, group === undefined ? [] : [groupText(group, context.language)]),
    ],
  };
}

const column = (label: string, texts: readonly string[]): readonly Labelled[] =>
  texts.map((text, at) => ({label: at === 0 ? label : '', text}));

/** Returns the payments to which the line may belong and what agrees. They are only suggestions and never match anything. */
function suggestionTexts({candidates, fitting}: Suggestion, context: Context): readonly string[] {
  const {candidate, basis: bases, maybeMore} = context.messages.reconcileScreen.line;
  const more = fitting - candidates.length;
  return [
    ...candidates.map(({reference, basis}) => candidate({reference, basis: basis.map(each => bases[each]).join(', ')})),
    ...(more > 0 ? [maybeMore({count: more})] : []),
  ];
}

function acceptedText(
  {who, note, when}: NonNullable<OpenLine['line']['acceptance']>,
  {language, shop, messages}: Context,
): string {
  const at = Date.parse(when);
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(shop.zone).toPlainDate().toString();
  return messages.reconcileScreen.line.acceptedBy({
    who,
    note,
    when: `${dateText(day, language)} ${clockText(at, shop.zone)}`,
  });
}

/** Returns the places of a line's rows in the files that were read. */
export function placesOf({rows}: Pick<ReconciliationLine, 'rows'>, context: Context): readonly string[] {
  const {kinds, place} = context.messages.reconcileScreen.line;
  return rows.map(({kind, file, line}) => place({source: kinds[kind], file, line}));
}

/** Returns the provider's amount of a line, or an empty text if it has none. */
export const providerAmount = ({provider}: ReconciliationLine, {language}: Context): string =>
  provider === null ? '' : namedAmount(provider, language);

/** Returns the provider's side of a line: its amount, its references and its places in the files. */
export function rowText(line: ReconciliationLine, context: Context): string {
  const references = [line.reference, String(line.facts['serviceReference'] ?? '')].filter(part => part !== '');
  return [providerAmount(line, context), ...references, ...placesOf(line, context)].join(' · ');
}
