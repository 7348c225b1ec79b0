import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {problemText} from '../../src/core/present/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, notice, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {type Context, type Screen, type StateStep, type Step, task} from '../kit/screen.js';
import {planFields, toEnrol} from './shown.js';

type PlanState = {
  readonly planCode: string;
  readonly isNew: boolean;
  readonly isAsking: boolean;
  /** Why the plan is shown as the till remembers it. */
  readonly problem: Problem | undefined;
};

const asked = (state: PlanState): StateStep<PlanState> => ({
  state: {...state, isAsking: true, problem: undefined},
  asks: task({
    kind: 'read',
    isQuiet: true,
    run: till => till.readPlan(state.planCode),
    done: (now, {problem}) => read(now, problem),
    refused: read,
  }),
});

const read = (state: PlanState, problem: Problem | undefined): Step<PlanState> => ({
  state: {...state, isAsking: false, problem},
});

const planOf = ({planCode}: PlanState, {till}: Context): Plan | undefined => till.state.registry.plans.get(planCode);

/** One plan with every field. `isNew`: it was made here just now. */
export const plan: Screen<['plan', {readonly planCode: string; readonly isNew?: boolean}], PlanState> = {
  id: 'plan',
  open: ({planCode, isNew = false}) => {
    const state = {planCode, isNew, isAsking: false, problem: undefined};
    return isNew ? {state} : asked(state);
  },
  describe: (state, context) => {
    const {language} = context;
    const {planCode, isNew, isAsking, problem} = state;
    const messages = context.messages.planScreen.plan;
    const plan = planOf(state, context);
    const asking = isAsking && fact('asking', messages.asking, {tone: 'quiet'});
    const why = problem && `${messages.remembered} ${problemText(problem, language)}`;
    const remembered = why && fact('remembered', why, {tone: 'not-known', most: 2});
    if (plan === undefined) {
      const unknown = fact('unknown', messages.unknown({plan: planCode}), {tone: 'quiet'});
      return compact([title(messages.title), asking || unknown, remembered]);
    }
    const name = cleanText(plan.name, 60);
    const code = cleanText(plan.planCode, 80);
    return compact([
      title(`${messages.title}  ${name}`, {said: is(messages.title, name, context)}),
      isNew && notice('made', context.messages.subscription.plan.made, {tone: 'paid', glyph: '✓', most: 2}),
      asking,
      remembered,
      fact('code-label', messages.code, {tone: 'quiet', said: ''}),
      // The code is alone on its line, so that it can be copied.
      fact('code', code, {tone: 'strong', importance: 'standing', said: is(messages.code, code, context)}),
      gap('below'),
      // The title already has the plan's name, which saves a line in a low window.
      ...planFields(plan, context).map(([label, value], at) =>
        fact(`field ${at}`, value, {
          lead: label,
          most: 2,
          ...(at === 0 && {isOptional: true, importance: 'detail' as const}),
        }),
      ),
      gap('above-copy'),
      fact('copy', messages.toCopy, {tone: 'quiet', most: 2, isOptional: true, importance: 'detail'}),
    ]);
  },
  keys: [
    {
      id: 'enrol-on',
      // A person who comes back does not need to read again that the plan was made.
      press: ({planCode, ...state}, context) => ({
        state: {...state, planCode, isNew: false},
        ...toEnrol({planCode}, context),
      }),
    },
    {id: 'refresh', when: ({isAsking}) => !isAsking, press: asked},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
