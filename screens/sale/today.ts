import {businessDate} from '../../src/core/day/business-day.js';
import {needingPerson, pendingPayments, pendingSums} from '../../src/core/journal/selectors.js';
import type {DayTotals} from '../../src/core/journal/state.js';
import type {Money} from '../../src/core/money/money.js';
import {glyphs} from '../../src/core/payment/badge.js';
import type {Verdict} from '../../src/core/payment/payment.js';
import {disclosedTotals} from '../../src/core/shift/blind.js';

import type {TallyBlock} from '../kit/block.js';
import type {Context} from '../kit/step.js';

const none: readonly Money[] = [];

/** The business day so far as numbers: what is paid, pending, not paid, and what a person must see to. */
export function dayCounts(context: Context): readonly Counted[] {
  const {till} = context;
  const totals = totalsOf(context);
  const pending = pendingPayments(till.state);
  const mine = needingPerson(till.state).length;
  return [
    {verdict: 'paid', count: totals?.paid ?? 0, sums: disclosedOf(context).sums, hasCash: disclosedOf(context).hasCash},
    {verdict: 'not-known', count: pending.length, sums: pendingSums(till.state)},
    {verdict: 'not-paid', count: totals?.notPaid ?? 0, sums: none},
    ...(mine === 0 ? [] : [{verdict: 'needs-person' as const, count: mine, sums: none}]),
  ];
}

/** `hasCash`: beside the sums there is cash, which is told when the drawer is counted. */
type Counted = {
  readonly verdict: Verdict;
  readonly count: number;
  readonly sums: readonly Money[];
  readonly hasCash?: boolean;
};

function totalsOf({till, now, shop}: Context): DayTotals | undefined {
  return till.state.days.get(businessDate(now, shop.zone, shop.dayStartsAt));
}

function disclosedOf(context: Context) {
  const totals = totalsOf(context);
  if (totals === undefined || !context.till.mayLook('totals'))
    return {sums: none, back: none, net: none, whole: totals?.givenBack ?? 0, hasCash: false};
  const {sums, refunded, withheld} = disclosedTotals(context.till.state, totals);
  const back = [...refunded.values()].filter(({minor}) => minor !== 0);
  const net = back.map(({currency, minor}) => ({currency, minor: (sums.get(currency)?.minor ?? 0) - minor}));
  return {sums: [...sums.values()], back, net, whole: totals.givenBack, hasCash: withheld.length > 0};
}

/** What was given back today, how many payments were given back whole, and what is left of the sums of these currencies. */
export function givenBack(context: Context): {
  readonly back: readonly Money[];
  readonly net: readonly Money[];
  readonly whole: number;
} {
  return disclosedOf(context);
}

/** The same as a block: the net stands under the gross where something was given back. */
export function todayTally(context: Context): TallyBlock {
  const {messages} = context;
  const {back, net, whole} = givenBack(context);
  const {givenBack: given, givenBackWhole, net: left} = messages.saleScreen;
  const refundText = whole === 0 ? given : givenBackWhole({count: whole});
  const quiet = (glyph: string, text: string, sums: readonly Money[]) =>
    ({glyph, text, sums, tone: 'quiet', note: ''}) as const;
  const [paid, ...others] = dayCounts(context).map(
    ({verdict, count, sums, hasCash = false}) =>
      ({
        glyph: glyphs[verdict],
        tone: count === 0 ? 'quiet' : verdict,
        text: `${count} ${messages.saleScreen.counts[verdict]({count})}`,
        sums,
        note: hasCash ? messages.saleScreen.andCash : '',
      }) as const,
  );
  const rows = [
    ...(paid === undefined ? [] : [paid]),
    ...(back.length + whole === 0 ? [] : [quiet('↩', refundText, back)]),
    ...(net.length === 0 ? [] : [quiet('=', left, net)]),
    ...others,
  ];
  return {kind: 'tally', id: 'today', label: messages.saleScreen.today, rows};
}
