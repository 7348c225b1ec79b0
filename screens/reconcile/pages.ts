import {besideCode} from '../../src/core/money/display.js';
import {groupedAmount} from '../../src/core/reconcile/amount.js';
import {mayBeReceived} from '../../src/core/reconcile/decide.js';
import type {ReconciliationLine} from '../../src/core/reconcile/discrepancy.js';
import {equationText} from '../../src/core/reconcile/reconciliation-text.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {type Block, type FactBlock, fact, gap, type PaperBlock, paper} from '../kit/block.js';
import {type Go, goTo} from '../kit/places.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {movedOffset} from '../parts/offset.js';
import type {BindingId} from '../terminal/bindings.js';
import {differenceTexts, mayBeAccepted, providerAmount, rowText} from './difference.js';
import {matchedRow} from './match.js';
import {entryOf, mayBeRule} from './rule.js';
import {amountsText, coverageTexts, loadedTexts, reconcileMessages, resultMessages} from './shown.js';
import type {OpenLine, Reconcile, ReconcileAsks, ReconcilePage} from './state.js';

/** As wide as the narrowest window has room for. */
const equationWidth = 56;

/** The equations, or what everything rests on. Which sources were loaded stands on both. */
export function describePage({page, offset}: ReconcilePage, {result}: Reconcile, context: Context): readonly Block[] {
  if (result === undefined) return [];
  const {pages} = reconcileMessages(context);
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
  const {unexplained} = resultMessages(context);
  if (result.equations.length === 0) return [long('none', reconcileMessages(context).noEquations)];
  const lines = result.equations.flatMap(each =>
    equationText(each, {language: context.language, width: equationWidth}),
  );
  return lines.map((text, at) =>
    text === ''
      ? gap(`gap ${at}`)
      : fact(`line ${at}`, text, {tone: text.trim().startsWith(unexplained) ? 'strong' : 'plain'}),
  );
}

/** One line: both sides, why it is there, what to do, and whatever else is known of it. */
export function describeLine(view: Omit<OpenLine, 'kind'>, context: Context): readonly Block[] {
  const {line, offset} = view;
  const {codes} = resultMessages(context);
  const {stands, texts} = differenceTexts(view, context);
  return [
    paper([codes[line.code], line.reference].filter(part => part !== '').join('  '), offset, [
      fact('stands', stands, {tone: line.severity === 'critical' ? 'needs-person' : 'quiet'}),
      gap('above'),
      ...sides(line, context),
      gap('below'),
      // What belongs to the label above stands in its column.
      ...texts.map(({label, text}, at) =>
        fact(`text ${at}`, text, {most: 6, lead: label || ' ', ...(label === '' && {said: text})}),
      ),
    ]),
  ];
}

/** The amounts of both sides under each other, and what is between them. */
function sides(line: ReconciliationLine, context: Context): readonly FactBlock[] {
  const {local, provider, delta} = line;
  const {language} = context;
  const {here, there, delta: differs} = reconcileMessages(context).line;
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

const scroll: ScreenKey<Reconcile, ReconcileAsks> = {
  id: 'scroll',
  press: (state, _, pressed) => {
    const {view} = state;
    return 'offset' in view ? {state: {...state, view: {...view, offset: movedOffset(view.offset, pressed)}}} : {};
  },
};
const toList = (state: Reconcile) => ({state: {...state, view: {kind: 'list'} as const}});

/** The equations, then what everything rests on, then the list again. */
export const pageKeys: readonly ScreenKey<Reconcile, ReconcileAsks>[] = [
  scroll,
  {
    id: 'other-page',
    press: state =>
      state.view.kind === 'page' && state.view.page === 'equations'
        ? {state: {...state, view: {kind: 'page', page: 'coverage', offset: 0}}}
        : toList(state),
  },
  {id: 'back', press: toList},
];

const lineOf = ({view}: Reconcile): ReconciliationLine | undefined => (view.kind === 'line' ? view.line : undefined);

/** A key that leads from the line to where something about it is written down. */
const aboutLine = (
  id: BindingId,
  may: (line: ReconciliationLine) => boolean,
  to: (line: ReconciliationLine, context: Context) => Go,
): ScreenKey<Reconcile, ReconcileAsks> => ({
  id,
  when: (state, {till}) => {
    const line = lineOf(state);
    return line !== undefined && may(line) && till.writeFailure() === undefined;
  },
  press: (state, context) => {
    const line = lineOf(state);
    return line === undefined ? {} : {go: to(line, context)};
  },
});

const hasEvidence = (line: ReconciliationLine, {till}: Context): boolean =>
  line.reference !== '' && line.local !== null && line.till === till.settings.till;

/** One line. Its payment's evidence is the till's own. */
export const lineKeys: readonly ScreenKey<Reconcile, ReconcileAsks>[] = [
  scroll,
  aboutLine('accept', mayBeAccepted, line => goTo('reconcile-accept', {line})),
  {
    id: 'match',
    when: ({view}, {till}) =>
      view.kind === 'line' &&
      ((view.suggestion?.candidates.length ?? 0) > 0 || view.group !== undefined) &&
      till.writeFailure() === undefined,
    press: ({view}) => {
      if (view.kind !== 'line') return {};
      const {line, suggestion, group} = view;
      return {go: goTo('reconcile-match', {line, candidates: suggestion?.candidates ?? [], group})};
    },
  },
  aboutLine('receive', mayBeReceived, (line, context) =>
    goTo('reconcile-receive', {key: line.key, amount: providerAmount(line, context), row: rowText(line, context)}),
  ),
  aboutLine('make-rule', mayBeRule, line => goTo('reconcile-rule', entryOf(line))),
  aboutLine(
    'unmatch',
    line => matchedRow(line) !== null,
    line => goTo('reconcile-unmatch', {line}),
  ),
  {
    id: 'evidence',
    when: (state, context) => {
      const line = lineOf(state);
      return line !== undefined && hasEvidence(line, context);
    },
    press: (state, {till}) => {
      const {reference = ''} = lineOf(state) ?? {};
      const isAtHand = till.state.payments.has(reference);
      return {go: goTo('evidence', {reference}), asks: isAtHand ? [] : {kind: 'recall', reference}};
    },
  },
  {id: 'back', press: toList},
];
