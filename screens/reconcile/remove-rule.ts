import type {ShopRule} from '../../src/core/reconcile/rules.js';
import {fact, gap, title} from '../kit/block.js';
import {typedIn} from '../kit/form.js';
import {keptPerson, personField, personOf, type Questioned, questionForm, unasked} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-remove-rule': {readonly rule: ShopRule};
  }
}

type Remove = Questioned<'person'> & {readonly rule: ShopRule};
type RemoveAsks = {readonly kind: 'remove-rule'; readonly text: string; readonly person: string};

const personIn = (state: Remove): string => typedIn(state, 'person').trim();

const asked = questionForm<Remove, RemoveAsks>({
  fields: (state, context) => [personField(state, context.words.reconcileScreen.rule.fields.person, context)],
  yes: 'remove-rule',
  asks: state => ({kind: 'remove-rule', text: state.rule.text, person: personIn(state)}),
  texts: (state, {words}) => {
    const {removeQuestion, removeMeans, writing} = words.reconcileScreen.rule;
    const {text} = state.rule;
    return {question: removeQuestion({text, person: personIn(state)}), means: removeMeans, writing};
  },
});

/** A named person takes a rule of the shop back, after one question. */
export const removeRule: Screen<'reconcile-remove-rule', Remove, RemoveAsks> = {
  ...asked,
  id: 'reconcile-remove-rule',
  open: ({rule}, context) => ({state: {...unasked, ...keptPerson(personOf(context)), rule, focus: 'person'}}),
  describe: (state, context) => [
    title(context.words.reconcileScreen.rule.removeTitle),
    gap('above'),
    fact('what', state.rule.text, {tone: 'strong'}),
    gap('below'),
    ...asked.blocks(state, context),
  ],
  run: async ({text, person}, till, answer) => {
    await till.removeRule(text, person);
    answer(undefined);
  },
  reduce: () => ({go: 'back'}),
};
