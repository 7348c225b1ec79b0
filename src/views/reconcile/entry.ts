import {dayText, paperTime} from '../../core/day/business-day.js';
import {fillFrom, type Language, listText, messages} from '../../core/messages/messages.js';
import {besideCode, displayNumber} from '../../core/money/display.js';
import {noFile} from '../../core/reconcile/result/causes.js';
import type {SuggestedGroup, Suggestion} from '../../core/reconcile/result/reconcile.js';
import {isGroup, type LineGroup, linesIn, type WorkEntry} from '../../core/reconcile/result/work-entries.js';
import {groupedAmount, namedAmount, numberIn} from '../../core/reconcile/rows/amount.js';
import type {Acceptance, Owner, ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {fit, widthOf} from '../../core/text/width.js';
import {type FactBlock, fact, gap, type PaperBlock} from '../block.js';

/** To which payment a line may belong, by itself or together with others. */
export type MayBe = {readonly suggestion: Suggestion | undefined; readonly group: SuggestedGroup | undefined};

export type Teller = {readonly language: Language; readonly zone: string};

type Sides = Pick<WorkEntry, 'local' | 'provider' | 'delta'>;

/** Returns the kind of a line, and the payment that it is about. */
export const entryTitle = ({code, reference}: WorkEntry, language: Language): string =>
  [messages(language).reconcile.codes[code], reference].filter(part => part !== '').join('  ');

/** Returns how serious a line is, and for how long it has been there. */
export function standingText(entry: WorkEntry, language: Language): string {
  const words = messages(language).reconcile;
  const {severity, status, age} = entry;
  const firstSeen = isGroup(entry) ? null : entry.firstSeen;
  return [
    words.severities[severity],
    // An exception is open by definition. Only another status is worth a mention.
    ...(status === 'exception' ? [] : [words.statuses[status]]),
    words.age({days: age}),
    ...(firstSeen === null ? [] : [words.firstSeen({date: dayText(firstSeen, language)})]),
  ].join(' · ');
}

/** Describes a line, or lines of one cause: both sides, why it is there, what to do now, and what else is known about it. */
export function describeEntry(entry: WorkEntry, {suggestion, group}: MayBe, teller: Teller): PaperBlock['blocks'] {
  const {language} = teller;
  const {line: labels} = messages(language).reconcileScreen;
  const {why, action} = entryTexts(entry, language);
  const places = isGroup(entry) ? [] : placesOf(entry, language);
  const acceptance = isGroup(entry) ? null : entry.acceptance;
  return [
    ...(isGroup(entry) ? [fact('cause', causeText(entry, language), {most: 4})] : []),
    gap('sides-above'),
    ...describeSides(entry, language),
    gap('sides-below'),
    ...column(labels.why, why === '' ? [] : [why]),
    ...(acceptance === null
      ? column(labels.next, [nextText(entry.owner, action, language)])
      : column(labels.accepted, [acceptedText(acceptance, teller)])),
    ...column(labels.files, places.length === 0 && !isGroup(entry) ? [labels.noFiles] : places),
    ...column(labels.maybe, suggestion === undefined ? [] : suggestionTexts(suggestion, language)),
    ...column(labels.maybe, group === undefined ? [] : [groupText(group, language)]),
  ];
}

/** Returns facts of which only the first has a label. The others are in its column. */
const column = (label: string, texts: readonly string[]): readonly FactBlock[] =>
  texts.map((text, at) =>
    fact(`${label} ${at}`, text, {most: 6, ...(at === 0 ? {lead: label} : {lead: ' ', said: text})}),
  );

/** Returns the amounts of both sides, one below the other, and their difference. */
function describeSides(sides: Sides, language: Language): readonly FactBlock[] {
  const {here, there, delta} = messages(language).reconcileScreen.line;
  const rows = [
    {label: here, amount: sides.local},
    {label: there, amount: sides.provider},
    {label: delta, amount: sides.delta},
  ].map(({label, amount}) => ({
    label,
    code: amount?.currency ?? '   ',
    figure: amount === null ? '–' : groupedAmount(amount, language),
  }));
  const width = Math.max(...rows.map(({figure}) => widthOf(figure)));
  return rows.map(({label, code, figure}, at) =>
    fact(`side ${at}`, besideCode(code, fit(figure, width, true), language), {
      tone: 'strong',
      lead: label,
      said: at === 0 ? sidesText(sides, language) : '',
    }),
  );
}

/** Returns both sides of a line and their difference as a sentence. */
export function sidesText({local, provider, delta}: Sides, language: Language): string {
  const named = (amount: ReconciliationLine['local']) => (amount === null ? '–' : namedAmount(amount, language));
  return messages(language).reconcileScreen.said.amounts({
    here: named(local),
    there: named(provider),
    delta: named(delta),
  });
}

function nextText(owner: Owner, action: string, language: Language): string {
  const {next, owners} = messages(language).reconcile;
  if (action === '') return owners[owner];
  return owner === 'nobody' ? action : next({owner: owners[owner], action});
}

const acceptedText = ({who, note, when}: Acceptance, {language, zone}: Teller): string =>
  messages(language).reconcileScreen.line.acceptedBy({who, note, when: paperTime(Date.parse(when), zone, language)});

export function placesOf({rows}: Pick<ReconciliationLine, 'rows'>, language: Language): readonly string[] {
  const {kinds, place} = messages(language).reconcileScreen.line;
  return rows.map(({kind, file, line}) => place({source: kinds[kind], file, line}));
}

/** Returns the provider's amount of a line, or an empty text if it has none. */
export const providerAmount = ({provider}: ReconciliationLine, language: Language): string =>
  provider === null ? '' : namedAmount(provider, language);

export function providerText(line: ReconciliationLine, language: Language): string {
  const references = [line.reference, String(line.facts['serviceReference'] ?? '')].filter(part => part !== '');
  return [providerAmount(line, language), ...references, ...placesOf(line, language)].join(' · ');
}

/** Returns the payments to which the line may belong and what agrees. They are only suggestions and never match anything. */
function suggestionTexts({candidates, fitting}: Suggestion, language: Language): readonly string[] {
  const {candidate, basis: bases, maybeMore} = messages(language).reconcileScreen.line;
  const more = fitting - candidates.length;
  return [
    ...candidates.map(({reference, basis}) => candidate({reference, basis: basis.map(each => bases[each]).join(', ')})),
    ...(more > 0 ? [maybeMore({count: more})] : []),
  ];
}

/** Rows and payments that have one sum; the side with several is spelt out. */
export function groupText({keys, references, amount, basis}: SuggestedGroup, language: Language): string {
  const {together, groupBasis} = messages(language).reconcile;
  const sum = {amount: namedAmount(amount, language), basis: groupBasis[basis]};
  const listed = (texts: readonly string[]) => listText(texts.slice(0, mostListed), language);
  return keys.length > 1
    ? together.rows({...sum, count: keys.length, reference: references[0] ?? ''})
    : together.payments({...sum, count: references.length, references: listed(references)});
}

const mostListed = 12;

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
