import {businessDate, dayText, secondsText} from '../day/business-day.js';
import {type Language, listText, type Messages, messages} from '../messages/messages.js';
import {figureOf} from '../money/display.js';
import type {Money} from '../money/money.js';
import {tenderName} from '../payment/tender.js';
import {centred, pair, type SlipPart} from '../slip/slip.js';
import {personText} from '../staff/name.js';
import {cleanText} from '../text/text.js';
import {parkedName} from '../ticket/ticket.js';
import {actNames} from './acts.js';
import {closingName, noCounts} from './closing.js';
import type {BooksClosing} from './closing-schema.js';
import {leftBy} from './drawer-cash.js';
import {inDrawer, type OtherTill, sumLines, takingsOf, zName} from './report.js';
import type {Drawer, Report, ReportLine, SoldRounding} from './report-schema.js';
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
  turnoversOf,
} from './sold.js';

/** `copy` is the number of the copy, 0 for the original. `signedCode` is the text of a Z's QR code, signed by the till. */
type ReportIssue = {
  readonly language: Language;
  readonly copy: number;
  readonly signedCode?: string | undefined;
};

type Uncounted = NonNullable<Report['uncounted']>[number];
type Words = Messages['report'] & {readonly language: Language};

/** An X or a Z as a slip; the same report always gives the same parts. An X says that it closes nothing. */
export function reportParts(report: Report, {language, copy, signedCode}: ReportIssue): readonly SlipPart[] {
  const words: Words = {...messages(language).report, language};
  const {profiles, copy: copyWord} = messages(language).receipt;
  const ends: readonly SlipPart[] = [
    ...(report.kind === 'x' ? [{kind: 'banner', text: words.notFinal} as const] : []),
    ...(report.profile === 'live' ? [] : [strong(`*** ${profiles[report.profile]} ***`)]),
    ...(copy === 0 ? [] : [strong(copyWord({copy}))]),
  ];
  const title = report.kind === 'x' ? words.x : `${words.z} ${zName(report.number)}`;
  return [
    ...ends,
    strong(cleanText(report.shop, 100)),
    centred(title, 'large'),
    {kind: 'rule'},
    ...framePairs(report, words),
    ...takings(report, words),
    ...lines(words, words.late, report.late, ({z}) => words.lateLine({z: zName(z ?? 0)})),
    ...lines(words, words.corrections, report.corrections, ({z}) =>
      words.correctionLine({z: z === null ? zName(report.number) : zName(z)}),
    ),
    ...refunds(report, words),
    ...tickets(report, words),
    ...accounts(report, words),
    ...parked(report, words),
    ...sold(report, turnoversOf(report), words),
    ...openPayments(report, words),
    ...report.drawers.flatMap(drawer => drawerParts(drawer, words)),
    ...(report.uncounted ?? []).flatMap(drawer => uncountedParts(drawer, words)),
    ...recountParts(report, words),
    ...differenceParts(report, words),
    ...countParts(report, words),
    ...actParts(report, words),
    ...perpetual(report, words),
    ...seal(report, words),
    ...(report.kind === 'z' && signedCode !== undefined
      ? [{kind: 'qr', text: signedCode, caption: words.check} as const]
      : []),
    ...ends.toReversed(),
  ];
}

const strong = (text: string): SlipPart => centred(text, 'strong');
const plain = (text: string): SlipPart => ({kind: 'text', text, align: 'left', size: 'normal', isStrong: false});
const nameOf = ({person}: {readonly person: string}, {language}: Words): string => personText(person, language);
const sum = (
  {language}: Pick<Words, 'language'>,
  label: string,
  amount: Money,
  count: number | null = null,
): SlipPart => ({
  kind: 'columns',
  label: cleanText(label, 60),
  count,
  amount: figureOf(amount, language),
});
const heading = (text: string): readonly SlipPart[] => [{kind: 'rule'}, strong(text)];

function framePairs(report: Report, words: Words): readonly SlipPart[] {
  const {zone, openedAt, closedAt, shift, people, tills, newKeys = [], unproved = [], beside = []} = report;
  const {language} = words;
  const when = (at: number) => `${dayText(businessDate(at, zone, '00:00'), language)}, ${secondsText(at, zone)}`;
  return [
    pair(words.till, report.till),
    pair(words.businessDate, dayText(report.businessDate, language)),
    ...(openedAt === null ? [] : [pair(words.opened, when(openedAt))]),
    pair(words.closed, when(closedAt)),
    pair(words.zone, zone),
    ...(shift === null ? [] : [pair(words.shift, String(shift))]),
    ...(people.length === 0 ? [] : [pair(words.people, cleanText(listText(people, language), 200))]),
    ...newKeys.map(({publicKey, isSigned}) =>
      pair(isSigned ? words.newKey : words.newKeyUnsigned, publicKey.slice(0, 8)),
    ),
    ...unproved.map(person => pair(words.unproved, cleanText(person, 60))),
    ...(tills === undefined ? [] : [pair(words.tills, cleanText(tills.join(', '), 200))]),
    ...beside.flatMap(other => otherTill(other, words)),
  ];
}

/** What a Z tells of another till of the home: its sums at its last Z, and that it has sold since. */
function otherTill({till, z, perpetual: sums, taken}: OtherTill, words: Words): readonly SlipPart[] {
  const name = cleanText(till, 20);
  return [
    ...(z === null
      ? []
      : sums.map(each =>
          sum(
            words,
            words.besideSum({till: name, z: zName(z)}),
            inDrawer(each.currency, each.sales - each.refunds + each.corrections),
          ),
        )),
    pair(z === null ? words.besideNoZ({till: name}) : words.besideTaken({till: name, z: zName(z)}), String(taken)),
  ];
}

/** Takings by tender with totals, the fees, and takings by cashier if there are several. */
function takings(
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

/** Each line with its reference below it, and their sums. */
function lines(
  words: Words,
  title: string,
  list: readonly ReportLine[],
  label: (line: ReportLine) => string,
): readonly SlipPart[] {
  if (list.length === 0) return [];
  return [
    ...heading(title),
    ...list.flatMap(line => [sum(words, label(line), line.amount), plain(`  ${line.reference}`)]),
    ...(list.length < 2 ? [] : sumLines(list).map(({count, ...total}) => sum(words, total.currency, total, count))),
  ];
}

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
function refunds(report: Pick<Report, 'refunds' | 'rounding'>, words: Words): readonly SlipPart[] {
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
function tickets({tickets: all = []}: Pick<Report, 'tickets'>, words: Words): readonly SlipPart[] {
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
function accounts({accounts: all = []}: Pick<Report, 'accounts'>, words: Words): readonly SlipPart[] {
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

/** What is put aside and not sold: no money. */
function parked({parked: all = []}: Report, words: Words): readonly SlipPart[] {
  const baskets = all.map(basket => ({reference: parkedName(basket), amount: basket.total}));
  return [
    ...openList(words.parked, baskets, words),
    ...sumLines(baskets).map(({count, ...total}) =>
      sum(words, words.parkedSum({currency: total.currency}), total, count),
    ),
  ];
}

/** Sales by group and tax rate, if lines have any. Each currency's rows include what has none, and so come to the whole. */
function sold(sections: SoldSections, turnovers: readonly Turnover[], words: Words): readonly SlipPart[] {
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
const longestList = 20;

type OpenLine = Report['needsPerson'][number];

function openList(
  title: string,
  payments: readonly Pick<OpenLine, 'reference' | 'amount'>[],
  words: Words,
): readonly SlipPart[] {
  if (payments.length === 0) return [];
  return [
    ...heading(title),
    ...payments.slice(0, longestList).map(({reference, amount}) => sum(words, reference, amount)),
    ...sumLines(payments.slice(longestList)).map(({count, ...total}) =>
      sum(words, words.others({currency: total.currency}), total, count),
    ),
  ];
}

function openPayments(report: Report, words: Words): readonly SlipPart[] {
  const isPaid = ({status}: OpenLine) => status === 'paid';
  const lists = [
    [words.inFlight, report.inFlight],
    [words.unknown, report.unknown],
    [words.needsPerson, report.needsPerson.filter(line => !isPaid(line))],
    [words.needsPersonPaid, report.needsPerson.filter(isPaid)],
  ] as const;
  const parts = lists.map(([title, payments]) => openList(title, payments, words));
  const paid = parts.at(-1) ?? [];
  const unpaid = parts.slice(0, -1).flat();
  if (unpaid.length + paid.length === 0) return [];
  const isCut = lists.some(([, payments]) => payments.length > longestList);
  const where = report.kind === 'z' ? `duka shift show --z ${report.number} --json` : 'duka pending';
  const notAsked = report.notAsked === 0 ? [] : [pair(words.notAsked, String(report.notAsked))];
  return [
    ...(unpaid.length === 0 ? [] : [...unpaid, plain(words.notTotalled)]),
    ...paid,
    ...(isCut ? [plain(words.wholeList), plain(`  ${where}`)] : []),
    ...notAsked,
  ];
}

function drawerParts(drawer: Drawer, words: Words): readonly SlipPart[] {
  const {currency, expected, counted, difference, beforeFloat} = drawer;
  const row = (label: string, minor: number) => sum(words, label, inDrawer(currency, minor));
  const optional = (label: string, minor: number) => (minor === 0 ? [] : [row(label, minor)]);
  return [
    ...heading(words.drawer({currency})),
    ...(beforeFloat === undefined ? [] : [row(words.beforeFloat, leftBy(beforeFloat))]),
    row(words.float, drawer.float),
    row(words.sales, drawer.sales),
    ...optional(words.givenBack, -drawer.refunds),
    ...optional(words.paidIn, drawer.paidIn),
    ...optional(words.paidOut, -drawer.paidOut),
    ...optional(words.drops, -drawer.drops),
    ...(expected === null ? [] : [row(words.expected, expected)]),
    ...(counted === null ? [] : [row(words.counted, counted)]),
    ...(difference === null ? [] : [row(words.difference, difference)]),
  ];
}

const uncountedParts = ({currency, float, cashSales}: Uncounted, words: Words): readonly SlipPart[] => [
  ...heading(words.drawer({currency})),
  sum(words, words.float, inDrawer(currency, float)),
  pair(words.sales, String(cashSales)),
  plain(words.toldWhenCounted),
];

function recountParts({recount}: Report, words: Words): readonly SlipPart[] {
  if (recount === undefined) return [];
  return [
    pair(words.timesCounted, String(recount.times)),
    ...recount.first.flatMap(({currency, counted, difference}) => [
      sum(words, words.countedFirst, inDrawer(currency, counted)),
      sum(words, words.differenceFirst, inDrawer(currency, difference)),
    ]),
  ];
}

function differenceParts({difference}: Report, words: Words): readonly SlipPart[] {
  if (difference === null) return [];
  const {note, approver} = difference;
  return [
    pair(words.because, cleanText(note, 200)),
    ...(approver === null ? [] : [pair(words.acceptedBy, cleanText(approver, 60))]),
  ];
}

/** What each person did, if there are several people; for only one, the counts above say it already. */
function actParts({acts = [], people}: Pick<Report, 'acts' | 'people'>, words: Words): readonly SlipPart[] {
  if (acts.length === 0 || new Set([...people, ...acts.map(({person}) => person)]).size < 2) return [];
  const {sums, counts} = messages(words.language).staffReport;
  const labels = {...counts, refunds: sums.refunds, discounts: sums.discounts};
  return [
    ...heading(words.acts),
    ...acts.flatMap(act => [
      plain(cleanText(nameOf(act, words), 60)),
      ...actNames
        .map(name => [labels[name], act[name]] as const)
        .filter(([, count]) => count > 0)
        .map(([label, count]) => pair(`  ${label}`, String(count))),
    ]),
  ];
}

/** The counts of a period, and a note if no taxes were recorded. Before the count of the drawer, taxes may be withheld, and nothing is said. */
function countParts(
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
function perpetual(report: Pick<Report, 'perpetual' | 'uncounted'>, words: Words): readonly SlipPart[] {
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
function seal(
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

/** A closing as a slip; the same closing always gives the same parts. `signedCode` is the text of its QR code. */
export function closingParts(
  closing: BooksClosing,
  {language, signedCode}: {readonly language: Language; readonly signedCode?: string | undefined},
): readonly SlipPart[] {
  const words: Words = {...messages(language).report, language};
  const {closing: said, receipt} = messages(language);
  const {kind, profile, shop, till, zone, closedAt, previous, firstZ, lastZ, zs} = closing;
  const ends = profile === 'live' ? [] : [strong(`*** ${receipt.profiles[profile]} ***`)];
  const when = `${dayText(businessDate(closedAt, zone, '00:00'), language)}, ${secondsText(closedAt, zone)}`;
  return [
    ...ends,
    strong(cleanText(shop, 100)),
    centred(said.title[kind], 'large'),
    centred(closingName(closing), 'large'),
    {kind: 'rule'},
    pair(words.till, till),
    pair(said.number, String(closing.number)),
    pair(said.previous, previous === null ? said.none : `${previous.number}: ${previous.line.slice(0, 16)}`),
    pair(words.closed, when),
    pair(words.zone, zone),
    pair(said.zs, firstZ === null ? said.noZs : `${zName(firstZ)} - ${zName(lastZ ?? firstZ)}, ×${zs}`),
    ...takings(closing, words),
    ...corrections(closing, words),
    ...refunds(closing, words),
    ...tickets(closing, words),
    ...accounts(closing, words),
    ...sold(closing, turnoversOf(closing), words),
    ...drawers(closing, words),
    ...countParts(closing, words),
    ...perpetual(closing, words),
    ...seal({...closing, fromSeq: closing.throughSeq}, words),
    ...(signedCode === undefined ? [] : [{kind: 'qr', text: signedCode, caption: said.check} as const]),
    ...ends,
  ];
}

function corrections({corrections: list}: BooksClosing, words: Words): readonly SlipPart[] {
  if (list.length === 0) return [];
  return [...heading(words.corrections), ...list.map(({total, count}) => sum(words, total.currency, total, count))];
}

function drawers({drawers: list}: BooksClosing, words: Words): readonly SlipPart[] {
  if (list.length === 0) return [];
  const said = messages(words.language).closing;
  return [
    ...heading(said.drawers),
    ...list.flatMap(({currency, counted, differing, difference}) => [
      pair(said.counted({currency}), `${counted}, ${differing}`),
      sum(words, said.drawer({currency}), inDrawer(currency, difference)),
    ]),
  ];
}
