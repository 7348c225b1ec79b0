import {momentText} from '../../core/day/business-day.js';
import {type Language, listText, type Messages, messages} from '../../core/messages/messages.js';
import {moneyIn} from '../../core/reconcile/result/causes.js';
import type {Equation} from '../../core/reconcile/result/equations.js';
import type {FileCoverage, Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {
  groupRule,
  isGroup,
  type LineGroup,
  type WorkEntry,
  workEntries,
} from '../../core/reconcile/result/work-entries.js';
import {DecimalSums, groupedAmount, isZero, namedAmount} from '../../core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {readKey} from '../../core/reconcile/rows/finish.js';
import type {Days} from '../../core/reconcile/rows/inputs.js';
import {bothRows, rowsWhere} from '../../core/reconcile/rows/row.js';
import {fit, widthOf, wrap} from '../../core/text/width.js';
import {blockLines} from '../text.js';
import {describeEntry, entryTitle, type MayBe, standingText, type Teller} from './entry.js';
import {proofText} from './file-text.js';

type Words = Messages['reconcile'];

type TextOptions = {
  readonly language: Language;
  readonly width: number;
  /** The lines to list; by default those that do not agree. */
  readonly isListed?: (line: ReconciliationLine) => boolean;
  /** Lists every line, also those that agree, those of one cause and those of which many are alike. */
  readonly isWhole?: boolean;
  /** The key by which a person accepts a line, or the lines of one cause; null if it is not shown. */
  readonly keyOf?: (entry: WorkEntry) => string | null;
};

/** Of lines with one code and reason this many are listed; the others are counted and summed up. */
const mostAlike = 1000;

/** A reconciliation in lines of at most `width` cells: what to look at, the equations, and what it rests on. Agreement is counted. */
export function* reconciliationText(reconciliation: Reconciliation, options: TextOptions): Iterable<string> {
  for (const text of textsOf(reconciliation, options)) yield* wrap(text, options.width);
}

function* textsOf(
  reconciliation: Reconciliation,
  {language, width, isListed = () => true, isWhole = false, keyOf = () => null}: TextOptions,
): Iterable<string> {
  const words = messages(language).reconcile;
  const {days, asOf, zone, profile, suggestions, groups, equations, totals, cleared} = reconciliation;
  const byKey = new Map(suggestions.map(suggestion => [suggestion.key, suggestion]));
  const groupOf = new Map(groups.flatMap(group => [...group.keys, ...group.missing].map(key => [key, group])));
  const period = days.from === days.to ? days.from : `${days.from} - ${days.to}`;
  yield words.title({profile: profile.toUpperCase(), days: period});
  yield words.asOf({date: momentText(asOf, zone), zone});
  yield words.remaining({count: totals.remaining});
  if (totals.stillOpen.length > 0) yield openAmountsText(reconciliation, language);
  for (const status of ['carried', 'accepted'] as const)
    if (totals.setAside[status] > 0) yield words.setAside[status]({count: totals.setAside[status]});
  yield words.matched({count: totals.byCode.OK ?? 0});
  if (cleared.length > 0) yield words.cleared({count: cleared.length});
  yield '';
  const {matched, ...others} = totals.byStatus;
  const entries = workEntries(reconciliation, isListed);
  const listed = isWhole ? bothRows(entries, rowsWhere(reconciliation.agreeing(), isListed)) : entries;
  if (Object.values(others).every(count => count === 0) && listed.length === 0 && totals.stillOpen.length === 0)
    yield* [words.nothing, ''];
  const textOf = (entry: WorkEntry) => {
    const {key} = entry;
    const mayBe = {suggestion: byKey.get(key), group: groupOf.get(key)};
    return entryText(entry, mayBe, {language, zone, width, key: keyOf(entry), isWhole});
  };
  for (const entry of isWhole ? listed : withoutAlike(listed)) {
    if ('folded' in entry) yield* [foldedText(entry, language), ''];
    else {
      yield* textOf(entry);
      if (isWhole && isGroup(entry)) for (const line of entry.lines) yield* textOf(line);
    }
  }
  for (const equation of equations) yield* equationText(equation, {language, width});
  yield* ruleTexts(reconciliation, language);
  yield words.coverage;
  yield* coverageText(reconciliation, words);
}

/** Lines of one code and reason that are not listed. */
type Folded = {folded: number; readonly sums: DecimalSums};

/** The entries, with up to `mostAlike` lines of each code and reason; at the end the number and the sums of the others. */
function* withoutAlike(entries: Iterable<WorkEntry>): Iterable<WorkEntry | Folded> {
  const counts = new Map<string, number>();
  const folds = new Map<string, Folded>();
  for (const entry of entries) {
    const kind = `${entry.code} ${entry.reason}`;
    const count = isGroup(entry) ? 0 : (counts.get(kind) ?? 0) + 1;
    if (count > 0) counts.set(kind, count);
    if (count <= mostAlike) yield entry;
    else {
      const fold = folds.get(kind) ?? {folded: 0, sums: new DecimalSums()};
      folds.set(kind, fold);
      fold.folded += 1;
      const money = moneyIn(entry);
      if (money !== null) fold.sums.add(money.currency, money.value);
    }
  }
  yield* folds.values();
}

const foldedText = ({folded, sums}: Folded, language: Language): string =>
  messages(language).reconcile.folded({
    count: folded,
    amounts: sums.amounts.map(amount => namedAmount(amount, language)).join(' + '),
  });

/** How many payments are open, and the money that may be on its way with them. */
export function openAmountsText({totals}: Pick<Reconciliation, 'totals'>, language: Language): string {
  const count = totals.stillOpen.reduce((sum, {payments}) => sum + payments, 0);
  return messages(language).reconcile.stillOpen({
    count,
    amounts: totals.stillOpen.map(amount => namedAmount(amount, language)).join(' + '),
  });
}

type LineLayout = Teller & {readonly width: number; readonly key: string | null; readonly isWhole: boolean};

function entryText(entry: WorkEntry, mayBe: MayBe, {key, isWhole, ...layout}: LineLayout): string[] {
  const {language, width} = layout;
  const blocks = describeEntry(entry, mayBe, layout).filter(({kind}) => kind !== 'gap');
  const indented = [
    entryTitle(entry, language),
    ...blockLines(blocks, {width: width - 2}),
    ...(isGroup(entry) ? ruleTextOf(entry, language) : []),
    ...(isGroup(entry) && !isWhole ? [firstsText(entry, language)] : []),
  ].flatMap(text => wrap(text, width - 2).map(piece => `  ${piece}`));
  const heading = [entry.code, standingText(entry, language), ...(key === null ? [] : [key])];
  return [heading.join(' · '), ...indented, ''];
}

/** How to make one rule of the cause, if a rule can cover it. */
function ruleTextOf(group: LineGroup, language: Language): readonly string[] {
  const {rule, ruleWithin} = messages(language).reconcile.cause;
  const said = group.status === 'accepted' ? null : groupRule(group);
  if (said === null) return [];
  const {text, tolerance} = said;
  return [tolerance === null ? rule({text}) : ruleWithin({text, tolerance})];
}

const mostFirsts = 3;

/** What the first lines of a cause are about, and how many more there are. */
function firstsText({lines}: LineGroup, language: Language): string {
  const firsts = Iterator.from(lines).take(mostFirsts).map(nameOf).toArray();
  const more = lines.length - firsts.length;
  return more === 0
    ? listText(firsts, language)
    : messages(language).reconcile.cause.more({references: firsts.join(', '), more});
}

const nameOf = ({reference, key}: ReconciliationLine): string => reference || (readKey(key)?.subject ?? key);

/** What the shop's rules cover, which is always shown; then texts for which a rule might be made. */
export function ruleTexts(
  {rules, ruleOffers}: Pick<Reconciliation, 'rules' | 'ruleOffers'>,
  language: Language,
): string[] {
  const {rule: words} = messages(language).reconcile;
  const texts = rules.map(({text, account, learned, entries, amounts, ...by}) => {
    const who = learned === undefined ? by.who : [by.who, words.learned({count: learned})].join(', ');
    const amount = amounts.map(each => namedAmount(each, language)).join(' + ');
    return account === null
      ? words.within({text, who, count: entries, amount})
      : words.belongs({text, account, who, count: entries, amount});
  });
  const offered = ruleOffers.map(({text, count, account}) =>
    account === null ? words.offer({text, count}) : words.offerAs({text, count, account}),
  );
  return texts.length + offered.length === 0 ? [] : [words.title, ...texts, ...offered, ''];
}

/** Terms of zero are left out, except for the first; the figures are aligned. Below them is how the files were proved. */
export function equationText(
  {id, currency, terms, total, unexplained, files}: Equation,
  {language, width}: {readonly language: Language; readonly width: number},
): string[] {
  const words = messages(language).reconcile;
  const shown = terms.filter(({value}, index) => index === 0 || !isZero(value));
  const rows = [
    ...shown.map(({name, value}, index) => ({label: `${index === 0 ? ' ' : '+'} ${words.terms[name]}`, value})),
    {label: `= ${words.terms[total.name]}`, value: total.value},
    {label: `  ${words.unexplained}`, value: unexplained},
  ].map(({label, value}) => ({label, figure: groupedAmount({currency, value}, language)}));
  const figures = Math.max(...rows.map(({figure}) => widthOf(figure)));
  const labels = Math.min(Math.max(...rows.map(({label}) => widthOf(label))), Math.max(8, width - figures - 2));
  return [
    `${words.equations[id]} ${currency}`,
    ...rows.map(({label, figure}) => `${fit(label, labels)}  ${fit(figure, figures, true)}`),
    ...provedTexts(files, language).flatMap(text => wrap(text, width - 2).map(piece => `  ${piece}`)),
    '',
  ];
}

/** A sentence for each file about the proof that it was read correctly. */
export const provedTexts = (files: Equation['files'], language: Language): readonly string[] =>
  files.flatMap(({name, proof}) =>
    proof === null ? [] : [messages(language).reconcile.provedFile({name, proof: proofText(proof, language)})],
  );

/** What was loaded and what was not, with a line for each source. */
export function coverageText({coverage}: Pick<Reconciliation, 'coverage'>, words: Words): string[] {
  const {journal, live, provider, payouts, bank, providerZone} = coverage;
  const {sources} = words;
  const {tills, missingTills, payments, cash} = journal;
  return [
    sources.journal({tills: tills.join(', '), payments, cash}),
    ...(missingTills.length === 0 ? [] : [sources.missingTills({tills: missingTills.join(', ')})]),
    live === null ? sources.noLive : sources.live({asked: live.asked, unanswered: live.unanswered.length}),
    ...filesText(sources.provider, provider, words),
    ...filesText(sources.payouts, payouts, words),
    ...filesText(sources.bank, bank, words),
    ...(provider.length > 0 && providerZone === null ? [words.unknownZone] : []),
  ];
}

/** The days that a file covers: as it or a person states them, else those of its rows. */
export function periodText(
  {interval, told}: {readonly interval: Days | null; readonly told?: Days | null | undefined},
  words: Pick<Words, 'noInterval' | 'byRows'>,
): string {
  if (interval !== null) return `${interval.from} - ${interval.to}`;
  if (told == null) return words.noInterval;
  return words.byRows({days: told.from === told.to ? told.from : `${told.from} - ${told.to}`});
}

function filesText(source: string, files: readonly FileCoverage[], words: Words): string[] {
  if (files.length === 0) return [words.notLoaded({source})];
  return files.map(({name, rows, repeated, replaces, isOfTheDays, ...days}) => {
    const text = words.file({source, name, interval: periodText(days, words), rows});
    return [
      text,
      ...(isOfTheDays ? [] : [words.otherDays]),
      ...(repeated === 0 ? [] : [words.repeated({count: repeated})]),
      ...(replaces.length === 0 ? [] : [words.replaces({files: replaces.join(', ')})]),
    ].join(', ');
  });
}
