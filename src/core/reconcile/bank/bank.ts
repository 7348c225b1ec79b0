import {compareDecimals, type Decimal, equalDecimals, subtractDecimals, sumDecimals} from '../../money/decimal.js';
import {
  type DecimalAmount,
  type DecimalSums,
  isSameWay,
  isZero,
  magnitude,
  negated,
  plainAmount,
} from '../rows/amount.js';
import {isWithin} from '../rows/books.js';
import {type Finding, type LineTerm, ofNothing, type Reason} from '../rows/discrepancy.js';
import {keyOf} from '../rows/finish.js';
import {dayNumber, type Inputs} from '../rows/inputs.js';
import {placesOf} from '../rows/merge.js';
import {type BankRow, distinctIn, mappedRows, type Rows} from '../rows/row.js';
import {type RuleReader, ruleReader, type ShopRule} from '../rows/rules.js';
import {type BankEntries, type BankEntry, bankEntries, byContent, isOf, nearDays} from './bank-entries.js';
import {type BankGroup, fittingGroups, payoutsNamed} from './bank-groups.js';
import {type Payout, type Payouts, wordUnknown} from './payouts.js';

/**
 * The entries of the bank that matter, and the payouts that they belong to. `credits` are the credits of the bank's files, the debits with
 * which a provider takes back more than it pays out, the debits with which the bank takes a payout back, and the debits that a rule of the
 * shop covers. `arrived` are the payouts with the entries that name them, and `again` the entries that name payouts which came without
 * them, with the payouts' ids. `returned` are the payouts that the bank took back, with all that it booked of them in the order of the
 * days. Other debits are not payouts. `fits` are payouts with the only entry that may be theirs by its amount, which a person has to
 * confirm. `fitting` is, for a payout without an entry, the number of entries that may be its own. `unclear` have a status word that is not
 * known. Without a payout file there are no credits, since nothing is compared with them.
 */
export type BankMatching = {
  readonly merged: BankEntries['merged'];
  readonly credits: readonly Credit[];
  readonly loose: Rows<Credit>;
  readonly spent: Rows<Credit>;
  readonly credited: DecimalSums;
  readonly arrived: readonly BankGroup[];
  readonly again: ReadonlyMap<Credit, string>;
  readonly fits: ReadonlyMap<Payout, Credit>;
  readonly returned: readonly BankGroup[];
  readonly fitting: ReadonlyMap<Payout, number>;
  /** Several payouts or several entries that may belong together by their amounts only. */
  readonly fitTogether: readonly BankGroup[];
  readonly unclear: readonly Credit[];
  /** Entries that belong to no payout and that a rule of the shop covers. */
  readonly byRule: ReadonlyMap<Credit, ShopRule>;
};
type Credit = BankEntry;

/** Everything of the bank that is compared with payouts, in the order of its content. */
export const creditsOf = ({merged, credits, loose, spent}: BankMatching): readonly Credit[] =>
  merged.files.length === 0 ? [] : [...credits, ...loose, ...spent].sort((a, b) => byContent(a.row, b.row));

/** Matches entries to payouts. Only the ids in the texts of an entry make a match; amounts make a suggestion. */
export function bankOf(inputs: Inputs, {list}: Payouts): BankMatching {
  const ruleOf = entryRules(inputs);
  const {held: entries, isCrowded, apart, ...others} = bankEntries(inputs, list, ruleOf);
  const isOfRule = (entry: Credit) => ruleOf?.(entry) !== undefined;
  const {arrived, again, fits, fitting, fitTogether, returned} =
    list.length === 0 ? noPairs : pairsOf(list, entries, {inputs, isOfRule, isCrowded});
  const paired = new Set([...arrived, ...returned].flatMap(each => each.entries));
  const fitted = new Set([...fits.values(), ...fitTogether.flatMap(each => each.entries)]);
  const byRule = new Map<Credit, ShopRule>();
  for (const entry of entries) {
    const rule = paired.has(entry) || fitted.has(entry) ? undefined : ruleOf?.(entry);
    if (rule !== undefined) byRule.set(entry, rule);
  }
  const isCompared = (entry: Credit) =>
    entry.amount.digits > 0n || paired.has(entry) || fitted.has(entry) || byRule.has(entry);
  const credits = entries.filter(isCompared);
  for (const {row, amount} of credits) apart.add(row.currency, amount);
  return {...others, arrived, again, fits, returned, fitting, fitTogether, credits, credited: apart, byRule};
}

/** Returns a function for the rule that covers an entry; null if the shop has no rules. */
function entryRules(inputs: Inputs): ((entry: Credit) => ShopRule | undefined) | null {
  if ((inputs.rules ?? []).length === 0) return null;
  const rules = rulesOf(inputs);
  return ({row, amount}) => rules.ofEntry(row.narration, amount);
}

type Matching = {readonly inputs: Inputs; readonly rules: RuleReader};

/** The rules of the shop. A text that names a payment of a till is covered by none of them. */
function rulesOf({rules = [], payments, settled}: Inputs): RuleReader {
  let references: ReadonlySet<string> | undefined;
  return ruleReader(rules, reference => {
    references ??= new Set([payments, settled?.pairs ?? []].flatMap(each => [...each].map(one => one.reference)));
    return references.has(reference);
  });
}

/** The result for a statement without payouts, which may cover a year. */
const noPairs = {
  again: new Map(),
  arrived: [],
  fits: new Map(),
  fitting: new Map(),
  fitTogether: [],
  returned: [],
} as const;

const isReversal = ({narration}: BankRow) => /^RVSL\b/u.test(narration);

/** Payouts that the bank's credits name together, as one; with the credits, and the debits that took them back. */
type Brought = {readonly payouts: Payout[]; readonly credits: Credit[]; readonly back: Credit[]};

function broughtBy(named: ReadonlyMap<Credit, readonly Payout[]>): readonly Brought[] {
  const broughtOf = new Map<Payout, Brought>();
  for (const [credit, payouts] of named) {
    const known = new Set(payouts.flatMap(payout => broughtOf.get(payout) ?? []));
    const [first = {payouts: [], credits: [], back: []}, ...others] = known;
    for (const each of others) first.credits.push(...each.credits);
    first.credits.push(credit);
    for (const payout of [...payouts, ...others.flatMap(each => each.payouts)]) {
      if (broughtOf.get(payout) === first) continue;
      first.payouts.push(payout);
      broughtOf.set(payout, first);
    }
  }
  return [...new Set(broughtOf.values())];
}

/**
 * Finds the debits with which the bank took payouts back: those of exactly a payout, all that came together, or one of their credits, that
 * name one of them, or that the bank marks as a reversal if they fit nothing else.
 */
function findReturns(
  entries: Iterable<Credit>,
  all: readonly Brought[],
  namedBy: (entry: Credit) => readonly Payout[],
): void {
  const byAmount = new Map<string, Set<Brought>>();
  for (const brought of all) {
    const {payouts, credits} = brought;
    for (const {amount} of [oneOf(payouts), ...payouts, ...credits])
      byAmount.getOrInsertComputed(exactly(oneOf(payouts).currency, negated(amount)), () => new Set()).add(brought);
  }
  const sumOf = (of: readonly Credit[]) => magnitude(sumDecimals(of.map(({amount}) => amount)));
  const isThere = ({credits, back}: Brought) => compareDecimals(sumOf(back), sumOf(credits)) < 0;
  for (const entry of byAmount.size === 0 ? [] : entries) {
    const {row, amount} = entry;
    const same = [...(byAmount.get(exactly(row.currency, amount)) ?? [])].filter(isThere);
    const its = same.length === 0 ? [] : namedBy({...entry, amount: negated(amount)});
    const isIts = ({payouts}: Brought) => payouts.some(payout => its.includes(payout));
    const [only, ...others] = its.length === 0 && isReversal(row) ? same : same.filter(isIts);
    if (only !== undefined && others.length === 0) only.back.push(entry);
  }
}

/**
 * Of the credits that name payouts, those that are theirs: all of them, or if that is too much, those that are exactly all payouts or one of
 * them each, or the first.
 */
function arrivedOf({payouts, credits}: Brought, isOfRule: (entry: Credit) => boolean): readonly Credit[] {
  const free = credits.filter(each => !isOfRule(each));
  const own = free.length === 0 ? credits : free;
  const all = oneOf(payouts);
  if (compareDecimals(magnitude(sumDecimals(own.map(each => each.amount))), magnitude(all.amount)) <= 0) return own;
  const left = new Set(own);
  const exact = ({amount}: Payout) => {
    const found = Iterator.from(left).find(each => equalDecimals(each.amount, amount));
    if (found !== undefined) left.delete(found);
    return found ?? [];
  };
  const [theirs = own.slice(0, 1)] = [[all].flatMap(exact), payouts.flatMap(exact)].filter(each => each.length > 0);
  return theirs;
}

/** Several payouts as one. */
function oneOf(payouts: readonly Payout[]): Payout {
  const [first, ...others] = payouts;
  if (first === undefined) throw new Error('no payouts');
  return others.length === 0
    ? first
    : {
        ...first,
        payout: payouts.map(({payout}) => payout).join(' + '),
        amount: sumDecimals(payouts.map(({amount}) => amount)),
        rows: payouts.flatMap(({rows}) => rows),
      };
}

const exactly = (currency: string, value: Decimal) => `${currency} ${plainAmount({currency, value})}`;

/** Level 4: payouts against the bank. A payout of zero moves no money. */
export function bankFindings(inputs: Inputs, payouts: Payouts, bank: BankMatching): readonly Finding[] {
  const unclear = bank.unclear.map(entry => wordUnknown(entry, subjectOf(entry), entry.row.bookedOn));
  const byRule = [...bank.byRule].map(([entry, rule]) => ofRule(entry, rule));
  if (payouts.merged.files.length === 0 || bank.merged.files.length === 0) return [...unclear, ...byRule];
  const rules = rulesOf(inputs);
  const {arrived, again, fits, returned, fitting, fitTogether} = bank;
  const grouped = [...arrived, ...fitTogether, ...returned];
  const paired = new Set([...fits.values(), ...grouped.flatMap(({entries}) => entries)]);
  const inGroup = new Set(grouped.flatMap(each => each.payouts));
  const lastDate = coveredUntil(bank);
  const firstPayoutDate = coveredFrom(payouts);
  return [
    ...unclear,
    ...byRule,
    ...fitTogether.map(group => suggestedGroup(inputs, group)),
    ...returned.map(each => sequence(inputs, oneOf(each.payouts), each.entries)),
    ...arrived.flatMap(each => differing({inputs, rules}, oneOf(each.payouts), each.entries)),
    ...payouts.list.flatMap(payout => {
      if (inGroup.has(payout)) return [];
      const fit = fits.get(payout);
      if (fit !== undefined) return suggested({inputs, rules}, payout, fit);
      if (isZero(payout.amount)) return [];
      return [missing(inputs, payout, {lastDate, fitting: fitting.get(payout) ?? 0})];
    }),
    ...bank.credits
      .filter(credit => !paired.has(credit) && !bank.byRule.has(credit))
      .map(credit => extra(credit, firstPayoutDate, again.get(credit))),
  ];
}

/** The findings for entries that match no payout; each is made when it is asked for. */
export function looseFindings(inputs: Inputs, payouts: Payouts, {loose, spent}: BankMatching) {
  const ruleOf = entryRules(inputs);
  const firstPayoutDate = coveredFrom(payouts);
  const findingOf = (entry: Credit): Finding => {
    const rule = ruleOf?.(entry);
    return rule === undefined ? extra(entry, firstPayoutDate) : ofRule(entry, rule);
  };
  return {loose: mappedRows(loose, findingOf), spent: mappedRows(spent, findingOf)};
}

function pairsOf(
  list: readonly Payout[],
  entries: readonly Credit[],
  {
    inputs: {settings},
    isOfRule,
    isCrowded,
  }: {readonly inputs: Inputs; readonly isOfRule: (entry: Credit) => boolean; readonly isCrowded: boolean},
): Pick<BankMatching, 'arrived' | 'again' | 'fits' | 'fitting' | 'fitTogether' | 'returned'> {
  const namedBy = payoutsNamed(list);
  const named = new Map(
    entries.map(entry => [entry, namedBy(entry)] as const).filter(([, payouts]) => payouts.length > 0),
  );
  const brought = broughtBy(named);
  findReturns(
    entries.filter(entry => !named.has(entry)),
    brought,
    namedBy,
  );
  const arrived: BankGroup[] = [];
  const returned: BankGroup[] = [];
  const again = new Map<Credit, string>();
  for (const each of brought) {
    const {payouts, credits, back} = each;
    const its = new Set(back.length > 0 ? [...credits, ...back] : arrivedOf(each, isOfRule));
    (back.length > 0 ? returned : arrived).push({payouts, entries: [...its].sort(inOrder)});
    for (const credit of credits) if (!its.has(credit)) again.set(credit, oneOf(payouts).payout);
  }
  const taken = new Set<Payout | Credit>([...arrived, ...returned].flatMap(each => [...each.payouts, ...each.entries]));
  const fits = new Map<Payout, Credit>();
  const free = entries.filter(entry => !taken.has(entry));
  const byDay = Map.groupBy(free, ({row}) => dayNumber(row.bookedOn));
  const candidates = new Map<Payout, Credit[]>();
  const wanted = new Map<Credit, number>();
  for (const payout of list) {
    if (taken.has(payout) || payout.date === null) continue;
    const date = dayNumber(payout.date);
    const days = Array.from({length: nearDays + 1}, (_, later) => byDay.get(date + later) ?? []);
    const near = days.flat().filter(entry => isOf(payout, entry, settings.bankTolerance[payout.currency]));
    candidates.set(payout, near);
    for (const entry of near) wanted.set(entry, (wanted.get(entry) ?? 0) + 1);
  }
  for (const [payout, near] of candidates) {
    const [only] = near;
    if (only !== undefined && near.length === 1 && wanted.get(only) === 1) fits.set(payout, only);
  }
  const alone = [...candidates].flatMap(([payout, near]) => (near.length === 0 ? payout : []));
  const ofNobody = alone.length === 0 || isCrowded ? [] : free.filter(entry => !wanted.has(entry) && !isOfRule(entry));
  return {
    arrived,
    again,
    fits,
    fitting: new Map([...candidates].map(([payout, near]) => [payout, near.length])),
    returned,
    fitTogether: fittingGroups(alone, ofNobody, isNear),
  };
}

/** Whether a payout may arrive on a day. */
function isNear({date}: Payout, bookedOn: number): boolean {
  const later = date === null ? -1 : bookedOn - dayNumber(date);
  return later >= 0 && later <= nearDays;
}

const inOrder = (a: Credit, b: Credit) =>
  a.row.bookedOn === b.row.bookedOn ? 0 : a.row.bookedOn < b.row.bookedOn ? -1 : 1;

/** The last day that the bank's files cover: as they state it, else the day of their last entry. */
function coveredUntil({merged}: BankMatching): string | null {
  let last: string | null = null;
  for (const {interval, rows} of merged.files) {
    const dates = interval === null ? distinctIn(rows, 'bookedOn') : [interval.to];
    for (const date of dates) if (last === null || date > last) last = date;
  }
  return last;
}

/** The first day that the payout files cover; null if one of them states no days, since it may have payouts of any day. */
function coveredFrom({merged}: Payouts): string | null {
  const dates = merged.files.map(({interval}) => interval?.from ?? null);
  return dates.includes(null) ? null : (dates.sort()[0] ?? null);
}

const finding = (
  about: Omit<Finding, 'reference' | 'till' | 'local' | 'provider' | 'delta' | 'effects'> &
    Partial<Pick<Finding, 'local' | 'provider'>>,
  delta: DecimalAmount,
  term: LineTerm,
): Finding => ({...ofNothing, ...about, delta, effects: [{term, ...delta}]});

function missing(
  {days}: Inputs,
  {payout, currency, amount, date, rows}: Payout,
  {lastDate, fitting}: {lastDate: string | null; fitting: number},
): Finding {
  const isUnderWay = date !== null && (lastDate === null || dayNumber(lastDate) - dayNumber(date) < nearDays);
  const about = {
    subject: payout,
    facts: {payout, fitting},
    since: date ?? days.to,
    rows,
    local: {currency, value: amount},
  };
  const delta = {currency, value: negated(amount)};
  if (isUnderWay)
    return finding({...about, code: 'TIMING', reason: 'payout-in-transit', status: 'carried'}, delta, 'in-transit');
  const reason: Reason = fitting > 0 ? 'bank-ambiguous' : 'not-in-bank';
  return finding({...about, code: 'BANK_MISSING', reason}, delta, 'bank-missing');
}

export const entrySubject = ({entry, bookedOn}: Pick<BankRow, 'entry' | 'bookedOn'>): string =>
  [entry, bookedOn].filter(part => part !== '').join('/');
const subjectOf = ({row}: Credit): string => entrySubject(row);

type Suggestion = Pick<Finding, 'subject' | 'reason' | 'facts' | 'since' | 'rows' | 'delta'> & {
  readonly local: DecimalAmount;
  readonly provider: DecimalAmount;
};

/** Until a person accepts it, the payouts count as not in the bank and the entries as unexplained. */
function suggestion({accepted}: Inputs, about: Suggestion): Finding {
  const found: Finding = {...ofNothing, ...about, code: 'BANK_MISSING', severity: 'medium', status: 'suggested'};
  if (accepted.some(({key}) => key === keyOf(found))) return found;
  const {local, provider} = about;
  return {
    ...found,
    effects: [
      {term: 'bank-missing', ...local, value: negated(local.value)},
      {term: 'bank-extra', ...provider},
    ],
  };
}

/** The only entry that fits a payout that no entry names. The key names both, so that accepting it never accepts another entry. */
function suggested({inputs, rules}: Matching, payout: Payout, entry: Credit): Finding[] {
  const {currency, amount, rows} = payout;
  const {row} = entry;
  const found = suggestion(inputs, {
    subject: [payout.payout, subjectOf(entry)].join('/'),
    reason: 'bank-fits',
    facts: {payout: payout.payout, narration: row.narration, bookedOn: row.bookedOn},
    since: row.bookedOn,
    rows: [...rows, ...placesOf(entry)],
    local: {currency, value: amount},
    provider: {currency, value: entry.amount},
    delta: {currency, value: subtractDecimals(entry.amount, amount)},
  });
  return found.effects === undefined ? [found, ...differing({inputs, rules}, payout, [entry])] : [found];
}

/** Payouts and entries of one sum that do not name each other. As with a single fitting entry, a person has to confirm it. */
function suggestedGroup(inputs: Inputs, {payouts, entries}: BankGroup): Finding {
  const ours = payouts.toSorted((a, b) => (a.payout < b.payout ? -1 : 1));
  const theirs = entries.toSorted((a, b) => (subjectOf(a) < subjectOf(b) ? -1 : 1));
  const {currency = ''} = ours[0] ?? {};
  const value = sumDecimals(ours.map(({amount}) => amount));
  const days = theirs.map(({row}) => row.bookedOn).sort();
  const {narration = ''} = theirs[0]?.row ?? {};
  return suggestion(inputs, {
    subject: [...ours.map(({payout}) => payout), ...theirs.map(subjectOf)].join('/'),
    reason: ours.length > 1 ? 'bank-fits-several' : 'bank-fits-parts',
    facts: {
      payouts: ours.map(({payout}) => payout).join(', '),
      count: theirs.length,
      bookedOn: [...new Set(days)].join(', '),
      narration,
    },
    since: days.at(-1) ?? inputs.days.to,
    rows: [...ours.flatMap(({rows}) => rows), ...theirs.flatMap(placesOf)],
    local: {currency, value},
    provider: {currency, value},
    delta: null,
  });
}

const factsOf = ({text, account, split, who, learned}: ShopRule) => ({
  rule: text,
  account: account ?? '',
  ...(split && {split: 'yes'}),
  who,
  ...(learned && {learned}),
});

/** A person has said what such entries are: the line shows it and needs no action. */
function ofRule(entry: Credit, rule: ShopRule): Finding {
  const {row, amount} = entry;
  const value = {currency: row.currency, value: amount};
  const isCredit = amount.digits > 0n;
  return {
    ...ofNothing,
    code: isCredit ? 'BANK_EXTRA' : 'OK',
    subject: subjectOf(entry),
    reason: 'by-rule',
    facts: {...factsOf(rule), narration: row.narration, bookedOn: row.bookedOn},
    severity: 'info',
    status: 'matched',
    rows: placesOf(entry),
    provider: value,
    delta: isCredit ? value : null,
    since: row.bookedOn,
    effects: [{term: 'by-rule', ...value}],
  };
}

/** `named` are the payouts that a credit names although they have come without it. */
function extra(credit: Credit, firstPayoutDate: string | null, named?: string): Finding {
  const {row, amount} = credit;
  const delta = {currency: row.currency, value: amount};
  const about = {
    subject: subjectOf(credit),
    facts: {entry: row.entry, bookedOn: row.bookedOn, narration: row.narration},
    since: row.bookedOn,
    rows: placesOf(credit),
    provider: delta,
  };
  if (named !== undefined) {
    const facts = {...about.facts, payout: named};
    return finding({...about, facts, code: 'BANK_EXTRA', reason: 'credit-named-again'}, delta, 'bank-extra');
  }
  return firstPayoutDate !== null && row.bookedOn < firstPayoutDate
    ? finding(
        {...about, code: 'TIMING', reason: 'credit-of-earlier-payout', status: 'matched'},
        delta,
        'arrived-from-earlier',
      )
    : finding({...about, code: 'BANK_EXTRA', reason: 'credit-unexplained'}, delta, 'bank-extra');
}

/** Credits that name their payout and have another amount. Within the tolerance it is not an exception, but it still counts. */
function differing(
  {inputs: {settings}, rules}: Matching,
  {payout, currency, amount, rows}: Payout,
  credits: readonly Credit[],
): Finding[] {
  const there = sumDecimals(credits.map(each => each.amount));
  const away = subtractDecimals(there, amount);
  const [first] = credits;
  if (first === undefined || isZero(away)) return [];
  const isTolerated = isWithin(there, amount, settings.bankTolerance[currency]);
  const {row} = first;
  const rule = rules.ofDifference(row.narration, there, amount);
  const said = rule && factsOf(rule);
  const about = {
    code: away.digits < 0n ? ('BANK_MISSING' as const) : ('BANK_EXTRA' as const),
    subject: payout,
    reason: rule === undefined ? ('bank-differs' as const) : ('by-rule' as const),
    facts: {payout, narration: row.narration, bookedOn: row.bookedOn, ...said},
    since: row.bookedOn,
    rows: [...rows, ...credits.flatMap(placesOf)],
    local: {currency, value: amount},
    provider: {currency, value: there},
    ...(isTolerated || rule !== undefined ? {status: 'matched' as const} : {}),
  };
  return [finding(about, {currency, value: away}, rule === undefined ? 'bank-differences' : 'by-rule')];
}

/** A payout that the bank took back, and what came again. Only what the bank has not got in the end is missing. */
function sequence({settings}: Inputs, payout: Payout, entries: readonly Credit[]): Finding {
  const {currency, amount} = payout;
  const there = sumDecimals(entries.map(each => each.amount));
  const away = subtractDecimals(there, amount);
  const isBrought = (each: Credit) => isSameWay(each.amount, amount);
  const returns = entries.filter(each => !isBrought(each));
  const brought = entries.filter(isBrought);
  const later = entries.slice(entries.findIndex(each => !isBrought(each))).filter(isBrought);
  const again = later.length === 0 && !isZero(there) ? brought.slice(-1) : later;
  const dates = (of: readonly Credit[]) => [...new Set(of.map(({row}) => row.bookedOn))].join(', ');
  const about = {
    subject: payout.payout,
    facts: {
      payout: payout.payout,
      bookedOn: dates(returns),
      againOn: dates(again),
      narration: returns[0]?.row.narration ?? '',
    },
    since: entries.at(-1)?.row.bookedOn ?? '',
    rows: [...payout.rows, ...entries.flatMap(placesOf)],
    local: {currency, value: amount},
    provider: {currency, value: there},
  };
  if (isZero(away)) return {...ofNothing, ...about, code: 'OK', reason: 'bank-paid-again', status: 'matched'};
  const differing = {
    ...about,
    code: away.digits < 0n ? ('BANK_MISSING' as const) : ('BANK_EXTRA' as const),
    reason: isZero(there) ? ('bank-took-back' as const) : ('bank-again-differs' as const),
    ...(isWithin(there, amount, settings.bankTolerance[currency]) && {status: 'matched' as const}),
  };
  return finding(differing, {currency, value: away}, 'bank-differences');
}
