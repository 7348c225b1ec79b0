import type {Equation} from '../result/equations.js';
import type {Reconciliation} from '../result/reconcile.js';
import {groupRule, isGroup, workEntries} from '../result/work-entries.js';
import {type DecimalAmount, plainAmount} from '../rows/amount.js';
import type {ReconciliationLine, RowPlace} from '../rows/discrepancy.js';

/** Raised when a name of the JSON form changes its meaning or is removed. */
const schema = 'duka.reconciliation/1';

type AmountJson = {readonly currency: string; readonly amount: string};
export type Plain = null | boolean | number | string | readonly Plain[] | {readonly [name: string]: Plain};

/**
 * A reconciliation for programs, with stable names, amounts as decimal texts and instants in UTC. The same inputs give the same bytes.
 * `lines` are the lines that it contains, each made by `lineJson`: either all at once, or one after the other if there are many.
 */
export function reconciliationJson<Lines>(reconciliation: Reconciliation, lines: Lines) {
  const {
    days,
    asOf,
    zone,
    profile,
    suggestions,
    groups,
    rules,
    ruleOffers,
    equations,
    coverage,
    totals,
    waiting,
    cleared,
  } = reconciliation;
  return {
    schema,
    from: days.from,
    to: days.to,
    asOf: new Date(asOf).toISOString(),
    zone,
    profile,
    totals: {
      byStatus: totals.byStatus,
      bySeverity: totals.bySeverity,
      byCode: Object.fromEntries(Object.entries(totals.byCode).sort(([a], [b]) => (a < b ? -1 : 1))),
      remaining: totals.remaining,
      journalPaid: totals.journalPaid.map(amountJson),
      providerGross: totals.providerGross.map(amountJson),
      answersPaid: totals.answersPaid?.map(amountJson) ?? null,
      stillOpen: totals.stillOpen.map(open => ({...amountJson(open), payments: open.payments})),
    },
    equations: equations.map(equationJson),
    coverage: {
      journal: coverage.journal,
      live: coverage.live,
      provider: coverage.provider,
      payouts: coverage.payouts,
      bank: coverage.bank,
      providerZone: coverage.providerZone,
    },
    lines,
    suggestions: suggestions.map(({key, candidates, fitting}) => ({
      key,
      fitting,
      candidates: candidates.map(({reference, till, basis, key: missing}) => ({reference, till, basis, key: missing})),
    })),
    groups: groups.map(({keys, references, missing, amount, basis}) => ({
      keys,
      references,
      missing,
      ...amountJson(amount),
      basis,
    })),
    rules: rules.map(rule => ({...rule, learned: rule.learned ?? null, amounts: rule.amounts.map(amountJson)})),
    ruleOffers: ruleOffers.map(({text, count, account}) => ({text, count, account})),
    waiting: waiting.map(({key, line, reference, firstSeen}) => ({key, line, reference, firstSeen})),
    cleared: cleared.map(({key, firstSeen}) => ({key, firstSeen})),
  };
}

/**
 * The lines of one cause for programs, each as one, in the order of the work list. A sealed reconciliation does not have them, since they say
 * nothing that its lines do not say.
 */
export const causesJson = (result: Reconciliation, isListed: (line: ReconciliationLine) => boolean) =>
  Iterator.from(workEntries(result, isListed))
    .filter(isGroup)
    .map(({cause: {id, kind, shared, base}, lines, amounts, ...group}) => ({
      cause: id,
      code: group.code,
      reason: group.reason,
      shared: {kind, value: shared, ...(base !== '' && {of: base})},
      severity: group.severity,
      owner: group.owner,
      count: lines.length,
      amounts: amounts.map(amountJson),
      local: optional(group.local),
      provider: optional(group.provider),
      delta: optional(group.delta),
      since: group.since,
      rule: groupRule({...group, cause: {id, kind, shared, base}, lines, amounts}),
      keys: Array.from(lines, ({key}) => key),
    }));

const amountJson = (amount: DecimalAmount): AmountJson => ({currency: amount.currency, amount: plainAmount(amount)});
const optional = (amount: DecimalAmount | null) => (amount === null ? null : amountJson(amount));

/** A line for programs, as it appears in the whole. */
export function lineJson(line: ReconciliationLine): Readonly<Record<string, Plain>> {
  const {acceptance} = line;
  return {
    key: line.key,
    code: line.code,
    reason: line.reason,
    facts: line.facts,
    severity: line.severity,
    status: line.status,
    owner: line.owner,
    reference: line.reference,
    till: line.till,
    local: optional(line.local),
    provider: optional(line.provider),
    delta: optional(line.delta),
    since: line.since,
    ageDays: line.age,
    firstSeen: line.firstSeen,
    accepted: acceptance === null ? null : {by: acceptance.who, note: acceptance.note, at: acceptance.when},
    rows: line.rows.map(({kind, file, line: number}: RowPlace) => ({kind, file, line: number})),
  };
}

function equationJson({id, currency, terms, total, unexplained, files}: Equation): Readonly<Record<string, Plain>> {
  const text = (value: DecimalAmount['value']) => plainAmount({currency, value});
  return {
    id,
    currency,
    terms: terms.map(({name, value}) => ({name, amount: text(value)})),
    total: {name: total.name, amount: text(total.value)},
    unexplained: text(unexplained),
    files: files.map(({name, proof}) => ({file: name, proof})),
  };
}
