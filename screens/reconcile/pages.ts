import {besideCode} from '../../src/core/money/display.js';
import {receivableIn} from '../../src/core/reconcile/result/decide.js';
import type {LineGroup, WorkEntry} from '../../src/core/reconcile/result/work-entries.js';
import {groupedAmount} from '../../src/core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import {causeText, entryTexts} from '../../src/core/reconcile/shown/reason-texts.js';
import {equationText} from '../../src/core/reconcile/shown/reconciliation-text.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {type Block, type FactBlock, fact, gap, type PaperBlock, paper} from '../../src/views/block.js';
import {recalling} from '../kit/context.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {movedOffset} from '../parts/offset.js';
import {type Go, goTo} from '../places.js';
import type {BindingId} from '../terminal/bindings.js';
import {differenceTexts, mayBeAccepted, providerAmount, rowText} from './difference.js';
import {matchedRow} from './match.js';
import {entryOf, mayBeRule} from './rule.js';
import {amountsText, coverageTexts, loadedTexts} from './shown.js';
import {type OpenLine, type Reconcile, type ReconcilePage, toList} from './state.js';

/** As wide as the narrowest window allows. */
const equationWidth = 56;

/** Returns the page of the equations, or of what the result is based on. Both pages show which sources were loaded. */
export function describePage({page, offset}: ReconcilePage, {result}: Reconcile, context: Context): readonly Block[] {
  if (result === undefined) return [];
  const {pages} = context.messages.reconcileScreen;
  const loaded = loadedTexts(result, context);
  const texts = page === 'coverage' ? coverageTexts(result, context).map((text, at) => long(`text ${at}`, text)) : [];
  return [
    paper(pages[page], offset, [
      fact('loaded', loaded.join(' · '), {tone: 'quiet', most: 1, said: `${loaded.join('; ')}.`}),
      gap('below'),
      ...(page === 'coverage' ? texts : equations(result, context)),
    ]),
  ];
}

const long = (id: string, text: string): FactBlock => fact(id, text, {most: 6});

function equations(result: NonNullable<Reconcile['result']>, context: Context): PaperBlock['blocks'] {
  const {unexplained} = context.messages.reconcile;
  if (result.equations.length === 0) return [long('none', context.messages.reconcileScreen.noEquations)];
  const lines = result.equations.flatMap(each =>
    equationText(each, {language: context.language, width: equationWidth}),
  );
  return lines.map((text, at) =>
    text === ''
      ? gap(`gap ${at}`)
      : fact(`line ${at}`, text, {tone: text.trim().startsWith(unexplained) ? 'strong' : 'plain'}),
  );
}

/** Returns one line: both sides, the reason, what to do, and what else is known about it. */
export function describeLine(view: Omit<OpenLine, 'kind'>, context: Context): readonly Block[] {
  const {line, offset} = view;
  const {codes} = context.messages.reconcile;
  const {stands, texts} = differenceTexts(view, context);
  return [
    paper([codes[line.code], line.reference].filter(part => part !== '').join('  '), offset, [
      fact('stands', stands, {tone: line.severity === 'critical' ? 'needs-person' : 'quiet'}),
      gap('above'),
      ...sides(line, context),
      gap('below'),
      // A text that belongs to the label above is in its column.
      ...texts.map(({label, text}, at) =>
        fact(`text ${at}`, text, {most: 6, lead: label || ' ', ...(label === '' && {said: text})}),
      ),
    ]),
  ];
}

/** Returns lines of one cause: what they share, what they come to, and what to do. */
export function describeGroup(group: LineGroup, context: Context): readonly Block[] {
  const {codes, owners, next} = context.messages.reconcile;
  const said = context.messages.reconcileScreen.line;
  const {why, action} = entryTexts(group, context.language);
  const now = action === '' ? owners[group.owner] : next({owner: owners[group.owner], action});
  return [
    paper(codes[group.code], 0, [
      fact('cause', causeText(group, context.language), {most: 4}),
      gap('above'),
      ...sides(group, context),
      gap('below'),
      ...(why === '' ? [] : [fact('why', why, {most: 6, lead: said.why})]),
      fact('next', now, {most: 6, lead: said.next}),
    ]),
  ];
}

/** Returns the amounts of both sides, one below the other, and their difference. */
function sides(line: Pick<WorkEntry, 'local' | 'provider' | 'delta'>, context: Context): readonly FactBlock[] {
  const {local, provider, delta} = line;
  const {language} = context;
  const {here, there, delta: differs} = context.messages.reconcileScreen.line;
  const rows = [
    {label: here, amount: local},
    {label: there, amount: provider},
    {label: differs, amount: delta},
  ].map(({label, amount}) => ({
    label,
    code: amount?.currency ?? '   ',
    figure: amount === null ? '–' : groupedAmount(amount, language),
  }));
  const width = Math.max(...rows.map(({figure}) => widthOf(figure)));
  return rows.map(({label, code, figure}, at) =>
    fact(`side ${at}`, besideCode(code, fit(figure, width, true), language), {
      tone: 'strong',
      lead: label,
      said: at === 0 ? amountsText(line, context) : '',
    }),
  );
}

const scroll: ScreenKey<Reconcile> = {
  id: 'scroll',
  press: (state, _, pressed) => {
    const {view} = state;
    return 'offset' in view ? {state: {...state, view: {...view, offset: movedOffset(view.offset, pressed)}}} : {};
  },
};
const toListKey: ScreenKey<Reconcile> = {id: 'back', press: state => ({state: toList(state)})};

/** The keys that go from the equations to what the result is based on, and then to the list. */
export const pageKeys: readonly ScreenKey<Reconcile>[] = [
  scroll,
  {
    id: 'other-page',
    press: state =>
      state.view.kind === 'page' && state.view.page === 'equations'
        ? {state: {...state, view: {kind: 'page', page: 'coverage', offset: 0}}}
        : {state: toList(state)},
  },
  toListKey,
];

/** Returns a key that leads from the line to a screen that records something about it. */
const aboutLine = (
  id: BindingId,
  may: (view: OpenLine, context: Context) => boolean,
  to: (view: OpenLine, context: Context) => Go,
): ScreenKey<Reconcile> => ({
  id,
  when: ({view}, context) => view.kind === 'line' && may(view, context),
  press: ({view}, context) => (view.kind === 'line' ? {go: to(view, context)} : {}),
});

const hasEvidence = (line: ReconciliationLine, {till}: Context): boolean =>
  line.reference !== '' && line.local !== null && line.till === till.settings.till;

/** The keys of a line. Only a payment of this till has its evidence here. */
export const lineKeys: readonly ScreenKey<Reconcile>[] = [
  scroll,
  aboutLine(
    'accept',
    ({line}) => mayBeAccepted(line),
    ({line}) => goTo('reconcile-accept', {differences: [line]}),
  ),
  aboutLine(
    'unaccept',
    ({line}) => line.acceptance !== null,
    ({line}) => goTo('reconcile-unaccept', {line}),
  ),
  aboutLine(
    'match',
    ({suggestion, group}) => group !== undefined || (suggestion?.candidates.length ?? 0) > 0,
    ({line, suggestion, group}) => goTo('reconcile-match', {line, candidates: suggestion?.candidates ?? [], group}),
  ),
  aboutLine(
    'receive',
    ({line}, context) => receivableIn(context.till.state)(line),
    ({line}, context) =>
      goTo('reconcile-receive', {key: line.key, amount: providerAmount(line, context), row: rowText(line, context)}),
  ),
  aboutLine(
    'make-rule',
    ({line}) => mayBeRule(line),
    ({line}) => goTo('reconcile-rule', entryOf(line)),
  ),
  aboutLine(
    'unmatch',
    ({line}) => matchedRow(line) !== null,
    ({line}) => goTo('reconcile-unmatch', {line}),
  ),
  {
    id: 'evidence',
    when: ({view}, context) => view.kind === 'line' && hasEvidence(view.line, context),
    press: ({view}) => {
      if (view.kind !== 'line') return {};
      const {reference} = view.line;
      return {go: goTo('evidence', {reference}), asks: recalling(reference)};
    },
  },
  toListKey,
];
