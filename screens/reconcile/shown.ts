import {moneyIn} from '../../src/core/reconcile/result/causes.js';
import type {Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import {DecimalSums, namedAmount} from '../../src/core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import {type FactBlock, fact} from '../../src/views/block.js';
import type {Context} from '../kit/screen.js';
import type {Work} from './state.js';

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
