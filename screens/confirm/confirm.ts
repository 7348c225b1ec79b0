import {ageText, businessDate, clockText, dateText, timerText} from '../../src/core/day/business-day.js';
import {ticketOf} from '../../src/core/item/basket.js';
import {displayMoney} from '../../src/core/money/display.js';
import {statusText} from '../../src/core/payment/badge.js';
import {earlierNote, guardOf} from '../../src/core/payment/earlier.js';
import {payerKey} from '../../src/core/payment/payer.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {missingText} from '../../src/core/restore/restored.js';
import {cleanText} from '../../src/core/text/text.js';
import type {AttemptOptions} from '../../src/till/payment.js';
import {type Block, fact, gap, notice, title} from '../../src/views/block.js';
import {emptyForm, fieldBlocks, typedIn} from '../kit/form.js';
import {
  type Context,
  checking,
  type Form,
  type Pressed,
  type Screen,
  type Step,
  type Task,
  task,
} from '../kit/screen.js';
import {goTo, type ReducerContext} from '../model.js';
import {isUnusual, roundingBlocks, unusualBlocks} from '../order/masks.js';
import {keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';
import {askedIn, type Charged, type Confirm, mustSayWhy, payableIn} from './asked.js';

/** Returns the field for the reason that is needed to go on, if the same payer was asked a short while ago. */
function form(state: Confirm, context: Context): Form<Confirm> {
  if (state.isSending || !mustSayWhy(state, context)) return [];
  return [{id: 'reason', label: context.messages.confirmScreen.reason, rules: textRules}];
}

const hour = 60 * 60_000;
const day = 24 * hour;

/** Whether the till's clock differs from the service's by more than an hour, and no one has confirmed the date in the last day. */
export function mustConfirmClock({
  till,
}: {
  readonly till: Pick<ReducerContext['till'], 'state' | 'clockSkew' | 'now'>;
}): boolean {
  const {clockConfirmedAt} = till.state;
  if (Math.abs(till.clockSkew() ?? 0) <= hour) return false;
  return clockConfirmedAt === undefined || Math.abs(till.now() - clockConfirmedAt) > day;
}

/** `chunk`: the input that opened the screen. An Enter in the same chunk was not a decision about this question. */
type Clock = {readonly chunk: number};

const confirming: Task<Clock> = {kind: 'confirm', run: till => till.confirmClock(), done: () => ({go: 'back'})};

/** The question about the date, before the first sale of a machine whose date is doubtful. */
export const clock: Screen<['clock', Clock], Clock> = {
  id: 'clock',
  open: state => ({state}),
  describe: (_, context) => {
    const {language, now, shop, till, messages} = context;
    const {clockTitle, clockNow, clock: isOff, clockQuestion} = messages.confirmScreen;
    const today = businessDate(now, shop.zone, '00:00');
    const date = `${dateText(today, language)} ${today.slice(0, 4)}`;
    const age = timerText(Math.abs(till.clockSkew() ?? 0), language);
    return [
      title(clockTitle),
      gap('above'),
      fact('now', clockNow({date, time: clockText(now, shop.zone)}), {tone: 'strong', ageless: 'now'}),
      fact('off', isOff({age}), {most: 4, ageless: 'off'}),
      gap('below'),
      fact('question', clockQuestion({key: keyText('back', context)}), {most: 4}),
    ];
  },
  keys: [
    {id: 'confirm-clock', press: (state, _, {chunk}) => (chunk === state.chunk ? {} : {asks: confirming})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** Whether the same wallet or card has just paid the same sum, so that another request would hardly be meant. */
function mustWarn({noted, order}: Confirm, {till}: Context): boolean {
  const payment = till.state.payments.get(noted ?? '');
  const {cooldownMinutes} = till.settings;
  return payment !== undefined && guardOf(payment, order.amount, {now: till.now(), cooldownMinutes}) === 'warn';
}

/** Returns the action that sends. After the same payer has just paid the same sum it is not Enter, which may be pressed by habit. */
const sendKey = (screen: Confirm, context: Context): 'send' | 'send-second' =>
  mustWarn(screen, context) ? 'send-second' : 'send';

/** Returns what is said about an earlier payment of the same wallet or card that has ended: a quiet line, or a warning. */
function notedBlocks(screen: Confirm, context: Context): readonly Block[] {
  const {language, shop, till, messages} = context;
  const reference = screen.noted ?? (mustSayWhy(screen, context) ? undefined : screen.earlier);
  const payment = till.state.payments.get(reference ?? '');
  if (payment === undefined) return [];
  const note = earlierNote(payment, {language, zone: shop.zone});
  if (!mustWarn(screen, context))
    return [fact('noted', note, {tone: 'quiet', most: 2, importance: 'standing', isRoomy: true})];
  const keys = {yes: keyText('send-second', context), no: keyText('change', context)};
  const text = `${note} ${messages.confirmScreen.twice(keys)}`;
  return [notice('noted', text, {tone: 'needs-person', glyph: '!', importance: 'standing'})];
}

/** Returns the warning before the first request after a restore; empty before all others. */
function missingIn({language, shop, till}: Context): readonly string[] {
  const text = missingText(till.state, {language, zone: shop.zone});
  return text === undefined ? [] : [text];
}

function earlierBlocks(screen: Confirm, context: Context): readonly Block[] {
  const {language, now, till, messages} = context;
  const payment = till.state.payments.get(screen.earlier ?? '');
  if (payment === undefined || !mustSayWhy(screen, context)) return [];
  const {earlier, earlierPaid} = askedIn(screen, context);
  const {reference, status} = payment;
  const facts = {
    amount: displayMoney(payment.request.amount, language),
    age: ageText(now - payment.requestedAt, language),
    reference,
    status: statusText(payment, language),
  };
  const asking = till.outlook(reference).isAsking ? ` ${messages.confirmScreen.asking}` : '';
  const text = `${(status === 'paid' ? earlierPaid : earlier)(facts)}${asking}`;
  const ageless = `${reference} ${status}`;
  return [notice('earlier', text, {tone: 'not-known', glyph: '!', importance: 'standing', ageless})];
}

/** Returns what is wrong, in the words of this question; empty if nothing is. */
function wrongText(screen: Confirm, context: Context): string {
  const problem = screen.wrong?.problem;
  if (problem === undefined) return '';
  if (problem.code !== 'reason-missing') return problemText(problem, context.language);
  return askedIn(screen, context).reasonMissing({key: keyText('change', context)});
}

function send(state: Confirm, context: Context, {chunk}: Pressed): Step<Confirm> {
  // An Enter from a paste or a scanner, or one that arrived together with the previous one, is not an answer to this question.
  if (chunk === state.chunk) return {};
  if (mustConfirmClock(context)) return {go: goTo('clock', {chunk})};
  const {isSure, sale, ticket, paysOff, basket} = state;
  const sells = basket && ticketOf(basket);
  if (!isSure && isUnusual(state, totalOf(state), context)) return {state: {...state, isSure: true, chunk}};
  const again = typedIn(state, 'reason').trim();
  if (again === '' && mustSayWhy(state, context))
    return {state: {...state, wrong: {field: 'reason', problem: new Problem('reason-missing')}}};
  // The letter that sends a second time is the confirmation that it is no accident.
  const sure = {isSure: isSure || mustWarn(state, context), ...(again === '' ? {} : {again})};
  const asks = taking(state, {sale, ticket, paysOff, sells, ...sure});
  return {state: {...state, isSending: true, wrong: undefined}, asks};
}

/** Requests the money. `charged` and `options` are members of the task, so that a reader of the effect can see what is requested. */
function taking(
  charged: Charged,
  options: AttemptOptions,
): Task<Confirm> & {readonly charged: Charged; readonly options: AttemptOptions} {
  const asked: Task<Confirm> = task({
    kind: 'take',
    isUrgent: true,
    run: async (till, answer: (reference: string) => void) => {
      const {reference, finished} = await (charged.method === 'card'
        ? till.charge(charged.order, charged.card.unseal(), options)
        : till.collect(charged.order, options));
      answer(reference);
      await finished;
    },
    reduce: (_, reference) => ({go: ['home', goTo('payment', {reference, isOnSale: true})]}),
    refused: (state, problem) => {
      // The card was handed over and no longer exists, so it has to be typed again.
      if (state.method === 'card') return {go: 'back', notice: {kind: 'problem', problem}};
      const its = problem.facts['reference'];
      const earlier = problem.code === 'earlier-payment' ? String(its) : state.earlier;
      const noted = problem.code === 'paid-just-now' ? String(its) : state.noted;
      return {state: {...state, isSending: false, earlier, noted, wrong: {field: 'reason', problem}}};
    },
  });
  return {...asked, charged, options};
}

const totalOf = ({basket, order}: Confirm) => (basket && ticketOf(basket).total) ?? order.amount;

const earlierOf = ({earlier, noted}: Confirm) => earlier ?? noted;
const isAsking = ({isSending}: Confirm) => !isSending;

/** The one question before money is requested. It shows exactly what will be sent, and sends once. */
export const confirm: Screen<
  ['confirm', Charged & Pick<Confirm, 'sale' | 'ticket' | 'paysOff' | 'basket' | 'chunk'>],
  Confirm
> = {
  id: 'confirm',
  layout: 'beside',
  open: (given, {till}) => {
    const {amount} = payableIn(given, {till});
    const payer = given.method === 'card' ? payerKey({method: 'card', card: given.mark, amount}) : given.order.wallet;
    const before = till.earlier(payer, amount);
    const reference = before?.payment.reference;
    const isAsked = before?.guard === 'ask';
    const state: Confirm = {
      ...given,
      earlier: isAsked ? reference : undefined,
      noted: isAsked ? undefined : reference,
      ...emptyForm('reason'),
      isSure: false,
      isSending: false,
    };
    return {state, ...(isAsked && reference !== undefined ? {asks: checking(reference)} : {})};
  },
  form,
  /** If there is little room, the customer's details are left out. Warnings and what cannot be undone stay. */
  describe: (state, context) => {
    const {messages} = context;
    const asked = askedIn(state, context);
    const {amount, rounding} = payableIn(state, context);
    const problem = wrongText(state, context);
    const fields = fieldBlocks(form(state, context), state, context);
    return [
      title(asked.title, {said: asked.sentence}),
      gap('above'),
      {kind: 'amount', id: 'amount', said: '', money: amount, tone: 'strong', beside: []},
      ...roundingBlocks(rounding, context),
      // These facts were narrated field by field while they were typed, or are the usual ones.
      ...asked.from.map(([label, value]) =>
        fact(label, cleanText(value, 120), {lead: label, tone: 'strong', importance: 'detail'}),
      ),
      ...asked.about
        .filter(([, value]) => value !== '')
        .map(([label, value]) =>
          fact(label, cleanText(value, 120), {
            lead: label,
            isOptional: label !== messages.confirmScreen.rows.sale,
            most: 1,
            importance: label === messages.confirmScreen.rows.sale ? 'news' : 'detail',
          }),
        ),
      gap('below'),
      ...[...missingIn(context), ...asked.warnings].map((text, at) =>
        notice(`warning ${at}`, text, {tone: 'not-known', glyph: '!', importance: 'standing'}),
      ),
      ...(state.isSure ? unusualBlocks(sendKey(state, context), 'change', context, totalOf(state)) : []),
      ...notedBlocks(state, context),
      ...earlierBlocks(state, context),
      ...fields.map(field => ({...field, problem})),
      fact('recall', state.isSending ? messages.confirmScreen.sending : asked.cannotRecall, {tone: 'quiet', most: 2}),
      ...(fields.length > 0 || problem === '' ? [] : [notice('problem', problem, {importance: 'standing'})]),
    ];
  },
  keys: [
    {id: 'send', when: (state, context) => isAsking(state) && !mustWarn(state, context), press: send},
    {id: 'send-second', when: (state, context) => isAsking(state) && mustWarn(state, context), press: send},
    {
      id: 'look-at-earlier',
      when: state => isAsking(state) && earlierOf(state) !== undefined,
      press: state => {
        const reference = earlierOf(state);
        return reference === undefined ? {} : {go: goTo('payment', {reference})};
      },
    },
    {id: 'change', when: isAsking, press: () => ({go: 'back'})},
  ],
  focused: ({earlier}) => earlier,
  secrets: state => (state.method === 'card' ? [state.card] : []),
};
