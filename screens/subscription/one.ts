import type {Change} from '../../src/core/endpoints/change-subscription.js';
import {fact, gap, notice, paper} from '../../src/views/block.js';
import {clauses, is} from '../kit/said.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import type {Context, ScreenKey, StateStep} from '../kit/step.js';
import {goTo} from '../places.js';
import {add, read} from './enquire.js';
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

/**
 * One subscription: what was last done, its state, and every field that the service has. `result`: the outcome of what was just done, shown
 * above everything else.
 */
export const subscription: Screen<['subscription', {readonly id: number; readonly result?: ChangeResult}], One> = {
  id: 'subscription',
  layout: 'tall',
  open: ({id, result}) => reading({id, offset: 0, result}),
  describe: (state, context) => {
    const {id, offset, hearing, result} = state;
    const {language} = context;
    const {one} = context.messages.subscriptionScreen;
    const name = one.title({id});
    const known = knownOf(state, context);
    if (known === undefined)
      return [paper(name, 0, [fact('gone', one.gone, {importance: 'standing'})], {isRead: false})];
    const customer = customerInFull(known, context);
    const source = clauses(sourceText(hearing, context), language);
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
      press: (state, _, {page}) => ({
        state: {...state, result: undefined},
        go: goTo('charges', {id: state.id, page}),
      }),
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
