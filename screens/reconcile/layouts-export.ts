import {learnedLayouts, mayBeGiven} from '../../src/core/reconcile/records/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, title} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {fromHome, pathIn, pathRules} from '../kit/path.js';
import {onlyWhile, type Questioned, questionForm, unasked} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import {type Context, task} from '../kit/step.js';

type Export = Questioned<'file'> & {readonly written: number | undefined};

const count = ({till}: Context) => learnedLayouts(till.state.reconciled).filter(mayBeGiven).length;

const asked = questionForm<Export>({
  fields: (_, {messages}) => [{id: 'file', label: messages.reconcileScreen.layouts.to, rules: pathRules}],
  yes: 'write-layouts',
  asks: state =>
    task({
      kind: 'write-layouts',
      run: till => till.writeLayouts(fromHome(pathIn(typedIn(state, 'file')))),
      done: (now, written) => ({state: {...now, isAsked: false, isWriting: false, written}}),
    }),
  texts: (state, context) => {
    const {question, means, writing} = context.messages.reconcileScreen.layouts;
    return {question: question({count: count(context), file: cleanText(typedIn(state, 'file'), 120)}), means, writing};
  },
});

/** Writes the layouts that this till has learned into a file for another till. */
export const layoutsExport: Screen<'reconcile-layouts-export', Export> = {
  ...asked,
  id: 'reconcile-layouts-export',
  open: () => ({state: {...unasked, lines: {}, focus: 'file', kept: undefined, written: undefined}}),
  form: (state, context) => (state.written === undefined ? asked.form(state, context) : []),
  keys: [
    ...asked.keys.map(onlyWhile<Export>(({written}) => written === undefined)),
    {id: 'back', when: ({written}) => written !== undefined, press: () => ({go: 'back'})},
  ],
  describe: (state, context) => {
    const {exported} = context.messages.reconcileCommand.layouts;
    const file = cleanText(typedIn(state, 'file'), 120);
    return [
      title(context.messages.reconcileScreen.layouts.exportTitle),
      gap('above'),
      ...(state.written === undefined
        ? asked.blocks(state, context)
        : [fact('written', `✓ ${exported({count: state.written, file})}`, {tone: 'strong', most: 3})]),
    ];
  },
};
