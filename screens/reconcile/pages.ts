import {unaskedIn} from '../../src/core/reconcile/result/decide.js';
import type {Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import type {WorkEntry} from '../../src/core/reconcile/result/work-entries.js';
import type {ReconciliationLine as Difference, ReconciliationLine} from '../../src/core/reconcile/rows/discrepancy.js';
import {type Block, type FactBlock, fact, gap, type PaperBlock, paper} from '../../src/views/block.js';
import {
  describeEntry,
  entryTitle,
  type MayBe,
  providerAmount,
  providerText,
  standingText,
} from '../../src/views/reconcile/entry.js';
import {coverageText, equationText, ruleTexts} from '../../src/views/reconcile/reconciliation-text.js';
import {movedOffset} from '../kit/list.js';
import {type Context, recalling, type ScreenKey} from '../kit/screen.js';
import {type Go, goTo} from '../model.js';
import type {BindingId} from '../terminal/bindings.js';
import {matchedRow} from './match.js';
import {entryOf} from './rules.js';
import {loadedTexts} from './shown.js';
import {type OpenLine, type Reconcile, type ReconcilePage, toList} from './state.js';

/** As wide as the narrowest window allows. */
const equationWidth = 56;

/** Returns what the result is based on, and how to remove a file if there is one. */
function coverageTexts(result: Reconciliation, context: Context): readonly string[] {
  const {provider, payouts, bank} = result.coverage;
  const hasFiles = [provider, payouts, bank].some(files => files.length > 0);
  return [
    ...coverageText(result, context.messages.reconcile),
    ...ruleTexts(result, context.language).filter(text => text !== ''),
    ...(hasFiles ? [context.messages.reconcileScreen.mistaken] : []),
  ];
}

/** Returns the page of the equations, or of what the result is based on. Both pages show which sources were loaded. */
export function describePage({page, offset}: ReconcilePage, {result}: Reconcile, context: Context): readonly Block[] {
  if (result === undefined) return [];
  const {pages} = context.messages.reconcileScreen;
  const loaded = loadedTexts(result, context);
  const texts = page === 'coverage' ? coverageTexts(result, context).map((text, at) => long(`text ${at}`, text)) : [];
  return [
    paper(pages[page], offset, [
      fact('loaded', loaded.join(' · '), {tone: 'quiet', most: 2, said: `${loaded.join('; ')}.`}),
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

/** Returns a line, or lines of one cause, with all that is known about it. */
export function describeOpen(entry: WorkEntry, offset: number, mayBe: MayBe, context: Context): readonly Block[] {
  const {language, shop} = context;
  return [
    paper(entryTitle(entry, language), offset, [
      fact('standing', standingText(entry, language), {tone: entry.severity === 'critical' ? 'needs-person' : 'quiet'}),
      ...describeEntry(entry, mayBe, {language, zone: shop.zone}),
    ]),
  ];
}

/** Whether a person may accept the line: it is a difference, and no one has accepted it yet. */
export const mayBeAccepted = ({acceptance, status}: Pick<ReconciliationLine, 'acceptance' | 'status'>): boolean =>
  acceptance === null && status !== 'matched';

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

/** Whether a rule can say where the entry belongs: only the bank has it, and it belongs to no payout. */
const mayBeRule = ({reason}: Pick<Difference, 'reason'>): boolean => reason === 'credit-unexplained';

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
    ({line}, context) => unaskedIn(context.till.state)(line) !== undefined,
    ({line, suggestion}, {language, till}) =>
      goTo('reconcile-receive', {
        key: line.key,
        amount: providerAmount(line, language),
        row: providerText(line, language),
        earlier: unaskedIn(till.state)(line) ?? suggestion?.candidates[0]?.reference,
      }),
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
