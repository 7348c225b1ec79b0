import {messages} from '../../core/messages/messages.js';
import type {Equation} from '../../core/reconcile/result/equations.js';
import type {FileCoverage, Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {isGroup, linesIn, workEntries} from '../../core/reconcile/result/work-entries.js';
import {isZero, plainAmount} from '../../core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {daysCovered} from '../../core/reconcile/rows/inputs.js';
import {causeText, reasonTexts} from '../../views/reconcile/entry.js';
import {proofText} from '../../views/reconcile/file-text.js';
import {provedTexts} from '../../views/reconcile/reconciliation-text.js';
import type {Findings} from './findings.js';
import type {SummaryColumn} from './lines.js';
import type {LongTable, Table} from './table.js';

const columns = [
  ...(['code', 'severity', 'status', 'owner', 'reference', 'till', 'currency', 'local', 'provider', 'delta'] as const),
  ...(['since', 'age_days', 'reason', 'accepted_by', 'note', 'why', 'action', 'proof', 'cause'] as const),
];

/** The findings of a reconciliation: every line that does not agree, the sources that it is based on, and the equations of both sides. */
export const reconciledFindings = (reconciliation: Reconciliation): Findings => ({
  exceptions: {columns, rows: [...exceptionsOf(reconciliation).rows]},
  coverage: coverageOf(reconciliation),
  equations: [...reconciliation.equations.flatMap(equationRows), ...causeRows(reconciliation)],
  items: itemsOf(reconciliation),
});

const itemColumns = ['section', 'item', 'currency', 'amount', 'date', 'till', 'reference', 'file', 'rows'] as const;

/** A row for each term of an equation, from all tills. Those of one section, item and currency add up to the summary's amount. */
function itemsOf({items}: Pick<Reconciliation, 'items'>): Table {
  const words = messages('en').reconcile;
  const rows = Iterator.from(items()).map(({id, name, currency, value, date, till, reference, rows: places}) => ({
    section: words.equations[id],
    item: name,
    currency,
    amount: plainAmount({currency, value}),
    date,
    till,
    reference,
    file: [...new Set(places.map(({file}) => file))].join(', '),
    rows: places.map(({line}) => line).join(', '),
  }));
  return {columns: itemColumns, rows: [...rows]};
}

/** Leaves out terms of zero, except the first. */
function equationRows({id, currency, terms, total, unexplained, files}: Equation): Table<SummaryColumn>['rows'] {
  const words = messages('en').reconcile;
  const shown = terms.filter(({value}, index) => index === 0 || !isZero(value));
  const section = words.equations[id];
  const sums = [
    ...shown.map(({name, value}) => ({item: name, value, text: words.terms[name]})),
    {item: total.name, value: total.value, text: words.terms[total.name]},
    {item: 'unexplained', value: unexplained, text: words.unexplained},
  ].map(({item, value, text}) => ({
    section,
    item,
    currency,
    count: null,
    amount: plainAmount({currency, value}),
    fee: null,
    text,
  }));
  const proofs = provedTexts(files, 'en').map(text => ({
    section,
    item: 'proof',
    currency,
    count: null,
    amount: null,
    fee: null,
    text,
  }));
  return [...sums, ...proofs];
}

const isDifferent = ({status}: ReconciliationLine): boolean => status !== 'matched';

/** A row for each cause that several lines have, in the order of the work list. */
function causeRows(result: Reconciliation): Table<SummaryColumn>['rows'] {
  return Iterator.from(workEntries(result, isDifferent))
    .filter(isGroup)
    .flatMap(group => {
      const {amounts, cause, code} = group;
      const row = {
        section: messages('en').reconcile.cause.title,
        item: cause.id,
        count: group.lines.length,
        fee: null,
        text: `${messages('en').reconcile.codes[code]}: ${causeText(group, 'en')}`,
      };
      const sums = amounts.map(sum => ({currency: sum.currency, amount: plainAmount(sum)}));
      return (sums.length === 0 ? [{currency: null, amount: null}] : sums).map(sum => ({...row, ...sum}));
    })
    .toArray();
}

/** A row for each listed line that does not agree, those of one cause together. The rows are made one at a time. */
export function exceptionsOf(
  result: Reconciliation,
  isListed: (line: ReconciliationLine) => boolean = isDifferent,
): LongTable {
  const proofs = proofsIn(result.coverage);
  const entries = workEntries(result, line => isDifferent(line) && isListed(line));
  const rows = Iterator.from(entries)
    .flatMap(entry =>
      Iterator.from(linesIn(entry)).map(line => ({cause: isGroup(entry) ? entry.cause.id : null, line})),
    )
    .map(({cause, line: {local, provider, delta, acceptance, age, rows: places, ...line}}) => ({
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
      proof: [...new Set(places.flatMap(({kind, file}) => proofs.get(`${kind} ${file}`) ?? []))].join(' '),
      cause,
    }));
  return {columns, rows};
}

/** How the files that a line quotes were proved, by their kind and name. */
function proofsIn({provider, payouts, bank}: Reconciliation['coverage']): ReadonlyMap<string, readonly string[]> {
  const named = {provider, payout: payouts, bank} as const;
  const files = Object.entries(named).flatMap(([kind, list]) =>
    list.map(file => ({key: `${kind} ${file.name}`, file})),
  );
  const byKey = Map.groupBy(files, ({key}) => key);
  return new Map(
    [...byKey].map(([key, list]) => [
      key,
      provedTexts(
        list.map(({file}) => file),
        'en',
      ),
    ]),
  );
}

const coverageColumns = ['source', 'loaded', 'from', 'to', 'count', 'repeated', 'head', 'note', 'proof'] as const;

/** `head` is the SHA-256 of a file. `from` and `to` are empty if it is not known which days a file covers. */
function coverageOf({coverage, days}: Reconciliation): Table {
  const {journal, live, provider, payouts, bank} = coverage;
  const empty = {loaded: 'yes', from: null, to: null, count: null, repeated: null, head: null, note: null, proof: null};
  const files = (source: string, list: readonly FileCoverage[]) =>
    list.length === 0
      ? [{...empty, source, loaded: 'no'}]
      : list.map(({name, sha256, rows: count, repeated, proof, isOfTheDays, ...days}) => ({
          ...empty,
          source,
          count,
          repeated,
          head: sha256,
          note: name,
          loaded: isOfTheDays ? 'yes' : 'other days',
          ...(daysCovered(days) ?? {from: null, to: null}),
          proof: proof === null ? null : proofText(proof, 'en'),
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
