import {offersResolve, stepSentence} from '../../src/core/books/selectors.js';
import {clockText, secondsText} from '../../src/core/day/business-day.js';
import type {Messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {lostRefund} from '../../src/core/payment/resolving.js';
import {problemOf} from '../../src/core/payment/said.js';
import {channelName} from '../../src/core/payment/tender.js';
import {type Block, fact, gap, notice, title} from '../../src/views/block.js';
import {type Filled, fieldBlocks, firstWrong, formKeys, moved, openChoice, typedIn} from '../kit/form.js';
import {keptPerson, personField, personOf, reasonField, unlessWriting, writingForm} from '../kit/question.js';
import {oneSentence} from '../kit/said.js';
import {type Context, type Form, paymentOf, type Screen, type Step} from '../kit/screen.js';
import {newestSteps, verdictText} from '../payment/said.js';
import {keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';

type Resolve = Filled<'as' | 'person' | 'reason'> & {
  readonly reference: string;
  /** What the person states: whether the payment, or its refund, was made. */
  readonly about: 'payment' | 'refund';
  readonly as: 'made' | 'not-made' | undefined;
  /** The person was asked once more, with what the checks have found. */
  readonly isSure: boolean;
  readonly isWriting: boolean;
};

const evidenceSteps = 4;

type Asked = {
  readonly title: string;
  readonly lead: string;
  readonly answers: Readonly<Record<'made' | 'not-made', string>>;
  readonly chooseFirst: Messages['resolveScreen']['chooseFirst'];
};

function askedAbout(state: Resolve, context: Context): Asked {
  const {cardScreen, resolveScreen} = context.messages;
  if (state.about === 'refund') return cardScreen.refund.resolve;
  const payment = paymentOf(state, context);
  const {lead, leadContrary} = resolveScreen;
  return {...resolveScreen, lead: payment === undefined || isOpen(payment) ? lead : leadContrary};
}

function fields(state: Resolve, context: Context): Form<Resolve> {
  const {fields: labels, choose} = context.messages.resolveScreen;
  const {answers, chooseFirst} = askedAbout(state, context);
  const key = {key: keyText('choose', context)};
  const {as} = state;
  return [
    openChoice({
      id: 'as',
      label: labels.as,
      value: as && answers[as],
      note: as === undefined ? choose(key) : '',
      first: chooseFirst(key),
      turn: () => ({...state, isSure: false, as: as === 'made' ? 'not-made' : 'made'}),
    }),
    personField(state, labels.person, context),
    reasonField(state, 'reason', labels.reason),
  ];
}

const form = (state: Resolve, context: Context): Form<Resolve> => (state.isWriting ? [] : fields(state, context));

/** Nothing but the person's word would release the goods. */
const isUnproved = ({about, as}: Resolve): boolean => about === 'payment' && as === 'made';

/** Returns the second question: what the checks have found, and what the person is about to record. */
function onceMore({isSure}: Resolve, payment: Payment, {language, shop, messages}: Context): readonly Block[] {
  if (!isSure) return [];
  const {again, notFound} = messages.resolveScreen;
  const {count, since} = payment.notFound;
  const last = payment.steps.at(-1);
  const found =
    count > 0
      ? notFound({count, time: clockText(since, shop.zone)})
      : `${secondsText(last?.at ?? payment.since, shop.zone)} ${last === undefined ? '' : stepSentence(last, language)}.`;
  return [notice('again', again({found}), {tone: 'not-known', glyph: '!', importance: 'standing'})];
}

function decide(state: Resolve, context: Context): Step<Resolve> {
  const {about, as, reference} = state;
  const wrong = firstWrong(form(state, context), state);
  if (wrong !== undefined || as === undefined) return wrong === undefined ? {} : {state: wrong};
  if (isUnproved(state) && !state.isSure) return {state: {...state, isSure: true, wrong: undefined}};
  const said = {person: typedIn(state, 'person').trim(), reason: typedIn(state, 'reason').trim()};
  const isMade = as === 'made';
  return {
    state: {...state, isWriting: true, wrong: undefined},
    asks: {
      kind: 'resolve',
      run: till =>
        about === 'payment'
          ? till.resolve(reference, {as: isMade ? 'paid' : 'not-paid', ...said})
          : till.resolveRefund(reference, {as: isMade ? 'done' : 'failed', ...said}),
      done: () => ({go: 'back'}),
      refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
    },
  };
}

/** A person's statement about how a payment, or its refund, ended. */
export const resolve: Screen<['resolve', {readonly reference: string}], Resolve> = {
  id: 'resolve',
  // Nothing is chosen beforehand, and the name is filled in only if it is known.
  open: ({reference}, context) => {
    const payment = paymentOf({reference}, context);
    const isOfPayment = payment === undefined || offersResolve(payment, context.now);
    return {
      state: {
        ...keptPerson(personOf(context)),
        focus: 'as',
        wrong: undefined,
        reference,
        about: isOfPayment ? 'payment' : 'refund',
        as: undefined,
        isSure: false,
        isWriting: false,
      },
    };
  },
  focused: ({reference}) => reference,
  form,
  describe: (state, context) => {
    const {language, now, shop, messages} = context;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    const {request, reference, notFound} = payment;
    const isOfPayment = state.about === 'payment';
    const {title: name, lead} = askedAbout(state, context);
    const amount = displayMoney(
      (isOfPayment ? undefined : lostRefund(payment, now)?.amount) ?? request.amount,
      language,
    );
    const about = [amount, displayPayer(request, shop.country), channelName(request, language), reference].join('  ');
    const facts = {count: notFound.count, time: clockText(notFound.since, shop.zone)};
    return [
      title(name, {said: name}),
      fact('payment', about, {
        tone: 'strong',
        importance: 'standing',
        said: oneSentence([isOfPayment ? '' : amount, verdictText(payment, context)], language),
      }),
      gap('above'),
      fact('lead', lead, {most: 2}),
      ...(isOfPayment && notFound.count > 0 ? [fact('not-found', messages.resolveScreen.notFound(facts))] : []),
      ...newestSteps(payment, context, evidenceSteps).map(step => ({...step, importance: 'detail' as const})),
      gap('fields'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      ...onceMore(state, payment, context),
      fact('note', messages.resolveScreen.note, {tone: 'quiet', most: 2}),
    ];
  },
  keys: [
    {id: 'judge' as const, when: ({focus}: Resolve) => focus === 'reason', press: decide},
    {
      id: 'continue' as const,
      when: ({focus}: Resolve) => focus !== 'reason',
      press: (state: Resolve, context: Context) => ({state: moved(form(state, context), state, 1)}),
    },
    ...formKeys(form),
    {id: 'back' as const, press: () => ({go: 'back' as const})},
  ].map(key => unlessWriting<Resolve>(key)),
};

type Correct = Filled<'code' | 'person' | 'reason'> & {readonly reference: string; readonly isWriting: boolean};

function correctionFields(state: Correct, context: Context): Form<Correct> {
  const {correctScreen, resolveScreen, ticketScreen} = context.messages;
  const said = [
    personField(state, resolveScreen.fields.person, context),
    reasonField(state, 'reason', resolveScreen.fields.reason),
  ];
  if (paymentOf(state, context)?.request.method !== 'cash') return said;
  const check = () => problemOf(() => validateFreeText(typedIn(state, 'code')));
  return [{id: 'code', label: correctScreen.code, rules: textRules, hint: ticketScreen.optional, check}, ...said];
}

const asked = writingForm<Correct>({
  fields: correctionFields,
  yes: 'write-down',
  write: state => {
    const said = {code: typedIn(state, 'code'), person: typedIn(state, 'person'), reason: typedIn(state, 'reason')};
    return {
      state: {...state, isWriting: true},
      asks: {
        kind: 'correct',
        run: till => till.correctTender(state.reference, said),
        done: () => ({go: 'back'}),
        refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
      },
    };
  },
});

/** A named person says that cash was in truth paid to the shop's own number, or the other way round. */
export const correct: Screen<['correct', {readonly reference: string}], Correct> = {
  ...asked,
  id: 'correct',
  layout: 'beside',
  open: ({reference}, context) => {
    const isCash = paymentOf({reference}, context)?.request.method === 'cash';
    const person = keptPerson(personOf(context));
    const focus = isCash ? 'code' : person.kept === undefined ? 'person' : 'reason';
    return {state: {...person, focus, wrong: undefined, reference, isWriting: false}};
  },
  focused: ({reference}) => reference,
  describe: (state, context) => {
    const {language, messages} = context;
    const {correctScreen, paymentScreen, tender, ticketScreen} = messages;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', paymentScreen.notOpenHere)];
    const {request, reference} = payment;
    const to = request.method === 'cash' ? tender.byHand : tender.cash;
    const about = {from: channelName(request, language), to, amount: displayMoney(request.amount, language)};
    return [
      title(correctScreen.title({reference})),
      fact('about', correctScreen.about(about), {tone: 'strong', importance: 'standing'}),
      gap('above'),
      ...fieldBlocks(correctionFields(state, context), state, context),
      gap('below'),
      fact('note', state.isWriting ? ticketScreen.saving : correctScreen.note, {tone: 'quiet', most: 2}),
    ];
  },
};
