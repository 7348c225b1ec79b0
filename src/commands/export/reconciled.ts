import {messages} from '../../core/messages/messages.js';
import {isZero, plainAmount} from '../../core/reconcile/amount.js';
import type {Equation} from '../../core/reconcile/equations.js';
import {reasonTexts} from '../../core/reconcile/reason-texts.js';
import type {FileCoverage, Reconciliation} from '../../core/reconcile/reconcile.js';
import type {Findings} from './findings.js';
import type {SummaryColumn} from './lines.js';
import type {Table} from './table.js';

const columns = [
  ...(['code', 'severity', 'status', 'owner', 'reference', 'till', 'currency', 'local', 'provider', 'delta'] as const),
  ...(['since', 'age_days', 'reason', 'accepted_by', 'note', 'why', 'action'] as const),
];

/** The findings of a reconciliation: every line that does not agree, what it rests on, and how both sides come together. */
export function reconciledFindings(reconciliation: Reconciliation): Findings {
  return {
    exceptions: exceptionsOf(reconciliation),
    coverage: coverageOf(reconciliation),
    equations: reconciliation.equations.flatMap(equationRows),
  };
}

/** Terms that are nothing are left out, but for the first. */
function equationRows({id, currency, terms, total, unexplained}: Equation): Table<SummaryColumn>['rows'] {
  const words = messages('en').reconcile;
  const shown = terms.filter(({value}, index) => index === 0 || !isZero(value));
  return [
    ...shown.map(({name, value}) => ({item: name, value, text: words.terms[name]})),
    {item: total.name, value: total.value, text: words.terms[total.name]},
    {item: 'unexplained', value: unexplained, text: words.unexplained},
  ].map(({item, value, text}) => ({
    ...{section: words.equations[id], item, currency, count: null},
    ...{amount: plainAmount({currency, value}), fee: null, text},
  }));
}

function exceptionsOf({lines}: Reconciliation): Table {
  const rows = lines
    .filter(({status}) => status !== 'matched')
    .map(({local, provider, delta, acceptance, age, ...line}) => ({
      code: line.code,
      severity: line.severity,
      status: line.status,
      owner: line.owner,
      reference: line.reference,
      till: line.till,
      currency: (local ?? provider)?.currency ?? null,
      local: local === null ? null : plainAmount(local),
      provider: provider === null ? null : plainAmount(provider),
      delta: delta === null ? null : plainAmount(delta),
      since: line.since,
      age_days: age,
      reason: line.reason,
      accepted_by: acceptance?.who ?? null,
      note: acceptance?.note ?? null,
      ...reasonTexts(line, 'en'),
    }));
  return {columns, rows};
}

const coverageColumns = ['source', 'loaded', 'from', 'to', 'count', 'repeated', 'head', 'note'] as const;

/** `head` is a file's SHA-256; a file that does not say which days it is of has none. */
function coverageOf({coverage, days}: Reconciliation): Table {
  const {journal, live, provider, payouts, bank} = coverage;
  const empty = {loaded: 'yes', from: null, to: null, count: null, repeated: null, head: null, note: null};
  const files = (source: string, list: readonly FileCoverage[]) =>
    list.length === 0
      ? [{...empty, source, loaded: 'no'}]
      : list.map(({name, sha256, interval, rows: count, repeated}) => ({
          ...{...empty, source, count, repeated, head: sha256, note: name},
          ...{from: interval?.from ?? null, to: interval?.to ?? null},
        }));
  const asked = live === null ? {loaded: 'no'} : {count: live.asked, note: live.unanswered.join(' ')};
  const rows = [
    ...journal.tills.map(till => ({...empty, source: 'journal', from: days.from, to: days.to, note: till})),
    ...journal.missingTills.map(till => ({...empty, source: 'journal', loaded: 'no', note: till})),
    {...empty, source: 'live', ...asked},
    ...files('provider', provider),
    ...files('payout', payouts),
    ...files('bank', bank),
  ];
  return {columns: coverageColumns, rows};
}
