import {
  isOver,
  nextOf,
  offersResolve,
  releasesGoods,
  sayTo,
  unpaidTicket,
  verdictWord,
} from '../../src/core/books/selectors.js';
import {secondsText, timerText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {attentionOf, usualWait} from '../../src/core/payment/follow-up.js';
import {notGivenBack} from '../../src/core/payment/payer.js';
import {awaitsOtp, isOpen, maySend, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {attemptsOf, isPaidTwice, paidAttemptOf} from '../../src/core/payment/payments.js';
import {mayGiveCash, mayRefund} from '../../src/core/payment/refund.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import {isSold} from '../../src/core/payment/schema.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {cashRows} from '../../src/core/present/receipt.js';
import {Problem} from '../../src/core/problem.js';
import {mayCorrectTender} from '../../src/core/sale/decide.js';
import {cleanText} from '../../src/core/text/text.js';
import {isAskedAtOnce, isPaidAtOnce, isUnpaidWhole} from '../../src/core/ticket/ticket.js';
import {atBottom, type Block, compact, type FactBlock, fact, gap, notice} from '../../src/views/block.js';
import {payerLine} from '../kit/amount.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {clauses, oneSentence} from '../kit/said.js';
import {type Context, checking, type Form, paymentOf, type Screen, type ScreenKey, type Step} from '../kit/screen.js';
import {goAlone, goTo} from '../model.js';
import {sameWalletForm} from '../order/sale-form.js';
import {restOf, soldBlocks, standingBlocks} from '../order/standing.js';
import {toRefund} from '../refund/lines.js';
import {mailBlocks} from '../report/slip.js';
import {keyText} from '../terminal/bindings.js';
import {codeRules} from '../terminal/line.js';
import {nextAttempt, toNextPart, toSellAgain} from '../ticket/ticket.js';
import {challengePage, challengeTexts, codedPageOf, mayServeAgain} from './challenges.js';
import {newestSteps, pageText, stateSentences, verdictText} from './said.js';

type Given = {readonly reference: string; readonly isOnSale?: boolean; readonly isNews?: boolean};

type Live = Filled<'code'> & {
  readonly reference: string;
  readonly isOnSale: boolean;
  /** The verdict was seen before, or the payment was opened from a list when it was paid already. */
  readonly isPast: boolean;
  /** How many refunds the payment had when it was opened. */
  readonly refundsBefore: number;
  readonly isSendingCode: boolean;
  readonly isAskingToSetAside: boolean;
  readonly problem: Problem | undefined;
};

const takesCode = ({isSendingCode, isAskingToSetAside}: Live, payment: Payment): boolean =>
  awaitsOtp(payment) && !isSendingCode && !isAskingToSetAside;

function form(state: Live, context: Context): Form<Live> {
  const payment = paymentOf(state, context);
  if (payment === undefined || !takesCode(state, payment)) return [];
  const {code, codeDigits, codeSome} = context.messages.paymentScreen;
  const wanted = payment.details?.otpLength ?? 0;
  return [
    {
      id: 'code',
      label: code,
      rules: codeRules,
      hint: wanted > 0 ? codeDigits({count: wanted}) : codeSome,
      edited: now => ({...now, problem: undefined}),
    },
  ];
}

/** Whether money was given back, so that the customer need not be thanked any more. */
const isGivenBack = ({refunds}: Payment): boolean => refunds.some(({status}) => status !== 'failed');
/** Returns the offer of a receipt, only on the sale and until one was issued; the status of one that was sent by e-mail instead. */
function receipt({isOnSale}: Live, payment: Payment, context: Context): readonly Block[] {
  const {shop, till, messages} = context;
  const standing = mailBlocks(payment.reference, context);
  const isWanted =
    isOnSale && payment.receipts === 0 && mayMail(payment, context) && releasesGoods(till.state, payment);
  if (standing.length > 0 || !isWanted) return standing;
  const keys = {slip: keyText('slip', context), mail: keyText('mail-slip', context)};
  const to = cleanText(till.mailAddressOf(payment.reference, shop.email ?? ''), 60);
  const text = to === '' ? messages.paymentScreen.receipt(keys) : messages.paymentScreen.receiptTo({...keys, to});
  return [fact('receipt', text, {most: 2, isRoomy: true})];
}

const mayMail = (payment: Payment, {till}: Context): boolean =>
  till.settings.mail !== undefined && verdictOf(payment) === 'paid' && till.writeFailure() === undefined;

/** Returns the verdict with the amount as one band, and money that is given now: change or a refund. */
function head(state: Live, payment: Payment, context: Context): readonly Block[] {
  const {language, now, shop, messages} = context;
  const badge = badgeOf(payment);
  const word = verdictWord(context.till.state, payment, language);
  const waited = attentionOf(payment, now);
  const age = timerText(now - payment.requestedAt, language);
  const since = isOpen(payment) ? `${waited === undefined ? '' : '! '}${age}` : secondsText(payment.since, shop.zone);
  const amount: Block = {
    kind: 'amount',
    id: 'amount',
    // A long wait is news. The age by itself is only for a person who asks for it.
    importance: waited === undefined ? 'detail' : 'news',
    ageless: `${badge} ${waited}`,
    money: payment.request.amount,
    tone: 'strong',
    beside: [
      {text: word, tone: badge, badge},
      {text: since, tone: badge},
    ],
    ...(waited !== undefined && {
      said: oneSentence(
        [messages.narration.open({verdict: word, attention: messages.payment.attention[waited]}), `${age}.`],
        language,
      ),
    }),
  };
  return [amount, ...givenNow(state, payment, context)];
}

/** Returns how far a request for money has come, and how long its network usually takes; nothing once it has ended. */
function track(payment: Payment, {till, language, messages}: Context): readonly Block[] {
  const badge = badgeOf(payment);
  if (!isOpen(payment) || payment.request.method === 'subscription') return [];
  const {saved, sent, customer, provider, paid} = messages.paymentScreen.track;
  const recent = till.state.recent.flatMap(reference => till.state.payments.get(reference) ?? []);
  const usual = usualWait(recent, payment);
  const note = usual === undefined ? '' : messages.paymentScreen.usually({age: timerText(usual, language)});
  const isWithCustomer = badge === 'waiting' || badge === 'with-provider';
  return [
    {
      kind: 'steps',
      id: 'track',
      importance: 'detail',
      said: note,
      isRoomy: true,
      isTrack: true,
      note,
      steps: [saved, sent, badge === 'with-provider' ? provider : customer, paid],
      now: isWithCustomer ? 3 : 2,
    },
  ];
}

/** Returns the change of a cash sale, or undefined if the payment is not in cash, is a past one, or was refunded. */
function changeOf({isPast}: Live, payment: Payment): Money | undefined {
  const {request} = payment;
  if (request.method !== 'cash' || isPast || isGivenBack(payment)) return undefined;
  return {...request.amount, minor: request.tendered.minor - request.amount.minor};
}

/** Returns the money that is given now: a refund that was made since the payment was opened, or the change. */
function givenNow(state: Live, payment: Payment, {messages}: Context): readonly Block[] {
  const {back, change: label, noChange} = messages.cashScreen;
  const drawn = (text: string, money: Money): readonly Block[] => [
    fact('change', text, {tone: 'not-known', importance: 'detail'}),
    {kind: 'amount', id: 'given', said: '', money, tone: 'strong', beside: []},
  ];
  const refund = payment.refunds.slice(state.refundsBefore).findLast(({status}) => status !== 'failed');
  if (refund !== undefined) return drawn(back[refund.method], refund.amount);
  const money = changeOf(state, payment);
  if (money === undefined) return [];
  if (money.minor === 0) return [fact('change', noChange, {tone: 'strong', said: ''})];
  return drawn(label, money);
}

/**
 * Returns what to do with the goods, then who pays, under the one name of that payer, and the reasons for the state. They are narrated as
 * one sentence after the verdict, so that any change is heard together with it.
 */
function standing(state: Live, payment: Payment, context: Context): readonly FactBlock[] {
  const {language, messages} = context;
  const {given, noChange} = messages.cashScreen;
  const money = changeOf(state, payment);
  const back = money === undefined ? '' : money.minor === 0 ? noChange : given({amount: displayMoney(money, language)});
  const sentences = stateSentences(payment, state.isPast, context);
  const spoken = sentences.map(({text}) => clauses(text.replace(/^[!?✓✗] /u, ''), language));
  const [first, ...more] = sentences.map(({text, style}, at) =>
    fact(`state ${at}`, text, {
      tone: style,
      most: 2,
      importance: 'standing',
      said: at === 0 ? oneSentence([verdictText(payment, context), back, ...spoken], language) : '',
    }),
  );
  const payer = payerLine(payment.request, context);
  const cash = state.isPast && payment.request.method === 'cash' ? cashRows(payment.request, language).slice(1) : [];
  return compact([
    first,
    fact('payer', payer, {note: payment.reference, said: '', isRoomy: true}),
    ...cash.map(([lead, text]) => fact(lead, text, {lead})),
    ...more,
  ]);
}

function supersedeQuestion({messages}: Context): readonly Block[] {
  const {setAsideTitle, setAside: text} = messages.paymentScreen;
  return [fact('aside', setAsideTitle, {tone: 'strong', importance: 'standing'}), fact('aside-why', text)];
}

/** Returns the customer's next step: the service's instructions, then the code to type or the page to open. */
function nextStep(state: Live, payment: Payment, context: Context): readonly Block[] {
  const {messages} = context;
  const next = nextOf(payment);
  if (next.kind === 'none') return [];
  if (next.kind === 'challenge') return challenge(payment, context);
  const {service, link, qrHint, codeSending} = messages.paymentScreen;
  // If the customer types a code or opens a page, the cashier has to know how.
  const isRoomy = next.kind !== 'otp' && next.kind !== 'redirect';
  const texts = [next.before, next.after].flatMap(text => (text === undefined || text === '' ? [] : [text]));
  const told = texts.map(text => cleanText(text, 300)).join(' ');
  const instructions = told === '' ? [] : [fact('next', told, {tone: 'quiet', most: 4, isRoomy, lead: service})];
  if (next.kind === 'redirect')
    return [
      ...instructions,
      fact('page', cleanText(next.url, 500), {
        lead: link,
        tone: 'strong',
        most: 4,
        said: pageText(next.url, context.language),
      }),
      fact('qr', qrHint({key: keyText('qr', context)}), {tone: 'quiet'}),
    ];
  if (next.kind !== 'otp' || !(awaitsOtp(payment) || state.isSendingCode)) return instructions;
  const code = takesCode(state, payment)
    ? fieldBlocks(form(state, context), state, context)
    : [fact('sending', codeSending, {tone: 'not-known'})];
  return [...instructions, ...code];
}

/** Returns the page of the bank and how to reach it or, if it cannot be served, why. The payment is followed in any case. */
function challenge(payment: Payment, context: Context): readonly Block[] {
  const {language, messages} = context;
  const its = context.challenges.get(payment.reference);
  const texts = challengeTexts(payment, context);
  if (its?.kind === 'failed') return texts.map((text, at) => notice(`page ${at}`, text));
  if (its?.kind !== 'served') return texts.map((text, at) => fact(`page ${at}`, text, {tone: 'not-known', most: 2}));
  const {page, ssh} = messages.cardScreen.challenge;
  const strong = {tone: 'strong', most: 4, importance: 'standing'} as const;
  return [
    ...(its.page.ssh === undefined ? [] : [fact('ssh', cleanText(its.page.ssh, 500), {...strong, lead: ssh})]),
    fact('page', cleanText(its.page.url, 500), {...strong, lead: page, said: pageText(its.page.url, language)}),
    ...texts.map((text, at) => fact(`page ${at}`, text, {tone: 'quiet', most: 2})),
  ];
}

/** Returns when the service is asked next, or nothing if it will not be asked any more. */
function look(payment: Payment, {language, till, messages}: Context): readonly Block[] {
  const {inMs, asked, isAsking} = till.outlook(payment.reference);
  if (!isOpen(payment) || payment.status === 'requested' || (!isAsking && inMs === undefined)) return [];
  const {asking, nextLook, askedTimes} = messages.paymentScreen;
  const next = isAsking ? asking : nextLook({age: timerText((inMs ?? 0) + 999, language)});
  const times = asked === 0 ? '' : ` · ${askedTimes({count: asked})}`;
  return [fact('look', next + times, {tone: 'quiet', importance: 'detail', ageless: 'look'})];
}

type PaymentKey = ScreenKey<Live>;
type Press = (payment: Payment, state: Live, context: Context) => Step<Live>;

/** Sends one code for one Enter. If the service has stated a length, the code is checked against it before anything is sent. */
const sendCode =
  (isOther: boolean): Press =>
  ({details, otp, reference}, state) => {
    const code = typedIn(state, 'code');
    const wanted = details?.otpLength ?? 0;
    const isRight = wanted > 0 ? code.length === wanted : code.length >= 4;
    const digits = wanted > 0 ? wanted : '4-8';
    if (!isRight) return {state: {...state, problem: new Problem('code-wrong-length', {digits})}};
    // After a code was lost, only a separate key states that this is another code, so that one Enter too many sends nothing.
    if (otp.hasLost && !isOther) return {state: {...state, problem: new Problem('code-not-other', {reference})}};
    return {
      state: {...state, isSendingCode: true, lines: {}, problem: undefined},
      asks: {
        kind: 'code',
        run: till => till.enterOtp(reference, code, {isOther}),
        done: now => ({state: {...now, isSendingCode: false}}),
        refused: (now, refusal) => ({state: {...now, isSendingCode: false, problem: refusal}}),
      },
    };
  };

/** Opens a served page in the browser, if there is one. A page that could not be served is forgotten and requested again. */
const openPage: Press = (payment, {reference}, {challenges}) => {
  const page = challengePage(payment, challenges);
  if (page !== undefined) return {asks: {kind: 'open-page', run: async till => till.openPage(page.url)}};
  return {keeps: {challenges: new Map([...challenges].filter(([each]) => each !== reference))}};
};

/** Mobile money cannot be given back. The screen says so, and nothing is sent. */
const toCard: Press = (its, state, context) =>
  its.request.method === 'card'
    ? {go: toRefund(its, 'card', context)}
    : {state: {...state, problem: notGivenBack(its.request)}};
const inCash: Press = (its, _, context) => ({go: toRefund(its, 'drawer', context)});
const toRest: Press = (its, _, context) => {
  const rest = restOf(its.request.ticket, context.till.state);
  return rest === undefined ? {} : {go: toNextPart(rest.ticket, rest.left, context)};
};
const back: Press = () => ({go: 'back'});
const home: Press = () => ({go: 'home'});
const toPending: Press = () => ({go: goAlone('pending')});
const toSameWallet: Press = (its, _, context) => ({go: goAlone('sale', sameWalletForm(its, context))});
const toTicket: Press = ({request: {ticket}}) =>
  ticket === undefined ? {} : {go: goTo('ticket', {reference: ticket})};
const setAside: Press = (_, state) => ({state: {...state, isAskingToSetAside: true}});
const sellAgain: Press = (payment, _, context) => {
  const ticket = context.till.state.tickets.all.get(payment.request.ticket ?? '');
  return {go: toSellAgain({payment, ticket}, context)};
};
const toNextAttempt: Press = (payment, _, context) => ({go: nextAttempt(payment, context)});
const check: Press = ({reference}, state) => ({state: {...state, problem: undefined}, asks: checking(reference)});
const sendAgain: Press = ({reference}, state) => ({
  state: {...state, problem: undefined},
  asks: {kind: 'send-again', run: till => till.sendAgain(reference)},
});
const reading =
  (to: 'slip' | 'mail' | 'evidence' | 'qr' | 'resolve' | 'correct'): Press =>
  ({reference}) => ({go: goTo(to, {reference})});

function factsOf(its: Payment, state: Live, context: Context) {
  const {challenges, now, shop, till} = context;
  const {request, status} = its;
  const isLive = isOpen(its);
  const canWrite = till.writeFailure() === undefined;
  const isMobile = request.method === 'mobile-money';
  const rest = restOf(request.ticket, till.state);
  const isTwice = status === 'paid' && isPaidTwice(till.state, its.sale);
  const ticket = till.state.tickets.all.get(request.ticket ?? '');
  const pageMayCome = nextOf(its).kind === 'challenge' && mayServeAgain(challenges.get(its.reference));
  return {
    its,
    isLive,
    canWrite,
    isOnSale: state.isOnSale,
    isLookedFor: !state.isOnSale && !isLive && !isTwice,
    canAsk: its.sends.begun > 0 && canWrite,
    // The service charges a subscription by itself, so the cashier has no sale to try again.
    isSale: request.method !== 'subscription',
    isTwice,
    isPart:
      request.ticket !== undefined &&
      (ticket === undefined || !(isPaidAtOnce(ticket) || isAskedAtOnce(ticket, till.state.payments))),
    takesCode: takesCode(state, its) && canWrite,
    mayMail: mayMail(its, context),
    givesToCard: mayRefund(its) && canWrite,
    givesBack: mayGiveCash(its) && canWrite,
    isPaidMobile: isMobile && status === 'paid',
    hasWallet: isMobile && request.wallet !== null,
    hasCode: codedPageOf(its, challenges, shop) !== undefined,
    opensPage: pageMayCome || challengePage(its, challenges)?.opensBrowser === true,
    mayResolve: (offersResolve(its, now) || lostRefund(its, now) !== undefined) && canWrite,
    mayCorrect: mayCorrectTender(till.state, its) && canWrite,
    isEnded: verdictOf(its) === 'not-paid' || (isLive && its.isSuperseded),
    // Another attempt of a sale that is paid would be refused.
    isUnsettled:
      (ticket === undefined || ticket.status === 'open') && paidAttemptOf(till.state, its.sale) === undefined,
    hasRest: canWrite && rest !== undefined,
    isUnpaidWhole: rest !== undefined && isUnpaidWhole(rest.ticket, till.state.payments),
    canTryAgain: (isMobile || shop.cards.areTyped) && canWrite,
  };
}
type Facts = ReturnType<typeof factsOf>;

const isOnBook = ({its}: Facts): boolean => its.status === 'on-book';
const givesCash = (facts: Facts): boolean => facts.givesBack && !isOnBook(facts);

/** A payment that is looked up is no news. On the sale it is, until it was left. */
function asOpened(
  {reference, isOnSale, isNews}: Required<Given>,
  context: Context,
): Pick<Live, 'isPast' | 'refundsBefore'> {
  const payment = paymentOf({reference}, context);
  const isPast = payment !== undefined && isSold(payment) && !isNews && (!isOnSale || context.seen.has(reference));
  return {isPast, refundsBefore: payment?.refunds.length ?? 0};
}

/** Leaving a paid payment settles that its verdict was seen. */
function noted(step: Step<Live>, {reference, status}: Payment, {seen}: Context): Step<Live> {
  if (step.go === undefined || status !== 'paid' || seen.has(reference)) return step;
  return {...step, keeps: {...step.keeps, seen: new Set([...seen, reference])}};
}

/** Returns a key for a payment in the state, which applies while no other question is asked. */
const key = (id: PaymentKey['id'], when: (facts: Facts) => boolean, press: Press): PaymentKey => ({
  id,
  when: (state, context) => {
    const its = paymentOf(state, context);
    return its !== undefined && !state.isAskingToSetAside && when(factsOf(its, state, context));
  },
  press: (state, context) => {
    const its = paymentOf(state, context);
    return its === undefined ? {} : noted(press(its, state, context), its, context);
  },
});

/** If an action is in the list more than once, the first entry that applies is used. */
const keys: readonly PaymentKey[] = [
  {
    id: 'do-set-aside',
    when: ({isAskingToSetAside}) => isAskingToSetAside,
    press: state => ({
      state: {...state, isAskingToSetAside: false},
      asks: {
        kind: 'set-aside',
        run: till => till.supersede(state.reference),
        done: (now, _, context) => {
          const its = paymentOf(now, context);
          return its === undefined ? {go: 'home'} : toNextAttempt(its, now, context);
        },
      },
    }),
  },
  {
    id: 'keep-waiting',
    when: ({isAskingToSetAside}) => isAskingToSetAside,
    press: state => ({state: {...state, isAskingToSetAside: false}}),
  },
  {id: 'back', when: (state, context) => paymentOf(state, context) === undefined, press: () => ({go: 'back'})},
  key('send-code', f => f.takesCode, sendCode(false)),
  key('other-code', f => f.takesCode && f.its.otp.hasLost, sendCode(true)),
  key('send-again', f => maySend(f.its) && f.canAsk, sendAgain),
  key('pay-again', f => !f.isLive && f.hasRest && f.isUnpaidWhole, toRest),
  key('next-part', f => !f.isLive && f.hasRest && !f.isUnpaidWhole, toRest),
  key('next-sale', f => !f.isLive && !f.hasRest, home),
  key('refund', f => f.isTwice && f.givesToCard, toCard),
  key('refund-in-cash', f => f.isTwice && givesCash(f), inCash),
  key('next-customer', f => f.isLive && f.isOnSale, back),
  key('back', f => !f.isOnSale, back),
  // A person who looks up a finished sale usually wants to refund it.
  key('refund', f => f.givesBack && isOnBook(f), inCash),
  key('refund', f => f.isLookedFor && f.givesToCard, toCard),
  key('refund-in-cash', f => f.isLookedFor && givesCash(f), inCash),
  key('open-page', f => f.opensPage, openPage),
  key('qr', f => f.hasCode, reading('qr')),
  key('resolve', f => f.mayResolve, reading('resolve')),
  key('correct', f => f.mayCorrect, reading('correct')),
  key('other-attempt', f => f.isSale && f.isEnded && f.isUnsettled && f.canTryAgain, toNextAttempt),
  key('slip', f => !f.isLive, reading('slip')),
  key('mail-slip', f => f.mayMail, reading('mail')),
  key('same-wallet', f => f.hasWallet && !f.isLive && f.canWrite, toSameWallet),
  key('ticket', f => f.isPart, toTicket),
  key('refund', f => !f.isTwice && !f.isLookedFor && f.givesToCard, toCard),
  key('set-aside', f => f.isSale && f.isLive && !f.its.isSuperseded && f.isUnsettled && f.canAsk, setAside),
  key('check', f => f.isLive && f.canAsk, check),
  key('evidence', () => true, reading('evidence')),
  key('slip', f => f.isLive, reading('slip')),
  key('pending', () => true, toPending),
  key('check', f => !f.isLive && f.canAsk, check),
  key('sell-again', f => f.isSale && !f.isLive, sellAgain),
  key('back', f => f.isOnSale && !f.isLive, back),
  key('refund-in-cash', f => !f.isTwice && !f.isLookedFor && givesCash(f), inCash),
  key('refund', f => f.isPaidMobile, toCard),
];

/** A payment while it is open, and how it ended. `isOnSale`: opened from the sale. `isNews`: a check found its goods not handed over. */
export const payment: Screen<['payment', Given], Live> = {
  id: 'payment',
  layout: 'beside',
  open: ({reference, isOnSale = false, isNews = false}, context) => ({
    state: {
      ...emptyForm('code'),
      reference,
      isOnSale,
      ...asOpened({reference, isOnSale, isNews}, context),
      isSendingCode: false,
      isAskingToSetAside: false,
      problem: undefined,
    },
  }),
  focused: ({reference}) => reference,
  form,
  /** A payment with its amount and verdict, what to do, what to say, how far it has come, and the newest answer. */
  describe: (state, context) => {
    const {till, messages} = context;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    const said = messages.paymentScreen.quoted({text: sayTo(payment, attemptsOf(till.state, payment.sale))});
    const {say: lead} = messages.paymentScreen;
    const below = compact([
      !isGivenBack(payment) &&
        !isOver(till.state, payment, {now: context.now, isPast: state.isPast}) &&
        fact('say', said, {
          lead,
          tone: 'strong',
          most: 2,
          isRoomy: true,
          said: `${messages.narration.ask({label: lead})} ${said}`,
        }),
      ...(unpaidTicket(till.state, payment) === undefined ? [] : standingBlocks(payment.request.ticket, context)),
      ...(state.isAskingToSetAside ? supersedeQuestion(context) : nextStep(state, payment, context)),
      state.problem !== undefined &&
        notice('problem', problemText(state.problem, context.language), {importance: 'standing'}),
      ...soldBlocks(payment.request.ticket, context),
      ...receipt(state, payment, context),
    ]);
    const wait = track(payment, context);
    return [
      ...head(state, payment, context),
      gap('state-above'),
      ...standing(state, payment, context),
      ...(below.length === 0 ? [] : [gap('say-above'), ...below]),
      ...(wait.length === 0 ? [] : [gap('track-above'), ...wait]),
      gap('step-above'),
      ...newestSteps(payment, context, 1).map(step => ({...step, tone: 'quiet' as const})),
      atBottom,
      ...look(payment, context),
    ];
  },
  keys,
};
