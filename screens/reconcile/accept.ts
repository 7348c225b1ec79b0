import type {ReconciliationLine as Difference} from '../../src/core/reconcile/rows/discrepancy.js';
import {entryText} from '../../src/core/reconcile/rows/rules.js';
import {fact, gap} from '../../src/views/block.js';
import {reasonTexts} from '../../src/views/reconcile/entry.js';
import {typedIn} from '../kit/form.js';
import {namedIn, personField, type Questioned, questionForm, reasonField, unaskedFor} from '../kit/question.js';
import type {Context, Screen} from '../kit/screen.js';
import {amountsOf} from './shown.js';

type Accept = Questioned<'person' | 'note'> & {readonly differences: readonly Difference[]};

const acceptedBy = (state: Accept) => ({person: namedIn(state), note: typedIn(state, 'note').trim()});

/** Returns what is accepted: one line with its payment, or several with their number. */
function whatIn({differences: lines}: Pick<Accept, 'differences'>, context: Context): readonly string[] {
  const kinds = [...new Set(lines.map(({code}) => context.messages.reconcile.codes[code]))].join(', ');
  const [first] = lines;
  const which = lines.length === 1 ? (first?.reference ?? '') : `× ${lines.length}`;
  const amounts = lines.length === 1 && first?.delta === null ? '' : amountsOf(lines, context);
  return [kinds, which, amounts].filter(part => part !== '');
}

/** Returns why the lines are there, if it is the same for all of them. */
function whyIn({differences}: Accept, {language}: Context): string {
  const [why = '', ...others] = new Set(differences.map(line => reasonTexts(line, language).why));
  return others.length === 0 ? why : '';
}

const asked = questionForm<Accept>({
  fields: (state, context) => {
    const {fields} = context.messages.reconcileScreen.accept;
    return [personField(state, fields.person, context), reasonField(state, 'note', fields.note)];
  },
  yes: 'accept-it',
  asks: state => {
    const lines = state.differences.map(line => {
      const {key, code, reference} = line;
      return {key, code, reference, text: entryText(line)};
    });
    return {kind: 'write', run: till => till.decide({type: 'accept', lines, said: acceptedBy(state)})};
  },
  blames: ({code}) => (code === 'person-missing' ? 'person' : undefined),
  texts: (state, context) => {
    const {question, lead, title, ...texts} = context.messages.reconcileScreen.accept;
    const what = whatIn(state, context);
    const why = whyIn(state, context);
    return {
      ...texts,
      title: title({count: state.differences.length}),
      about: [
        fact('what', what.join('  '), {tone: 'strong', said: `${what.join(', ')}.`}),
        ...(why === '' ? [] : [fact('why', why, {tone: 'quiet'})]),
        gap('lead-above'),
        fact('lead', lead),
      ],
      question: question({...acceptedBy(state), what: what.join(', ')}),
    };
  },
});

/** A named person accepts differences: a note, and one question before they are recorded. */
export const accept: Screen<['reconcile-accept', {readonly differences: readonly Difference[]}], Accept> = {
  ...asked,
  id: 'reconcile-accept',
  open: ({differences}, context) => {
    const person = unaskedFor(context);
    return {state: {...person, differences, focus: person.kept === undefined ? 'person' : 'note'}};
  },
};

type Unaccept = Questioned<'person'> & {readonly line: Difference};

/** A named person withdraws an acceptance, and all that were made with it, after one question. */
export const unaccept: Screen<['reconcile-unaccept', {readonly line: Difference}], Unaccept> = {
  ...questionForm<Unaccept>({
    fields: (state, context) => [personField(state, context.messages.reconcileScreen.accept.fields.person, context)],
    yes: 'unaccept-it',
    asks: state => ({
      kind: 'write',
      run: till => till.decide({type: 'unaccept', key: state.line.key, person: namedIn(state)}),
    }),
    texts: (state, context) => {
      const {question, ...texts} = context.messages.reconcileScreen.unaccept;
      const {line} = state;
      const what = whatIn({differences: [line]}, context).join('  ');
      const count = line.acceptance?.together?.count ?? 1;
      const about = [
        fact('what', what, {tone: 'strong'}),
        fact('note', line.acceptance?.note ?? '', {tone: 'quiet', most: 2}),
      ];
      return {...texts, about, question: question({count, person: namedIn(state)})};
    },
  }),
  id: 'reconcile-unaccept',
  open: ({line}, context) => ({state: {...unaskedFor(context), line, focus: 'person'}}),
};
