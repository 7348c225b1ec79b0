import {compact, fact, gap} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {still} from '../kit/list.js';
import {
  namedIn,
  onlyWhile,
  personField,
  type Questioned,
  questionForm,
  reasonField,
  unaskedFor,
} from '../kit/question.js';
import {type Context, type Screen, type ScreenKey, todayOf} from '../kit/screen.js';
import {describeFile, fileForm, fileKeys} from './file.js';
import {addedFile} from './file-form.js';
import {describeList, jumps, listKeys} from './list.js';
import {describeOpen, describePage, lineKeys, pageKeys} from './pages.js';
import type {Reconcile, ReconcileView} from './state.js';
import {compare} from './work-list.js';

const inView = (kind: ReconcileView['kind'], keys: readonly ScreenKey<Reconcile>[]): readonly ScreenKey<Reconcile>[] =>
  keys.map(onlyWhile<Reconcile>(({view}) => view.kind === kind));

function described(state: Reconcile, context: Context) {
  const {view} = state;
  switch (view.kind) {
    case 'list':
      return describeList(state, context);
    case 'page':
      return describePage(view, state, context);
    case 'line':
      return describeOpen(view.line, view.offset, view, context);
    case 'file':
      return describeFile(state, context);
  }
}

/** One day against everything that is loaded: its differences, the equations, single lines, and the external files. */
export const reconcile: Screen<'reconcile', Reconcile> = {
  id: 'reconcile',
  needs: 'reconcile',
  layout: 'tall',
  // Today: the journal, and what was imported before.
  open: (_, context) => {
    const today = todayOf(context);
    const nothing: Reconcile = {
      ...addedFile,
      days: {from: today, to: today},
      files: [],
      result: undefined,
      accepted: [],
      matches: [],
      rules: [],
      work: undefined,
      problem: undefined,
      status: 'remaining',
      code: 'all',
      cause: undefined,
      picked: new Map(),
      selected: undefined,
      index: 0,
      ...still,
      view: {kind: 'list'},
    };
    return compare(nothing, context);
  },
  form: (state, context) => {
    if (state.view.kind === 'list' && state.isJumping) return jumps.form(state, context);
    return state.view.kind === 'file' ? fileForm(state, context) : [];
  },
  describe: described,
  keys: [
    ...inView('list', listKeys),
    ...inView('page', pageKeys),
    ...inView('line', lineKeys),
    ...inView('file', fileKeys),
  ],
  // If matches, acceptances or rules have changed since, the days are compared again, unless a file is being read, which leads to a
  // comparison anyway.
  follow: (state, context) => {
    const {accepted, matches, rules} = context.till.state.reconciled;
    const isSame = state.accepted === accepted && state.matches === matches && state.rules === rules;
    return isSame || state.work?.kind === 'read' ? {} : compare(state, context);
  },
};

type Row = {
  readonly key: string;
  readonly amount: string;
  readonly row: string;
  /** The payment whose money it may be. */
  readonly earlier?: string | undefined;
};

type Receive = Questioned<'person' | 'again'> & Row;

const asked = questionForm<Receive>({
  fields: (state, context) => {
    const {person, again} = context.messages.reconcileScreen.receive;
    const name = personField(state, person, context);
    return state.earlier === undefined ? [name] : [name, reasonField(state, 'again', again)];
  },
  yes: 'receive-it',
  asks: state => {
    const again = state.earlier === undefined ? undefined : typedIn(state, 'again');
    return {kind: 'write', run: till => till.receiveRow({key: state.key, person: namedIn(state), again})};
  },
  learns: (state, {code, facts}) =>
    code === 'receive-may-be-of' ? {...state, earlier: String(facts['reference'])} : state,
  texts: ({amount, row, earlier}, {messages: {reconcileScreen: said}}) => {
    const {question, lead, mayBe, ...texts} = said.receive;
    const about = compact([
      fact('row', row, {lead: said.match.row, most: 3}),
      earlier !== undefined && fact('may-be', mayBe({reference: earlier}), {tone: 'not-known', most: 3}),
      gap('lead-above'),
      fact('lead', lead, {most: 3}),
    ]);
    return {...texts, about, question: question({amount})};
  },
});

/** A row with money that no payment requested becomes a payment, after one question, and a reason if another payment may have it. */
export const receive: Screen<['reconcile-receive', Row], Receive> = {
  ...asked,
  id: 'reconcile-receive',
  open: (row, context) => ({state: {...unaskedFor(context), ...row, focus: 'person'}}),
};
