import {clockText} from '../../src/core/day/business-day.js';
import {fill} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {Problem} from '../../src/core/problem.js';
import type {EnrolmentResolution} from '../../src/core/subscription/decide.js';
import {type Enrolment, isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import type {Looked} from '../../src/core/subscription/registry.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {type Filled, fieldBlocks, firstWrong, formKeys, moved, openChoice, typedIn} from '../kit/form.js';
import {keptPerson, onlyWhile, personField, personOf, reasonField} from '../kit/question.js';
import {type Context, type Form, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {codeRules, type LineRules} from '../terminal/line.js';
import {planOfEnrolment} from './shown.js';

/** The state of the form. No field has the focus while the till looks for the enrolment or records the answer. */
type EnrolmentState = Filled<'as' | 'subscription' | 'person' | 'reason' | 'none'> & {
  readonly reference: string;
  readonly looked: Looked | undefined;
  readonly isLooking: boolean;
  readonly as: EnrolmentResolution['as'] | undefined;
};

const numberRules: LineRules = {...codeRules, longest: 15};

function openOne({reference}: EnrolmentState, {till}: Context): Enrolment | undefined {
  const found = till.state.registry.enrolments.get(reference);
  return found !== undefined && isEnrolmentOpen(found) ? found : undefined;
}

/** Returns the form. The number is asked for only if the subscription was made. */
function form(state: EnrolmentState, context: Context): Form<EnrolmentState> {
  const {fields, answers, chooseFirst, numberHint} = context.messages.subscriptionScreen.enrolment;
  const key = {key: keyText('choose', context)};
  const {as} = state;
  const number = typedIn(state, 'subscription');
  const isNumber = number === '' || Number(number) >= 1;
  return compact([
    openChoice({
      id: 'as',
      label: fields.as,
      value: as && answers[as],
      note: as === undefined ? context.messages.resolveScreen.choose(key) : '',
      first: chooseFirst(key),
      turn: () => ({...state, as: as === 'made' ? 'not-made' : 'made'}),
    }),
    as === 'made' && {
      id: 'subscription',
      label: fields.subscription,
      rules: numberRules,
      hint: numberHint,
      check: () => (isNumber ? undefined : new Problem('subscription-id-invalid', {id: number})),
    },
    personField(state, fields.person, context),
    reasonField(state, 'reason', fields.reason),
  ]);
}

function resolve(state: EnrolmentState, context: Context): Step<EnrolmentState> {
  const {as, reference} = state;
  const wrong = firstWrong(form(state, context), state);
  if (wrong !== undefined || as === undefined) return wrong === undefined ? {} : {state: wrong};
  const number = as === 'made' ? typedIn(state, 'subscription') : '';
  const said = {person: typedIn(state, 'person').trim(), reason: typedIn(state, 'reason').trim()};
  const resolution = {as, ...said, ...(number !== '' && {subscription: Number(number)})};
  return {
    state: {...state, focus: 'none', wrong: undefined},
    asks: {
      kind: 'judge',
      run: till => till.resolveEnrolment(reference, resolution),
      done: () => ({go: 'back'}),
      refused: (now, problem) => ({state: {...now, focus: 'reason', wrong: {field: 'reason', problem}}}),
    },
  };
}

/** Returns the task that looks for the enrolment. If it finds a subscription, that replaces this screen. */
const looking = (reference: string): Task<EnrolmentState> =>
  task({
    kind: 'look',
    run: till => till.lookForEnrolment(reference),
    done: (state, looked, {till}) => {
      const id = till.state.registry.enrolments.get(reference)?.subscription ?? null;
      if (id !== null) return {go: goInstead('subscription', {id})};
      return {state: {...state, focus: 'as', isLooking: false, looked}};
    },
    refused: (state, problem) => ({
      state: {...state, focus: 'as', isLooking: false},
      notice: {kind: 'problem', problem},
    }),
  });

function aboutText(enrolment: Enrolment, context: Context): string {
  const {language, shop, messages} = context;
  const {customerEmail, amount, card, businessDate, requestedAt} = enrolment;
  return messages.subscriptionScreen.enrolment.about({
    customer: cleanText(customerEmail, 80),
    plan: planOfEnrolment(enrolment, context),
    amount: displayMoney(amount, language),
    card: messages.cardScreen.sale.endingIn({lastFour: card.lastFour}),
    time: `${businessDate} ${clockText(requestedAt, shop.zone)}`,
  });
}

/** Returns the result of looking for the enrolment, or before that how to look. */
function lookedText({looked, isLooking}: EnrolmentState, {customerEmail}: Enrolment, context: Context): string {
  const {enrolment} = context.messages.subscriptionScreen;
  if (isLooking) return enrolment.looking;
  if (looked === undefined || looked === 'found') return enrolment.lookFirst({key: keyText('look-for-it', context)});
  return fill(context.messages.subscription.looked[looked], {email: cleanText(customerEmail, 80)});
}

/** Applies a key only while nothing is looked for or recorded, and only if the outcome of the enrolment is still unknown. */
const filling = onlyWhile<EnrolmentState>(
  (state, context) =>
    state.focus !== 'none' && openOne(state, context) !== undefined && context.till.writeFailure() === undefined,
);

/** An enrolment with an unknown outcome. The till looks for it, or a named person states how it ended. */
export const enrolment: Screen<['enrolment', {readonly reference: string}], EnrolmentState> = {
  id: 'enrolment',
  // Nothing is chosen beforehand, and the name is filled in only if it is known.
  open: ({reference}, context) => ({
    state: {
      ...keptPerson(personOf(context)),
      focus: 'as',
      wrong: undefined,
      reference,
      looked: undefined,
      isLooking: false,
      as: undefined,
    },
  }),
  form,
  describe: (state, context) => {
    const messages = context.messages.subscriptionScreen.enrolment;
    const enrolment = openOne(state, context);
    if (enrolment === undefined) return [fact('settled', messages.settled, {importance: 'standing'})];
    const about = aboutText(enrolment, context);
    return [
      title(messages.title, {said: messages.title}),
      // A customer's name may contain a full stop, so the text is not split into sentences.
      fact('about', about, {tone: 'strong', importance: 'standing', said: about}),
      gap('above'),
      fact('lead', messages.lead),
      fact('looked', lookedText(state, enrolment, context), {tone: 'not-known', importance: 'standing'}),
      gap('fields'),
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      fact('note', messages.note, {tone: 'quiet', isOptional: true}),
    ];
  },
  keys: [
    ...[
      {id: 'judge' as const, when: ({focus}: EnrolmentState) => focus === 'reason', press: resolve},
      {
        id: 'continue' as const,
        when: ({focus}: EnrolmentState) => focus !== 'reason',
        press: (state: EnrolmentState, context: Context) => ({state: moved(form(state, context), state, 1)}),
      },
      {
        id: 'look-for-it' as const,
        when: ({focus}: EnrolmentState) => focus === 'as',
        press: (state: EnrolmentState): Step<EnrolmentState> => ({
          state: {...state, focus: 'none', isLooking: true, looked: undefined},
          asks: looking(state.reference),
        }),
      },
      ...formKeys(form),
    ].map(filling),
    // While the answer is recorded, the screen cannot be left.
    {id: 'back', when: ({focus, isLooking}) => focus !== 'none' || isLooking, press: () => ({go: 'back'})},
  ],
};
