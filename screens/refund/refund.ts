import {listText} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Money, moneyText, parseAmount} from '../../src/core/money/money.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {isRefundUnclear, refundRest} from '../../src/core/payment/refund.js';
import {problemOf} from '../../src/core/payment/said.js';
import {channelName} from '../../src/core/payment/tender.js';
import {returnedName} from '../../src/core/present/line-rows.js';
import {Problem} from '../../src/core/problem.js';
import type {RefundOptions} from '../../src/core/refund/decide.js';
import {type LineChoice, sumOfReturned} from '../../src/core/refund/lines.js';
import {type Block, bigAmount, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {amountShown, amountTyped, payerLine} from '../kit/amount.js';
import {beside, type Filled, fieldBlocks, formKeys, openChoice, typedIn} from '../kit/form.js';
import {onlyWhile, reasonField} from '../kit/question.js';
import {payerText} from '../kit/said.js';
import {type Context, type Form, paymentOf, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead} from '../model.js';
import {amountLine, roundingBlocks} from '../order/masks.js';
import {kickDrawer} from '../report/printing.js';
import {keyedTexts, keyText} from '../terminal/bindings.js';
import {numberRules} from '../terminal/line.js';
import {comesBack, type From, type GivenRefund, restOfLines} from './lines.js';

type AskedRefund = RefundOptions & {readonly amount: Money};
type Refund = Filled<'amount' | 'why' | 'reason' | 'unheard'> & {
  readonly reference: string;
  readonly from: From;
  /** The lines that came back; undefined if the sale has none to choose from. */
  readonly chosen: readonly LineChoice[] | undefined;
  /** The reason, as the index of its key. The last one is in the cashier's own words. */
  readonly why: number | undefined;
  /** The service did not say which refunds it has. A person who goes on has to give a reason. */
  readonly isUnheard: boolean;
  readonly asked: AskedRefund | undefined;
  readonly isSending: boolean;
};

const reasonsIn = ({messages}: Context): readonly string[] => [
  ...messages.cardScreen.refund.reasons,
  messages.cardScreen.refund.other,
];
const isOwnWords = ({why}: Refund, context: Context) => why === reasonsIn(context).length - 1;

/** The reason to begin the next refund with: words of one's own are for one refund, and nobody says what somebody else said. */
const reasonKept = (state: Refund, context: Context): Context['refundReason'] =>
  state.why === undefined || isOwnWords(state, context) ? undefined : {why: state.why, person: context.shop.person};

const reasonBefore = ({refundReason, shop}: Context): number | undefined =>
  refundReason?.person === shop.person ? refundReason.why : undefined;

const namesLines = ({chosen = []}: Pick<Refund, 'chosen'>): boolean => chosen.length > 0;

/** Returns the amount to give back. Throws a `Problem` if it is not an amount, or if this payment cannot give it back in this way. */
function amountOf(state: Refund, payment: Payment, context: Context): Money {
  if (namesLines(state)) return comesBack(payment, state.from, {lines: state.chosen}, context).amount;
  const amount = parseAmount(typedIn(state, 'amount'), payment.request.amount.currency, context.shop.amounts);
  // Whether an unclear refund was made is asked before cash is given back.
  if (state.from === 'card' || !payment.refunds.some(isRefundUnclear))
    return comesBack(payment, state.from, {amount}, context).amount;
  const rest = refundRest(payment);
  if (amount.minor <= rest.minor) return amount;
  throw new Problem('refund-above-rest', {reference: payment.reference, rest: moneyText(rest)});
}

function shownAmount(state: Refund, {currency}: Money, {language, shop}: Context): string {
  const typed = typedIn(state, 'amount');
  return amountShown(() => parseAmount(typed, currency, shop.amounts), {typed, currency, language});
}

function fields(state: Refund, payment: Payment, context: Context): Form<Refund> {
  const {fields: labels, all, choose, chooseFirst} = context.messages.cardScreen.refund;
  const pick = {keys: keyText('pick-reason', context)};
  const {kept, why, isUnheard} = state;
  const reasons = reasonsIn(context);
  return [
    {
      id: 'amount',
      label: labels.amount,
      rules: numberRules,
      unit: payment.request.amount.currency,
      shown: shownAmount(state, payment.request.amount, context),
      note: kept === 'amount' && !namesLines(state) ? all : '',
      guard: amountLine,
      ...(namesLines(state) && {isPassed: true, isLocked: true}),
      check: () => problemOf(() => amountOf(state, payment, context)),
    },
    openChoice({
      id: 'why',
      label: labels.why,
      value: reasons[why ?? -1],
      note: choose(pick),
      first: chooseFirst(pick),
      picks: keyedTexts('pick-reason', reasons, context),
      turn: by => chosen(state, reasons.indexOf(beside(reasons, reasons[why ?? -1], by))),
    }),
    ...(isOwnWords(state, context) ? [reasonField(state, 'reason', labels.reason)] : []),
    ...(isUnheard ? [reasonField(state, 'unheard', labels.unheard)] : []),
  ];
}

const chosen = (state: Refund, why: number): Refund => ({...state, why, wrong: undefined});

function form(state: Refund, context: Context): Form<Refund> {
  const payment = paymentOf(state, context);
  return payment === undefined || state.asked !== undefined ? [] : fields(state, payment, context);
}

/** Goes to the next field that is needed, or to the question. A field that the person has not reached is not marked as wrong. */
function proceed(state: Refund, context: Context): Step<Refund> {
  const payment = paymentOf(state, context);
  if (payment === undefined) return {go: 'back'};
  const {focus, why, isUnheard} = state;
  for (const {id, check} of form(state, context)) {
    const problem = check?.();
    if (problem === undefined) continue;
    const field = id as Refund['focus'];
    const hasComeThere = field === focus || field === 'amount';
    return {state: {...state, focus: field, wrong: hasComeThere ? {field, problem} : undefined}};
  }
  const reason = isOwnWords(state, context) ? typedIn(state, 'reason').trim() : (reasonsIn(context)[why ?? -1] ?? '');
  const asked = {amount: amountOf(state, payment, context), ...(namesLines(state) && {lines: state.chosen})};
  const historyReason = isUnheard ? {unheard: typedIn(state, 'unheard').trim()} : {};
  return {state: {...state, wrong: undefined, asked: {...asked, reason, ...historyReason}}};
}

/** Returns what comes back, as it will be recorded, and what of it another part of the sale has to give back. */
function backBlocks({asked, chosen = [], from}: Refund, payment: Payment, context: Context): readonly Block[] {
  const given = asked ?? (chosen.length === 0 ? undefined : {lines: chosen});
  if (given === undefined || problemOf(() => comesBack(payment, from, given, context)) !== undefined) return [];
  const {amount, rounding, lines} = comesBack(payment, from, given, context);
  if (lines.length === 0) return roundingBlocks(rounding, context);
  const {language, messages} = context;
  const names = lines.map(line => returnedName(line, language));
  const back = messages.cardScreen.refund.lines.back({lines: listText(names, language)});
  const others =
    chosen.length === 0 ? undefined : restOfLines(chosen, payment, {...amount, minor: sumOfReturned(lines)}, context);
  return compact([
    fact('back', back, {most: 2, said: `${back}, ${displayMoney(amount, language)}.`}),
    others !== undefined && fact('others', others, {tone: 'quiet'}),
    ...roundingBlocks(rounding, context),
  ]);
}

function question(
  {from, isSending}: Refund,
  {amount, reason, unheard}: AskedRefund,
  {request}: Payment,
  context: Context,
): readonly Block[] {
  const {language, messages} = context;
  const {accountScreen, cardScreen, cashScreen} = messages;
  const [ask, {cannotRecall}, sending] =
    from === 'card'
      ? [cardScreen.refund.question, cardScreen.refund, cardScreen.refund.sending]
      : request.method === 'account'
        ? [accountScreen.takeOff, {cannotRecall: ''}, cashScreen.refund.writing]
        : [cashScreen.refund.question, cashScreen.refund, cashScreen.refund.writing];
  const to = (card: string) => ask({amount: displayMoney(amount, language), card, reason});
  return compact([
    fact('question', to(`${channelName(request, language)} ${displayPayer(request, context.shop.country)}`), {
      tone: 'strong',
      importance: 'standing',
      said: to(payerText(request, context)),
    }),
    unheard !== undefined &&
      notice('unheard', cardScreen.refund.unheard, {tone: 'not-known', glyph: '!', importance: 'standing'}),
    fact('recall', isSending ? sending : cannotRecall, {tone: 'not-known'}),
  ]);
}

const giving = ({reference, from}: Refund, asked: AskedRefund): Task<Refund> =>
  task({
    kind: 'refund',
    ...(from === 'card' && {isUrgent: true}),
    run: async (till, answer: (answer?: undefined) => void) => {
      if (from === 'drawer') {
        await till.refundInCash(reference, asked);
        answer();
        const isOnBook = till.state.payments.get(reference)?.request.method === 'account';
        return isOnBook ? undefined : kickDrawer(till);
      }
      const {finished} = await till.refund(reference, asked);
      answer();
      await finished;
    },
    reduce: () => ({go: 'back'}),
    // If the service's refunds are not known, the person can type a reason to go on anyway.
    refused: (state, problem) => {
      const isUnheard = problem.code === 'refund-history-unheard';
      const wrong = {field: isUnheard ? 'unheard' : 'amount', problem} as const;
      const focus = isUnheard ? 'unheard' : state.focus;
      return {state: {...state, asked: undefined, isSending: false, isUnheard, focus, wrong}};
    },
  });

/** Returns the amount to fill in: that of the lines, else all that is left, as far as this way can pay it. */
function offered(payment: Payment, {from, chosen = []}: Pick<Refund, 'from' | 'chosen'>, context: Context): Money {
  const read = () => comesBack(payment, from, {lines: chosen}, context).amount;
  return problemOf(read) === undefined ? read() : refundRest(payment);
}

/** A refund: how much, why, and one question before it is sent. */
export const refund: Screen<['refund', GivenRefund], Refund> = {
  id: 'refund',
  layout: 'beside',
  // The sum of the lines, else all that is left of the payment. With lines and a reason nothing is missing: the question follows at once.
  open: ({reference, from, lines: chosen}, context) => {
    const payment = paymentOf({reference}, context);
    const isOfLines = namesLines({chosen});
    const state: Refund = {
      lines:
        payment === undefined ? {} : {amount: amountTyped(offered(payment, {from, chosen}, context), context.language)},
      focus: isOfLines ? 'why' : 'amount',
      kept: 'amount',
      chosen,
      wrong: undefined,
      reference,
      from,
      // The first reason is that goods were returned, which applies to lines.
      why: isOfLines ? 0 : reasonBefore(context),
      isUnheard: false,
      asked: undefined,
      isSending: false,
    };
    return isOfLines && payment !== undefined ? {state, ...proceed(state, context)} : {state};
  },
  focused: ({reference}) => reference,
  form,
  describe: (state, context) => {
    const {language, messages} = context;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    const {asked, from} = state;
    const isCash = from === 'drawer' && payment.request.method !== 'account';
    const name = isCash ? messages.cashScreen.refund.title : messages.cardScreen.refund.title;
    const rest = refundRest(payment);
    const left = messages.cardScreen.refund.rest({
      rest: displayMoney(rest, language),
      amount: displayMoney(payment.request.amount, language),
    });
    const isRoomy = asked !== undefined; // the question names the payer and the sum
    return [
      title(name, {said: name}),
      gap('above'),
      bigAmount(asked?.amount ?? offered(payment, state, context), asked !== undefined),
      fact('payment', `${payerLine(payment.request, context)} · ${payment.reference}`, {importance: 'detail', isRoomy}),
      fact('rest', left, {tone: 'quiet', importance: isRoomy ? 'detail' : 'standing', said: `${left}.`, isRoomy}),
      ...backBlocks(state, payment, context),
      gap('below'),
      ...(asked === undefined
        ? fieldBlocks(fields(state, payment, context), state, context)
        : question(state, asked, payment, context)),
    ];
  },
  keys: [
    {
      id: 'give-back',
      when: ({asked, isSending}) => asked !== undefined && !isSending,
      press: (state, context) =>
        state.asked === undefined
          ? {}
          : {
              state: {...state, isSending: true},
              asks: giving(state, state.asked),
              keeps: {refundReason: reasonKept(state, context)},
            },
    },
    {id: 'continue', when: ({asked}) => asked === undefined, press: proceed},
    {
      id: 'pick-reason',
      when: ({asked, focus}) => asked === undefined && focus === 'why',
      press: (state, context, {place}) => {
        const picked = chosen(state, place);
        return isOwnWords(picked, context) ? {state: {...picked, focus: 'reason'}} : proceed(picked, context);
      },
    },
    ...formKeys(form).map(onlyWhile<Refund>(({asked}) => asked === undefined)),
    {
      id: 'back',
      when: ({isSending}) => !isSending,
      press: ({asked, ...state}) => {
        if (asked !== undefined) return {state: {...state, asked: undefined}};
        const {reference, from, chosen} = state;
        return {go: chosen === undefined ? 'back' : goInstead('refund-lines', {reference, from, lines: chosen})};
      },
    },
  ],
};
