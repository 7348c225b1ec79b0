import {type Language, type Messages, messages} from '../messages/messages.js';
import {figureOf} from '../money/display.js';
import type {Money} from '../money/money.js';
import {tenderName} from '../payment/tender.js';
import {centred, pair, type SlipPart} from '../slip/slip.js';
import type {Specified} from '../spec/spec.js';
import {personText} from '../staff/name.js';
import {cleanText} from '../text/text.js';
import {noCounts} from './closing.js';
import {inDrawer, takingsOf} from './report.js';
import type {Report, roundingSpec} from './report-schema.js';
import {
  groupName,
  hasGroups,
  type NetGroup,
  type NetRate,
  netGroups,
  netRates,
  netTips,
  type SoldSections,
  type Turnover,
  tipsIn,
} from './sold.js';

export type Words = Messages['report'] & {readonly language: Language};

export const strong = (text: string): SlipPart => centred(text, 'strong');
export const plain = (text: string): SlipPart => ({kind: 'text', text, align: 'left', size: 'normal', isStrong: false});
export const nameOf = ({person}: {readonly person: string}, {language}: Words): string => personText(person, language);
export const sum = (
  {language}: Pick<Words, 'language'>,
  label: string,
  amount: Money,
  count: number | null = null,
): SlipPart => ({kind: 'columns', label: cleanText(label, 60), count, amount: figureOf(amount, language)});
export const heading = (text: string): readonly SlipPart[] => [{kind: 'rule'}, strong(text)];

/** Takings by tender with totals, the fees, and takings by cashier if there are several. */
export function takings(
  report: Pick<Report, 'tenders' | 'cashiers' | 'uncounted' | 'tips' | 'rounding'>,
  words: Words,
): readonly SlipPart[] {
  const {tenders, cashiers} = report;
  const isNothing = report.uncounted?.some(({cashSales}) => cashSales > 0) !== true;
  if (tenders.length === 0) return isNothing ? [...heading(words.takings), plain(words.noTakings)] : [];
  const byCurrency = takingsOf(report).flatMap(({count, ...total}) => {
    const own = tenders.filter(tender => tender.total.currency === total.currency);
    return [
      ...own.map(tender => sum(words, tenderName(tender, words.language), tender.total, tender.count)),
      sum(words, totalLabel(report, total.currency, words), total, count),
      ...ofRounding(report, total.currency, ({total: its}) => its).map(its => sum(words, words.roundingIn, its)),
      ...withoutTips(tipsIn(report, total.currency), total, words),
      ...own
        .filter(({fee}) => fee !== '0')
        .map(tender =>
          pair(`${words.fees({currency: total.currency})} ${tenderName(tender, words.language)}`, tender.fee),
        ),
    ];
  });
  const withoutFee = tenders.reduce((total, {feesUnknown}) => total + feesUnknown, 0);
  return [
    ...heading(words.takings),
    ...byCurrency,
    ...(withoutFee === 0 ? [] : [pair(words.feesUnknown, String(withoutFee))]),
    ...(new Set(cashiers.map(({person}) => person)).size < 2
      ? []
      : [
          ...heading(words.byCashier),
          ...cashiers.map(each => sum(words, nameOf(each, words), each.total, each.count)),
        ]),
  ];
}

/** The tips in a sum, which are not the shop’s, and the sum without them; nothing if there are no tips. */
function withoutTips(tips: number, {currency, minor}: Money, words: Words): readonly SlipPart[] {
  if (tips === 0) return [];
  return [
    sum(words, words.tipsOff, {currency, minor: -tips}),
    sum(words, words.withoutTips({currency}), {currency, minor: minor - tips}),
  ];
}

/** The total leaves out cash that is not shown yet, and its label says so. */
function totalLabel({uncounted = []}: Pick<Report, 'uncounted'>, currency: string, words: Words): string {
  const isWhole = uncounted.every(each => each.currency !== currency || each.cashSales === 0);
  return (isWhole ? words.total : words.totalWithoutCash)({currency});
}

type SoldRounding = Specified<typeof roundingSpec>;

/** The rounding of a currency, in what was taken or in what was given back, if there is any. */
const ofRounding = (
  {rounding = []}: Pick<Report, 'rounding'>,
  currency: string,
  of: (rounding: SoldRounding) => Money | undefined,
): readonly Money[] =>
  rounding
    .filter(({total}) => total.currency === currency)
    .flatMap(each => of(each) ?? [])
    .filter(({minor}) => minor !== 0);

/** Refunds by method, with the numbers requested and failed if they differ from those done. */
export function refunds(report: Pick<Report, 'refunds' | 'rounding'>, words: Words): readonly SlipPart[] {
  if (report.refunds.length === 0) return [];
  return [
    ...heading(words.refunds),
    ...report.refunds.flatMap(({method, total, done, requested, failed}) => [
      sum(words, words.refundMethods[method], total, done),
      ...(requested === done && failed === 0 ? [] : [plain(`  ${words.refundsAsked({requested, failed})}`)]),
    ]),
    ...[...new Set(report.refunds.map(({total}) => total.currency))].flatMap(currency =>
      ofRounding(report, currency, ({back}) => back).map(back => sum(words, words.roundingIn, back)),
    ),
  ];
}

/** How the totals of the paid tickets follow from payments of this period and earlier ones. */
export function tickets({tickets: all = []}: Pick<Report, 'tickets'>, words: Words): readonly SlipPart[] {
  return all.flatMap(({currency, count, ...sums}) => {
    const row = (label: string, minor: number) => sum(words, label, inDrawer(currency, minor));
    const optional = (label: string, minor: number) => (minor === 0 ? [] : [row(label, minor)]);
    return [
      ...heading(words.tickets({currency})),
      ...optional(words.ticketsBefore, sums.before),
      row(words.ticketsTaken, sums.taken),
      ...optional(words.ticketsAdjusted, sums.adjusted),
      ...optional(words.ticketsReopened, sums.reopened ?? 0),
      ...optional(words.ticketsBeyond, -sums.beyond),
      ...optional(words.ticketsAbandoned, -sums.abandoned),
      ...optional(words.ticketsOpen, -sums.open),
      sum(words, words.ticketsPaid, inDrawer(currency, sums.paid), count),
    ];
  });
}

/** What customers owe, and how it follows from what was sold on the book and paid off. */
export function accounts({accounts: all = []}: Pick<Report, 'accounts'>, words: Words): readonly SlipPart[] {
  return all.flatMap(({currency, before, sold: bought, returned, paid, after, count}) => {
    const row = (label: string, minor: number, times: number | null = null) =>
      minor === 0 ? [] : [sum(words, label, {currency, minor}, times)];
    return [
      ...heading(words.accounts({currency})),
      ...row(words.accountsBefore, before),
      ...row(words.accountsSold, bought, count),
      ...row(words.accountsReturned, -returned),
      ...row(words.accountsPaid, -paid),
      sum(words, words.accountsAfter, {currency, minor: after}),
    ];
  });
}

/** Sales by group and tax rate, if lines have any. Each currency's rows include what has none, and so come to the whole. */
export function sold(sections: SoldSections, turnovers: readonly Turnover[], words: Words): readonly SlipPart[] {
  const {groups = [], taxes = [], tips = []} = sections;
  const isGrouped = hasGroups(groups);
  const hasRates = taxes.some(({rate}) => rate !== null);
  return [
    ...(isGrouped ? [...heading(words.groups), ...groupParts(netGroups(sections, turnovers), words)] : []),
    ...(hasRates ? heading(words.taxes) : []),
    ...(hasRates ? netRates(sections, turnovers).flatMap(each => rateParts(each, words)) : []),
    ...(tips.length > 0 ? heading(words.tipsByPerson) : []),
    ...netTips(tips).flatMap(each =>
      netParts(`${nameOf(each, words)}, ${tenderName(each, words.language)}`, each, words),
    ),
  ];
}

/** Up to `longestList` groups, rows for the rest and for no group, and the net of all if more than goods is in it. */
function groupParts(rows: readonly NetGroup[], words: Words): readonly SlipPart[] {
  const isGroup = ({kind}: NetGroup) => kind === undefined || kind === 'tip';
  const all = rows.filter(isGroup);
  const [listed, others] = [all.slice(0, longestList), all.slice(longestList)];
  const currencies = [...new Set(rows.map(({total}) => total.currency))];
  const inCurrency = (list: readonly NetGroup[]) =>
    currencies.flatMap(currency => {
      const own = list.filter(({total}) => total.currency === currency);
      const sumOf = (figure: (row: NetGroup) => number) => own.reduce((all, row) => all + figure(row), 0);
      const [minor, net, count] = [sumOf(row => row.total.minor), sumOf(row => row.net), sumOf(row => row.count ?? 0)];
      return own.length === 0 ? [] : [{currency, count, net, refunded: minor - net, total: {currency, minor}}];
    });
  return [
    ...listed.flatMap(each => netParts(groupName(each, words), each, words)),
    ...inCurrency(others).flatMap(each => netParts(words.others({currency: each.currency}), each, words)),
    ...rows.filter(each => !isGroup(each)).map(each => netOnly(groupName(each, words), each, words)),
    ...inCurrency(rows)
      .filter(({currency}) =>
        rows.some(row => row.total.currency === currency && (row.refunded !== 0 || !isGroup(row))),
      )
      .map(each => netOnly(messages(words.language).day.net({currency: each.currency}), each, words)),
  ];
}

/** What something brought in (`total`), how much of it was refunded, and the net of both. `refunded` and `net` are in minor units. */
export type NetSum = Pick<NetGroup, 'total' | 'count' | 'refunded' | 'net'>;
const netOnly = (label: string, {total, net}: Pick<NetSum, 'total' | 'net'>, words: Words) =>
  sum(words, label, {...total, minor: net});

/** A row with what something brought in and, if some of it was refunded, a row with the net below. */
function netParts(
  label: string,
  {total, count, refunded, net}: NetSum,
  words: Pick<Words, 'language'>,
): readonly SlipPart[] {
  const own = sum(words, label, total, count);
  const {netOf} = messages(words.language).day;
  return refunded === 0 ? [own] : [own, sum(words, netOf({name: label}), {...total, minor: net})];
}

const rateParts = (rate: NetRate, words: Words): readonly SlipPart[] =>
  rateRows(rate, words).map(({label, amount}) => sum(words, label, amount));

/** The rows of a tax rate; the first one names the rate. Below are what was refunded and the tax that is then due. */
export function rateRows(
  {rate, kind, sold: its, back}: NetRate,
  words: Messages['report'],
): readonly {readonly label: string; readonly amount: Money}[] {
  const {gross, net, tax} = its;
  const of = (label: string, minor: number) => ({label, amount: {...gross, minor}});
  const given = back.gross.minor;
  if (kind !== undefined) return [of(groupName({group: null, kind}, words), gross.minor - given)];
  const backRow = given === 0 ? [] : [of(words.givenBack, -given)];
  if (rate === null || net === null || tax === null) return [of(words.noRate, gross.minor), ...backRow];
  const taxBack = back.tax?.minor ?? 0;
  return [
    ...[of(words.rate({rate}), gross.minor), of(words.rateNet, net.minor), of(words.rateTax, tax.minor)],
    ...backRow,
    ...(taxBack === 0 ? [] : [of(words.rateTaxDue, tax.minor - taxBack)]),
  ];
}

/** Paper is short: a longer list is cut to this many rows, followed by the sum of the others. */
export const longestList = 20;

/** The counts of a period, and a note if no taxes were recorded. Before the count of the drawer, taxes may be withheld, and nothing is said. */
export function countParts(
  {counts, taxes = [], uncounted = []}: Pick<Report, 'counts' | 'taxes'> & {readonly uncounted?: Report['uncounted']},
  words: Words,
): readonly SlipPart[] {
  const isUntracked = uncounted.length === 0 && taxes.every(({rate}) => rate === null);
  const names = Object.keys(noCounts) as (keyof Report['counts'])[];
  return [
    ...heading(words.counts),
    ...names.map(name => pair(words[name], String(counts[name]))),
    ...(isUntracked ? [pair(words.tax, words.taxNotTracked)] : []),
  ];
}

/** The sums since the journal began. */
export function perpetual(report: Pick<Report, 'perpetual' | 'uncounted'>, words: Words): readonly SlipPart[] {
  if (report.perpetual.length === 0 && report.uncounted !== undefined) return [];
  return [
    ...heading(words.perpetual),
    ...report.perpetual.flatMap(({currency, sales, refunds: back, corrections}) => [
      sum(words, words.perpetualSales, inDrawer(currency, sales)),
      ...(back === 0 ? [] : [sum(words, words.perpetualRefunds, inDrawer(currency, -back))]),
      ...(corrections === 0 ? [] : [sum(words, words.perpetualCorrections, inDrawer(currency, corrections))]),
      sum(words, words.perpetualNet, inDrawer(currency, sales - back + corrections)),
    ]),
  ];
}

/** The lines of the journal that the report covers, the hash of the last one, and up to which line the head office has signed. */
export function seal(
  {fromSeq, throughSeq, head, witnessed}: Pick<Report, 'fromSeq' | 'throughSeq' | 'head' | 'witnessed'>,
  words: Words,
): readonly SlipPart[] {
  const sequence = throughSeq === fromSeq ? String(throughSeq) : `${fromSeq + 1} - ${throughSeq}`;
  return [
    {kind: 'rule'},
    pair(words.sequence, sequence),
    pair(words.head, head.slice(0, 32)),
    ...(witnessed === undefined ? [] : [pair(words.witnessed, String(witnessed))]),
  ];
}
