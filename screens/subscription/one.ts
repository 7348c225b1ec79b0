import type {Change} from '../../src/core/endpoints/subscription/change-subscription.js';
import type {Till} from '../../src/till/till.js';
import {fact, gap, notice, paper} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {scrollKey} from '../kit/list.js';
import {clauses} from '../kit/said.js';
import type {Context, Screen, ScreenKey, StateStep} from '../kit/screen.js';
import {goTo} from '../model.js';
import {
  type ChangeResult,
  changesOf,
  customerInFull,
  fieldsOf,
  type Hearing,
  notFetched,
  recordBlocks,
  resultBlock,
  sourceText,
  standingBlocks,
} from './shown.js';

type One = {
  readonly id: number;
  readonly offset: number;
  readonly hearing: Hearing;
  readonly result: ChangeResult | undefined;
};

const knownOf = ({id}: One, {till}: Context) => till.state.registry.subscriptions.get(id);
const isKnown = (state: One, context: Context) => knownOf(state, context) !== undefined;

/** Reads the subscription, its plan if that is not known, and its newest charges. Throws the first `Problem`. */
export async function read(id: number, till: Till): Promise<void> {
  const {known, problem} = await till.readSubscription(id);
  if (problem !== undefined) throw problem;
  if (known.planCode !== null && !till.state.registry.plans.has(known.planCode)) await till.readPlan(known.planCode);
  await till.learnCharges(id);
}

/** Adds the subscription to those of this till. Throws the `Problem` because of which it was not added. */
export async function add(id: number, till: Till): Promise<void> {
  const {known, problem} = await till.readSubscription(id, {adds: true});
  if (problem !== undefined && !known.isOwn) throw problem;
}

const reading = (state: Omit<One, 'hearing'>): StateStep<One> => ({
  state: {...state, hearing: {kind: 'asking'}},
  asks: {
    kind: 'read',
    isQuiet: true,
    run: till => read(state.id, till),
    done: (now, _, {now: at}) => ({state: {...now, hearing: {kind: 'heard', at, isListed: true, problem: undefined}}}),
    refused: (now, problem) => ({state: {...now, hearing: notFetched(problem)}}),
  },
});

const adding = (state: Omit<One, 'hearing'>): StateStep<One> => ({
  state: {...state, hearing: {kind: 'asking'}},
  asks: {
    kind: 'add',
    run: till => add(state.id, till),
    done: now => reading({...now, offset: 0, result: {kind: 'added'}}),
    refused: (now, problem) => {
      const result = {kind: 'problem', problem, isAskedAnew: false} as const;
      return {state: {...now, hearing: notFetched(problem), offset: 0, result}};
    },
  },
});

const keyOf = {cancel: 'cancel-it', pause: 'pause-it', resume: 'resume-it'} as const;
const changeKey = (change: Change): ScreenKey<One> => ({
  id: keyOf[change],
  when: (state, context) => {
    const known = knownOf(state, context);
    return known !== undefined && changesOf(known).includes(change);
  },
  press: state => ({state: {...state, result: undefined}, go: goTo('change', {id: state.id, change})}),
});

/** One subscription: its state and every field that the service has. `result`, what was just done, is shown above all else. */
export const subscription: Screen<['subscription', {readonly id: number; readonly result?: ChangeResult}], One> = {
  id: 'subscription',
  layout: 'tall',
  open: ({id, result}) => reading({id, offset: 0, result}),
  describe: (state, context) => {
    const {id, offset, hearing, result} = state;
    const {one} = context.messages.subscriptionScreen;
    const name = one.title({id});
    const known = knownOf(state, context);
    if (known === undefined)
      return [paper(name, 0, [fact('gone', one.gone, {importance: 'standing'})], {isRead: false})];
    const customer = customerInFull(known, context);
    const source = clauses(sourceText(hearing, context), context.language);
    return [
      paper(
        `${name}  ${customer}`,
        offset,
        [
          ...(result === undefined ? [] : [resultBlock(result, context), gap('below-result')]),
          ...standingBlocks(known, context),
          notice('source', sourceText(hearing, context), {glyph: ' ', tone: 'quiet', most: 4, said: source}),
          gap('fields'),
          ...recordBlocks(fieldsOf(known, context)),
        ],
        {isRead: false, said: is(name, customer, context)},
      ),
    ];
  },
  keys: [
    {
      id: 'charges',
      when: isKnown,
      press: (state, _, {page}) => ({state: {...state, result: undefined}, go: goTo('charges', {id: state.id, page})}),
    },
    ...(['pause', 'resume', 'cancel'] as const).map(changeKey),
    {
      id: 'make-own',
      when: (state, context) => knownOf(state, context)?.isOwn === false,
      press: state => adding({...state, result: undefined}),
    },
    {
      id: 'refresh',
      when: (state, context) => isKnown(state, context) && state.hearing.kind !== 'asking',
      press: state => reading({...state, result: undefined}),
    },
    {...scrollKey<One>(), when: isKnown},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
