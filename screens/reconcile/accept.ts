import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {reasonTexts} from '../../src/core/reconcile/reason-texts.js';
import {entryText} from '../../src/core/reconcile/rules.js';
import {fact, gap} from '../kit/block.js';
import {typedIn} from '../kit/form.js';
import {namedIn, personField, type Questioned, questionForm, reasonField, unaskedFor} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';

type Accept = Questioned<'person' | 'note'> & {readonly line: Difference};

const acceptedBy = (state: Accept) => ({person: namedIn(state), note: typedIn(state, 'note').trim()});

const whatIn = ({line}: Accept, {language, messages}: Context): readonly string[] => {
  const amount = line.delta === null ? '' : namedAmount(line.delta, language);
  return [messages.reconcile.codes[line.code], line.reference, amount].filter(part => part !== '');
};

const asked = questionForm<Accept>({
  fields: (state, context) => {
    const {fields} = context.messages.reconcileScreen.accept;
    return [personField(state, fields.person, context), reasonField(state, 'note', fields.note)];
  },
  yes: 'accept-it',
  asks: state => {
    const {key, code, reference} = state.line;
    const line = {key, code, reference, text: entryText(state.line)};
    return {kind: 'write', run: till => till.acceptDiscrepancy(line, acceptedBy(state))};
  },
  blames: ({code}) => (code === 'person-missing' ? 'person' : undefined),
  texts: (state, context) => {
    const {question, lead, ...texts} = context.messages.reconcileScreen.accept;
    const what = whatIn(state, context);
    return {
      ...texts,
      about: [
        fact('what', what.join('  '), {tone: 'strong', said: `${what.join(', ')}.`}),
        fact('why', reasonTexts(state.line, context.language).why, {tone: 'quiet'}),
        gap('lead-above'),
        fact('lead', lead),
      ],
      question: question({...acceptedBy(state), what: what.join(', ')}),
    };
  },
});

/** A named person accepts a difference: a note, and one question before it is recorded. */
export const accept: Screen<['reconcile-accept', {readonly line: Difference}], Accept> = {
  ...asked,
  id: 'reconcile-accept',
  open: ({line}, context) => {
    const person = unaskedFor(context);
    return {state: {...person, line, focus: person.kept === undefined ? 'person' : 'note'}};
  },
};
