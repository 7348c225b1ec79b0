import {businessDate, dayText, secondsText} from '../day/business-day.js';
import {type Language, listText, messages} from '../messages/messages.js';
import {centred, pair, type SlipPart} from '../slip/slip.js';
import {cleanText} from '../text/text.js';
import {parkedName} from '../ticket/ticket.js';
import {actNames} from './acts.js';
import {leftBy} from './drawer-cash.js';
import {inDrawer, type OtherTill, sumLines, zName} from './report.js';
import type {Drawer, Report, ReportLine} from './report-schema.js';
import {
  accounts,
  countParts,
  heading,
  longestList,
  nameOf,
  perpetual,
  plain,
  refunds,
  seal,
  sold,
  strong,
  sum,
  takings,
  tickets,
  type Words,
} from './slip-sections.js';
import {turnoversOf} from './sold.js';

/** `copy` is the number of the copy, 0 for the original. `signedCode` is the text of a Z's QR code, signed by the till. */
type ReportIssue = {readonly language: Language; readonly copy: number; readonly signedCode?: string | undefined};

type Uncounted = NonNullable<Report['uncounted']>[number];

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
