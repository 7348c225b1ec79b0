import {date, instantText, zone} from '../../day/schema.js';
import {profile} from '../../journal/schema.js';
import {amountText} from '../../money/schema.js';
import {parseStrict} from '../../spec/check.js';
import {
  count,
  dictionary,
  fields,
  json,
  list,
  made,
  named,
  object,
  oneOf,
  optional,
  orNull,
  streamed,
  text,
  whole,
  written,
} from '../../spec/spec.js';
import type {Equation} from '../result/equations.js';
import {coverageSpec, type Reconciliation} from '../result/reconcile.js';
import {groupRule, isGroup, type LineGroup, workEntries} from '../result/work-entries.js';
import {type DecimalAmount, exactAmount, plainAmount, sumMembers} from '../rows/amount.js';
import {codes, lineStatuses, type ReconciliationLine, severities} from '../rows/discrepancy.js';
import {proofSpec, sourceKinds} from '../rows/row.js';

/** Raised when a name of the JSON form changes its meaning or is removed. */
const schema = 'duka.reconciliation/1';

const [local, provider, delta] = [
  orNull(exactAmount('what the journal has'), 'it has none'),
  orNull(exactAmount('what the provider or the bank has'), 'it has none'),
  orNull(exactAmount('how much the second exceeds the first'), 'amounts were not compared'),
];

export const lineSpec = named(
  'line of a reconciliation',
  fields(
    {
      key: text('the same in every run for the same difference; a difference of another amount has another one'),
      code: oneOf(codes, 'what kind of difference it is'),
      reason: text('why it is there'),
      facts: json<ReconciliationLine['facts']>('what the reason speaks of, by its name'),
      severity: oneOf(severities, 'how serious it is'),
      status: oneOf(lineStatuses, '`carried`: it waits for later days, or was there before'),
      owner: text('who has to act: cashier, manager, owner, accountant or nobody'),
      reference: text('of the payment; empty: no payment is known'),
      till: orNull(text('of the payment'), 'no payment is known'),
      local,
      provider,
      delta,
      since: text('the day from which its age counts; empty: it belongs to none'),
      ageDays: made(whole('days since then'), ({age}: ReconciliationLine) => age),
      firstSeen: orNull(date('of the first reconciliation that had it'), 'no earlier one had it'),
      accepted: made(
        orNull(object({by: text('who'), note: text('why'), at: text('when')}), 'nobody has accepted it'),
        ({acceptance: given}: ReconciliationLine) => given && {by: given.who, note: given.note, at: given.when},
      ),
      rows: list(
        fields({kind: oneOf(sourceKinds, 'of the file'), file: text('its name'), line: count('the line in it')}),
        'where it stands in the files',
      ),
    },
    'What agrees, or differs, of one payment or row.',
  ),
);

const termSpec = named(
  'term',
  object({name: text('which sum'), amount: amountText('how much')}, 'A sum of an equation.'),
);
const termOf = (currency: string, {name, value}: Equation['total']) => ({name, amount: plainAmount({currency, value})});

const equationSpec = fields({
  id: oneOf(
    ['a', 'b', 'c', 'answers'],
    '`a`: journal to provider; `b`: provider to payouts; `c`: payouts to bank; `answers`: journal to the service’s answers',
  ),
  currency: text('of all its amounts'),
  terms: made(list(termSpec(), 'in their order'), ({currency, terms}: Equation) =>
    terms.map(term => termOf(currency, term)),
  ),
  total: made(termSpec('what they should come to'), ({currency, total}: Equation) => termOf(currency, total)),
  unexplained: made(amountText('the total less the terms'), ({currency, unexplained: value}: Equation) =>
    plainAmount({currency, value}),
  ),
  files: list(
    fields({
      file: made(text('the name'), ({name}: {readonly name: string}) => name),
      proof: orNull(proofSpec('what proves it'), 'that was not checked'),
    }),
    'that it is made of',
  ),
});

const byName = (about: string) => dictionary(count(), about);
const totalsSpec = fields(
  {
    byStatus: byName('how many lines have each status'),
    bySeverity: byName('how many lines have each severity'),
    byCode: written(
      byName('how many lines have each code'),
      (counts: Reconciliation['totals']['byCode']): Readonly<Record<string, number>> =>
        Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))),
    ),
    remaining: count('the lines that a person still has to look at'),
    journalPaid: list(exactAmount(), 'what the journal calls paid, by currency'),
    providerGross: list(exactAmount(), 'what the provider has collected, by currency'),
    answersPaid: orNull(
      list(exactAmount(), 'what the service’s answers call paid, by currency'),
      'it was not asked, or there is a file of the provider',
    ),
    stillOpen: list(
      fields({...sumMembers, payments: count('how many payments')}),
      'payments without a final outcome, by currency',
    ),
  },
  'how many lines there are, and the sums of each side',
);

/** What is told of a reconciliation, but for its causes. A sealed reconciliation has the same. */
export const reconciliationMembers = {
  schema: made(
    text('the form of this answer, which changes if a name in it changes its meaning or is removed'),
    () => schema,
  ),
  from: made(date('the first day'), ({days}: Pick<Reconciliation, 'days'>) => days.from),
  to: made(date('the last day'), ({days}: Pick<Reconciliation, 'days'>) => days.to),
  asOf: written(instantText('the instant of which it is'), (asOf: number) => new Date(asOf).toISOString()),
  zone: zone('of the days'),
  profile,
  totals: totalsSpec,
  equations: list(equationSpec, 'what explains the difference between two sums, term by term'),
  coverage: coverageSpec,
  lines: streamed(lineSpec(), 'the differences that are listed, the most serious first'),
  suggestions: list(
    fields({
      key: text('of the line whose row it is'),
      fitting: count('how many payments fit, of which the list has the first'),
      candidates: list(
        fields({
          reference: text('of the payment'),
          till: text('that took it'),
          basis: list(text(), 'what agrees besides the amount: `phone`, `time`, or only `day`'),
          key: orNull(text('of the payment’s own line'), 'it has none'),
        }),
        'the likeliest first',
      ),
    }),
    'payments that the row of a line may belong to',
  ),
  groups: list(
    fields({
      keys: list(text(), 'of the lines of the rows'),
      references: list(text(), 'of the payments'),
      missing: list(text(), 'the keys of the payments’ own lines'),
      currency: made(text('of the sum'), ({amount}: {readonly amount: DecimalAmount}) => amount.currency),
      amount: written(amountText('the sum'), plainAmount),
      basis: text('what else agrees'),
    }),
    'rows and payments that have one sum',
  ),
  rules: written(
    list(
      object({
        text: text('that entries have'),
        account: orNull(text('to which they go'), 'the usual one'),
        who: text('who made it'),
        learned: orNull(count('of how many acceptances it was made'), 'a person stated it'),
        entries: count('how many it covers'),
        amounts: list(exactAmount(), 'what they come to, by currency'),
      }),
      'rules of the shop that cover something',
    ),
    (rules: Reconciliation['rules']) => rules.map(rule => ({...rule, learned: rule.learned ?? null})),
  ),
  ruleOffers: list(
    fields({
      text: text('that was accepted'),
      count: count('how often'),
      account: orNull(text('the note of all of them'), 'their notes differ'),
    }),
    'texts for which a rule might be made',
  ),
  waiting: list(
    fields({
      key: text('of its own line in later days'),
      line: text('the key of the line that stands for it'),
      reference: text('of the payment'),
      firstSeen: date('since when it waits'),
    }),
    'payments that wait for a file of their day',
  ),
  cleared: list(
    fields({key: text('of the line'), firstSeen: date('when it was first seen')}),
    'earlier differences that are there no more',
  ),
};

const wholeOf = parseStrict(fields({...reconciliationMembers, lines: json<unknown>()}), 'reconciliation');
const lineOf = parseStrict(lineSpec(), 'line');

/** A reconciliation for programs. The same inputs give the same bytes. `lines` stands for its lines, each made by `lineJson`. */
export const reconciliationJson = (result: Reconciliation, lines: unknown) =>
  wholeOf({...result, lines}) as unknown as Readonly<Record<string, unknown>>;

export const lineJson = (line: ReconciliationLine) => lineOf(line) as unknown as Readonly<Record<string, unknown>>;

/** The lines of one cause for programs. A sealed reconciliation does not have them, since they say nothing that its lines do not say. */
export const causeSpec = named(
  'cause of a reconciliation',
  fields(
    {
      cause: made(text('by which all of its lines are accepted'), ({cause}: LineGroup) => cause.id),
      code: oneOf(codes, 'of its lines'),
      reason: text('of its lines'),
      shared: made(
        object(
          {
            kind: text('what kind of thing'),
            value: text('the word, text, rate, amount, day or file'),
            of: optional(text('of what it is a rate: `amount` or `fee`'), 'it is none'),
          },
          'what its lines share',
        ),
        ({cause: {kind, shared, base}}: LineGroup) => ({kind, value: shared, ...(base !== '' && {of: base})}),
      ),
      severity: oneOf(severities, 'how serious its lines are'),
      owner: text('who has to act'),
      count: made(count('how many lines'), ({lines}: LineGroup) => lines.length),
      amounts: list(exactAmount(), 'their sums, by currency'),
      local,
      provider,
      delta,
      since: text('the earliest day from which their ages count'),
      rule: made(
        orNull(
          object({text: text('that entries have'), tolerance: orNull(text('what they may differ by'), 'nothing')}),
          'no rule can cover them',
        ),
        groupRule,
      ),
      keys: made(list(text(), 'of the lines'), ({lines}: LineGroup) => Array.from(lines, ({key}) => key)),
    },
    'Several lines that share a fact.',
  ),
);

/** The groups of lines of one cause, in the order of the work list. */
export const causesOf = (result: Reconciliation, isListed: (line: ReconciliationLine) => boolean) =>
  Iterator.from(workEntries(result, isListed)).filter(isGroup);

export const causeJson = parseStrict(causeSpec(), 'cause') as (group: LineGroup) => unknown;
