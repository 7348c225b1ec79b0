import {dateText} from '../../src/core/day/business-day.js';
import {fillFrom, listText} from '../../src/core/messages/messages.js';
import {problemText, withHeadings} from '../../src/core/present/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {moneyIn} from '../../src/core/reconcile/result/causes.js';
import type {Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import {DecimalSums, namedAmount} from '../../src/core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import {daysCovered} from '../../src/core/reconcile/rows/inputs.js';
import {cleanText} from '../../src/core/text/text.js';
import {isTaxField} from '../../src/till/reconcile.js';
import {type FactBlock, fact} from '../../src/views/block.js';
import {coverageText, openAmountsText, ruleTexts} from '../../src/views/reconcile/reconciliation-text.js';
import type {Context} from '../kit/screen.js';
import {columnOf} from './file-form.js';
import type {FileField, Reconcile, SourceField, TakenSource, Work} from './state.js';

/** Returns to which payment a line may belong, by itself or together with others. */
export const mayBeOf = (result: Reconciliation | undefined, {key}: Pick<ReconciliationLine, 'key'>) => ({
  suggestion: result?.suggestions.find(each => each.key === key),
  group: result?.groups.find(({keys, missing}) => keys.includes(key) || missing.includes(key)),
});

type Sides = Pick<ReconciliationLine, 'local' | 'provider' | 'delta'>;

export function amountsOf(lines: Iterable<Sides>, {language}: Context): string {
  const sums = new DecimalSums();
  for (const line of lines) {
    const money = moneyIn(line);
    if (money !== null) sums.add(money.currency, money.value);
  }
  return sums.amounts.map(each => namedAmount(each, language)).join(' + ');
}

export const currencyOf = ({local, provider, delta}: Sides): string => (delta ?? local ?? provider)?.currency ?? '';

/** Returns the title with the day. The day can be turned, and `turning` may mark that. */
export const titleText = (
  {days}: Pick<Reconcile, 'days'>,
  context: Context,
  turning: (day: string) => string = day => day,
): string => context.messages.reconcileScreen.title({day: turning(dateText(days.from, context.language))});

/** Returns what the list shows, or an empty text if it has its default filters. */
export function listedText({status, code}: Reconcile, context: Context): string {
  if (status === 'remaining' && code === 'all') return '';
  const {listed, states, everyCode} = context.messages.reconcileScreen;
  return listed({state: states[status], code: code === 'all' ? everyCode : context.messages.reconcile.codes[code]});
}

export function loadedTexts({coverage}: Reconciliation, context: Context): readonly string[] {
  const {have, lack, sources} = context.messages.reconcileScreen.loaded;
  const {journal, provider, payouts, bank, live} = coverage;
  const files = [
    [sources.provider, provider.length],
    [sources.payout, payouts.length],
    [sources.bank, bank.length],
  ] as const;
  const loaded = [
    `${sources.journal} ${journal.payments}`,
    ...files.filter(([, count]) => count > 0).map(([source, count]) => `${source} ${count}`),
    ...(live === null ? [] : [`${sources.answers} ${answeredOf(live)}`]),
  ];
  const {missingTills} = journal;
  const others = [
    ...(missingTills.length === 0 ? [] : [`${sources.tills} ${missingTills.join(' ')}`]),
    ...files.filter(([, count]) => count === 0).map(([source]) => source),
    ...(live === null ? [sources.answers] : []),
  ];
  return [have({list: loaded.join(', ')}), ...(others.length === 0 ? [] : [lack({list: others.join(', ')})])];
}

/** Returns the texts about what has no outcome yet, besides the differences. */
export function openTexts({totals, coverage}: Reconciliation, context: Context): readonly string[] {
  const unanswered = coverage.live?.unanswered.length ?? 0;
  return [
    ...(totals.stillOpen.length === 0 ? [] : [openAmountsText({totals}, context.language)]),
    ...(unanswered === 0 ? [] : [context.messages.reconcile.unanswered({count: unanswered})]),
  ];
}

/** Returns the movements of a wallet other than takings, which were compared with nothing; empty if there are none. */
export function movementsText({movements}: Reconciliation, context: Context): string {
  const amounts = movements.map(each => namedAmount(each, context.language));
  return amounts.length === 0
    ? ''
    : context.messages.reconcileScreen.moved({amounts: listText(amounts, context.language)});
}

/** Returns what the result is based on, and how to remove a file if there is one. */
export function coverageTexts(result: Reconciliation, context: Context): readonly string[] {
  const {provider, payouts, bank} = result.coverage;
  const hasFiles = [provider, payouts, bank].some(files => files.length > 0);
  return [
    ...coverageText(result, context.messages.reconcile),
    ...ruleTexts(result, context.language).filter(text => text !== ''),
    ...(hasFiles ? [context.messages.reconcileScreen.mistaken] : []),
  ];
}

/** Returns the number of questions that the service answered, and the total if it did not answer all. */
function answeredOf({asked, unanswered}: NonNullable<Reconciliation['coverage']['live']>): string {
  const answered = asked - unanswered.length;
  return answered === asked ? String(asked) : `${answered}/${asked}`;
}

/** Returns the work in progress. It is narrated once for each step; a person who asks also hears the progress. */
export function workBlocks(work: Work | undefined, context: Context): readonly FactBlock[] {
  if (work === undefined) return [];
  const ageless = `${work.isCalledOff} ${work.progress?.step ?? ''}`;
  return [fact('work', workText(work, context), {importance: 'standing', tone: 'not-known', most: 1, ageless})];
}

function workText({kind, progress, isCalledOff}: Work, context: Context): string {
  const {comparing, file, asking, journal, stopping} = context.messages.reconcileScreen.work;
  if (kind === 'ask' && isCalledOff) return stopping;
  if (progress === undefined) return comparing;
  const {step, what, done, total} = progress;
  if (step === 'journal') return journal({done});
  if (step === 'asking') return asking({done: done + 1, total: total ?? done});
  const percent = total === null || total === 0 ? 0 : Math.floor((done / total) * 100);
  return file({what: what.slice(what.search(/[^/\\]*$/u)), percent});
}

export function takenText(taken: TakenSource, context: Context): string {
  const {taken: delimited, takenBank, days, noDays} = context.messages.reconcileScreen.file;
  const {name, rows, detection, mapping, original} = taken;
  const covered = daysCovered(taken);
  const facts = {name, rows, days: covered === null ? noDays : days(covered)};
  if (detection.format !== 'delimited')
    return takenBank({...facts, format: detection.format, statements: detection.statements});
  const inside = original?.opened.map(({part, kind}) => cleanText(part, 40) || kind).join(' › ');
  return delimited({...facts, encoding: inside ?? mapping?.encoding ?? '', line: detection.headingLine});
}

/** Returns why a file was not read. For a fact that can be given on this screen, the text points to its field. */
export function fileProblemText(problem: Problem, context: Context): string {
  const {code, facts} = problem;
  const said = context.messages.reconcileScreen.file;
  if (code === 'file-heading-missing') return withHeadings(said.nameBelow, facts);
  const below = new Map<string, Parameters<typeof fillFrom>[0]>([
    ['file-locked', said.lockedBelow],
    ['file-accounts-several', said.accountsBelow],
    ['file-column-missing', said.columnBelow],
    ['file-currency-missing', said.currencyBelow],
    ['file-direction-unclear', said.directionBelow],
    ['file-direction-contradicted', said.contradictedBelow],
    ['file-status-unclear', said.statusBelow],
    ['file-fee-unclear', said.feeBelow],
    ['file-tax-unclear', said.taxBelow],
    ...(facts['form'] === 'wallet' ? ([['file-balance-differs', said.balanceBelow]] as const) : []),
  ]).get(code);
  if (below === undefined) return problemText(problem, context.language);
  const field = facts['field'] as SourceField | undefined;
  return fillFrom(below, {...facts, ...(field !== undefined && {column: columnLabel(field, context)})});
}

export function fieldLabel(field: FileField, context: Context): string {
  const {fields} = context.messages.reconcileScreen.file;
  const column = columnOf(field);
  return column === undefined ? fields[field as keyof typeof fields] : columnLabel(column, context);
}

function columnLabel(column: SourceField, context: Context): string {
  const {columns} = context.messages.reconcileScreen.file;
  if (!isTaxField(column)) return columns[column];
  return [columns.tax, column.slice('tax'.length)].filter(part => part !== '').join(' ');
}
