import {sumDecimals} from '../../money/decimal.js';
import {isOfShop} from '../../payment/payer.js';
import {count, fields, flag, list, named, object, orNull, type Specified, text} from '../../spec/spec.js';
import {type BankMatching, bankFindings, bankOf, creditsOf, looseFindings} from '../bank/bank.js';
import {type Payouts, payoutFindings, payoutsOf} from '../bank/payouts.js';
import {aloneFindings, moneyBack, withTakenAgain} from '../matching/alone.js';
import {rightFinding} from '../matching/comparison.js';
import {
  isOfTheDays,
  type OneForMany,
  oneForMany,
  otherDaysFindings,
  withoutOtherDays,
} from '../matching/days-covered.js';
import {feeFindings} from '../matching/fees.js';
import {type GroupBasis, groups} from '../matching/groups.js';
import {journalFindings} from '../matching/journal-checks.js';
import {type Matched, match, rightFindings, strangerFindings} from '../matching/match.js';
import {isByAnswers, type OpenAmount, openAmounts} from '../matching/match-answer.js';
import {type Candidate, guesses, withLikely} from '../matching/suggest.js';
import type {DecimalAmount} from '../rows/amount.js';
import {type Books, makeBooks} from '../rows/books.js';
import type {DiscrepancyCode, Finding, LineStatus, ReconciliationLine, Severity} from '../rows/discrepancy.js';
import {isRemaining, linesOf} from '../rows/finish.js';
import type {Carried, Days, Inputs} from '../rows/inputs.js';
import {distinct, type MergedFiles} from '../rows/merge.js';
import {bothRows, fileMembers, proofSpec, type Rows, type SourceFile} from '../rows/row.js';
import {type RuleUse, ruleOffers, ruleUses} from '../rows/rules.js';
import {aftermathOf} from './carried.js';
import {type Causes, causesIn} from './causes.js';
import {type BothSums, type Equation, type EquationItem, equationsOf, itemsOf, sumsOf, TermSums} from './equations.js';
import {filesWithPages, pageFindings} from './pages.js';

const fileCoverage = named(
  'file of a reconciliation',
  object(
    {
      name: text('without its folder'),
      ...fileMembers,
      isOfTheDays: flag('whether it counts for these days'),
      rows: count('how many it has'),
      repeated: count('how many of them are also in another file and count once'),
      replaces: list(text(), 'the names of files that count no more because of it'),
      proof: orNull(proofSpec('what proves it'), 'that was not checked'),
    },
    'A file that was counted.',
  ),
);
export type FileCoverage = Specified<ReturnType<typeof fileCoverage>>;

/** What a reconciliation rests on, which it always states: the journal, the live questions, the files. */
export const coverageSpec = fields(
  {
    journal: object(
      {
        tills: list(text(), 'whose journals were read'),
        missingTills: list(text(), 'of the same shop whose journals were not'),
        payments: count('how many of the days there are'),
        cash: count('how many of them are in cash, which no provider knows'),
      },
      'of the tills',
    ),
    live: orNull(
      object({
        asked: count('payments about which the service was asked'),
        unanswered: list(text(), 'without an answer'),
      }),
      'it was not asked',
    ),
    provider: list(fileCoverage(), 'the files of the provider'),
    payouts: list(fileCoverage(), 'the files of payouts'),
    bank: list(fileCoverage(), 'the statements'),
    providerZone: orNull(text('the zone of the provider’s clock'), 'it is not known'),
  },
  'what was compared',
);
export type Coverage = Specified<typeof coverageSpec>;

/** Payments that the row of a line may belong to; a person has to confirm it. */
export type Suggestion = {
  readonly key: string;
  readonly candidates: readonly (Omit<Candidate, 'finding'> & {readonly key: string | null})[];
  readonly fitting: number;
};

/** Unmatched rows and payments of one sum, for a person to confirm, by the keys of their lines; a payment without one has none. */
export type SuggestedGroup = {
  readonly keys: readonly string[];
  readonly references: readonly string[];
  readonly missing: readonly string[];
  readonly amount: DecimalAmount;
  readonly basis: GroupBasis;
};

type LineTotals = {
  readonly byStatus: Readonly<Record<LineStatus, number>>;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCode: Readonly<Partial<Record<DiscrepancyCode, number>>>;
  /** The lines that a person still has to look at: neither matched nor accepted nor only for information. */
  readonly remaining: number;
  /** How many of the other lines wait, and how many were accepted. */
  readonly setAside: {readonly carried: number; readonly accepted: number};
  readonly journalPaid: readonly DecimalAmount[];
  readonly providerGross: readonly DecimalAmount[];
  /** What the service's answers call paid; null if it was not asked or if there is a file of the provider. */
  readonly answersPaid: readonly DecimalAmount[] | null;
  /** Payments of the days without a final outcome, by currency. While there are any, nothing is final. */
  readonly stillOpen: readonly OpenAmount[];
};

export type Reconciliation = {
  readonly days: Days;
  readonly asOf: number;
  readonly zone: string;
  readonly profile: Inputs['profile'];
  /** What does not simply agree, in listing order. Lines of bank entries and unmatched rows may be made only when asked for. */
  readonly lines: Rows<ReconciliationLine>;
  /** What agrees, to be listed after the other lines. It is made when it is asked for, since it is nearly everything. */
  readonly agreeing: () => Rows<ReconciliationLine>;
  /** What several of these lines have in common; found when it is first asked for. */
  readonly causes: () => Causes;
  readonly suggestions: readonly Suggestion[];
  readonly groups: readonly SuggestedGroup[];
  /** What the shop's rules cover, and texts for which a rule might be made. */
  readonly rules: readonly RuleUse[];
  readonly ruleOffers: ReturnType<typeof ruleOffers>;
  /** Payments that wait for a file of their day, which the lines only have together. */
  readonly waiting: OneForMany['waiting'];
  /** Other movements on the provider's side, by currency, if there are no payouts to compare them with. */
  readonly movements: readonly DecimalAmount[];
  readonly equations: readonly Equation[];
  /** What the journal calls paid, day by day. */
  readonly paidByDay: BothSums['paidByDay'];
  /** The payouts, and the bank entries that they are compared with: the items of which the equations have the sums. */
  readonly paidOut: Payouts['list'];
  readonly credited: () => BankMatching['credits'];
  /** Every item of every equation, one at a time. */
  readonly items: () => Iterable<EquationItem>;
  readonly coverage: Coverage;
  readonly totals: LineTotals;
  /** Differences of earlier reconciliations that are over. */
  readonly cleared: readonly Carried[];
};

/**
 * Compares the journal with what others say. It is a pure function: the same inputs give the same result in whatever order their lists are,
 * and a file that is given twice counts once. Rows are matched to payments by reference only. Throws a `RangeError` for a file with an
 * amount that is no number; the file's reader must refuse it.
 */
export function reconcile(given: Inputs): Reconciliation {
  const ofDays = withoutOtherDays(given);
  const inputs = {...ofDays, bankFiles: filesWithPages(ofDays)};
  const books = makeBooks(inputs);
  const payouts = payoutsOf(inputs);
  const bank = bankOf(inputs, payouts);
  const all = match(books);
  const {findings: ofMatching, replaced, found, waiting} = oneForMany(books, all);
  const loosePayments = withoutReplaced(all, replaced);
  const matched = withLikely(inputs, books, {...all, findings: ofMatching, loosePayments});
  const findings = findingsOf(given, {inputs, books, payouts, bank, matched});
  const guessed = guesses(inputs, matched);
  const inGuess = new Set<Finding>(
    guessed.flatMap(({finding, candidates}) => [finding, ...candidates.flatMap(each => each.finding ?? [])]),
  );
  const grouped = groups(inputs, matched, inGuess);
  for (const {rows, payments: ours} of grouped)
    for (const {finding} of [...rows, ...ours]) if (finding !== null) inGuess.add(finding);
  const weighed = {inputs, asOfDate: books.asOfDate, guessed: inGuess};
  const agreed = findings.filter(({code}) => code === 'OK');
  const {loose, spent} = looseFindings(inputs, payouts, bank);
  const {linesWith, keyOf} = linesOf(
    findings.filter(({code}) => code !== 'OK'),
    {...weighed, loose: bothRows(loose, strangerFindings(books, matched.strangers))},
  );
  const {cleared, lines: stillOpen} = aftermathOf(books, linesWith([]), {
    agreeing: [...agreed, ...matched.right, ...found],
    waiting,
  });
  const sums = sumsOf(books);
  const lines = linesWith(stillOpen);
  const effects = new TermSums([...agreed, ...spent]);
  const agreeing = agreed.length + spent.length + matched.right.length + books.settled.pairs.length;
  let causes: Causes | undefined;
  const totals = totalsOf(books, lines, {agreeing, sums, onLine: line => effects.add(line)});
  return {
    days: inputs.days,
    asOf: inputs.asOf,
    zone: inputs.zone,
    profile: inputs.profile,
    lines,
    agreeing: () =>
      linesOf(
        [...agreed, ...spent, ...rightFindings(matched), ...Iterator.from(books.settled.pairs).map(rightFinding)],
        weighed,
      ).linesWith([]),
    causes: () => {
      causes ??= causesIn(lines, inputs.days);
      return causes;
    },
    suggestions: suggestionsIn(guessed, keyOf),
    groups: groupsIn(grouped, keyOf),
    rules: (inputs.rules ?? []).length === 0 ? [] : ruleUses([...agreed, ...spent], lines),
    ruleOffers: ruleOffers({accepted: inputs.accepted, rules: inputs.rules ?? []}, lines),
    movements: findings.flatMap(({reason, provider}) =>
      reason === 'movements-alone' && provider !== null ? [provider] : [],
    ),
    equations: equationsOf(books, {effects, payouts, bank, sums}),
    paidByDay: sums.paidByDay,
    paidOut: payouts.list,
    credited: () => (payouts.merged.files.length > 0 ? creditsOf(bank) : []),
    items: () => itemsOf(books, {explained: [lines, agreed, spent], payouts, bank}),
    waiting,
    coverage: coverageOf(given, {books, payouts, bank}),
    totals,
    cleared,
  };
}

/** The loose payments, without the findings that one row for several payments has replaced. */
const withoutReplaced = ({loosePayments}: Matched, replaced: ReadonlySet<Finding>): Matched['loosePayments'] =>
  loosePayments.map(loose =>
    loose.finding !== null && replaced.has(loose.finding) ? {...loose, finding: null} : loose,
  );

type Compared = {
  readonly inputs: Inputs;
  readonly books: Books;
  readonly payouts: Payouts;
  readonly bank: BankMatching;
  readonly matched: Matched;
};

const findingsOf = (given: Inputs, {inputs, books, payouts, bank, matched}: Compared): readonly Finding[] => [
  ...withTakenAgain(matched.findings, moneyBack(books)),
  ...feeFindings(books, matched.paired),
  ...journalFindings(books, matched.paired),
  ...payoutFindings(books, payouts, matched.paired),
  ...bankFindings(inputs, payouts, bank),
  ...aloneFindings(books, matched),
  ...otherDaysFindings(given, matched.paired),
  ...pageFindings(inputs),
];

type KeyOf = (finding: Finding) => string;

const suggestionsIn = (guessed: ReturnType<typeof guesses>, keyOf: KeyOf): readonly Suggestion[] =>
  guessed
    .map(({finding, candidates, fitting}) => ({
      key: keyOf(finding),
      fitting,
      candidates: candidates.map(({finding: missing, ...candidate}) => ({
        ...candidate,
        key: missing === null ? null : keyOf(missing),
      })),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const groupsIn = (grouped: ReturnType<typeof groups>, keyOf: KeyOf): readonly SuggestedGroup[] =>
  grouped
    .map(({rows, payments, basis}) => ({
      keys: rows.map(({finding}) => keyOf(finding)).sort(),
      references: payments.map(({payment}) => payment.reference).sort(),
      missing: payments.flatMap(({finding}) => (finding === null ? [] : keyOf(finding))).sort(),
      amount: {currency: rows[0]?.entry.row.currency ?? '', value: sumDecimals(rows.map(({entry}) => entry.amount))},
      basis,
    }))
    .sort((a, b) => ((a.keys[0] ?? '') < (b.keys[0] ?? '') ? -1 : 1));

function coverageOf(
  {days, tills, live, payments, settings, payoutFiles, bankFiles}: Inputs,
  {books: {provider, settled}, payouts, bank}: {books: Books; payouts: Payouts; bank: BankMatching},
): Coverage {
  const filesOf = fileReader(days);
  const others = <Row>(files: readonly SourceFile<Row>[]) =>
    filesOf({files: distinct(files).filter(file => !isOfTheDays(file, days)), repeated: []});
  const own = payments.filter(({businessDate}) => days.from <= businessDate && businessDate <= days.to);
  return {
    journal: {
      tills: [...new Set(tills.loaded)].sort(),
      missingTills: [...new Set(tills.missing)].sort(),
      payments: own.length + settled.pairs.length,
      cash: own.filter(isOfShop).length,
    },
    live: live === null ? null : {asked: live.asked, unanswered: [...live.unanswered].sort()},
    provider: filesOf(provider),
    payouts: [...filesOf(payouts.merged), ...others(payoutFiles)],
    bank: [...filesOf(bank.merged), ...others(bankFiles)],
    providerZone: settings.providerZone,
  };
}

const fileReader =
  (days: Days) =>
  <Row>({files, repeated}: Pick<MergedFiles<Row>, 'files' | 'repeated'>): readonly FileCoverage[] =>
    files.map((file, index) => ({
      name: file.name,
      sha256: file.sha256,
      interval: file.interval,
      told: file.told ?? null,
      isOfTheDays: isOfTheDays(file, days),
      rows: file.rows.length,
      repeated: repeated[index] ?? 0,
      replaces: file.replaces ?? [],
      proof: file.proof ?? null,
    }));

/** Every line, including those of what agrees. */
export const everyLine = ({lines, agreeing}: Pick<Reconciliation, 'lines' | 'agreeing'>): Rows<ReconciliationLine> => {
  return bothRows(lines, agreeing());
};

function totalsOf(
  books: Books,
  lines: Iterable<ReconciliationLine>,
  {
    agreeing,
    sums: {journalPaid, providerGross, answersPaid},
    onLine,
  }: {agreeing: number; sums: BothSums; onLine: (line: ReconciliationLine) => void},
): LineTotals {
  const byStatus = {exception: 0, suggested: 0, carried: 0, accepted: 0, matched: agreeing};
  const bySeverity = {critical: 0, high: 0, medium: 0, low: 0, info: agreeing};
  const byCode: Partial<Record<DiscrepancyCode, number>> = agreeing === 0 ? {} : {OK: agreeing};
  const setAside = {carried: 0, accepted: 0};
  let remaining = 0;
  for (const line of lines) {
    const {code, status, severity} = line;
    onLine(line);
    byStatus[status] += 1;
    bySeverity[severity] += 1;
    byCode[code] = (byCode[code] ?? 0) + 1;
    if (isRemaining(line)) remaining += 1;
    else if (status === 'carried' || status === 'accepted') setAside[status] += 1;
  }
  return {
    byStatus,
    bySeverity,
    byCode,
    remaining,
    setAside,
    journalPaid: journalPaid.amounts,
    providerGross: providerGross.amounts,
    answersPaid: isByAnswers(books) ? answersPaid.amounts : null,
    stillOpen: openAmounts(books),
  };
}

/** The number of payments of the days without a final outcome or, if it is larger, the number of live questions without an answer. */
export function unended({totals, coverage}: Pick<Reconciliation, 'totals' | 'coverage'>): number {
  const open = totals.stillOpen.reduce((sum, {payments}) => sum + payments, 0);
  return Math.max(open, coverage.live?.unanswered.length ?? 0);
}
