import {shortDayText} from '../../src/core/day/business-day.js';
import {plainDecimal} from '../../src/core/money/decimal.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {groupedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/discrepancy.js';
import {reasonTexts} from '../../src/core/reconcile/reason-texts.js';
import {unended} from '../../src/core/reconcile/reconcile.js';
import type {Rows} from '../../src/core/reconcile/row.js';
import {widthOf} from '../../src/core/text/width.js';
import {type Block, compact, fact, type ListBlock, notice, title} from '../kit/block.js';
import {stopping, todayOf} from '../kit/context.js';
import {ended, jumpsIn} from '../kit/jump.js';
import {markedList} from '../kit/list.js';
import {goTo} from '../kit/places.js';
import {onlyWhile} from '../kit/question.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import {compare} from './compare.js';
import {addedFile} from './file-form.js';
import {describeLine} from './pages.js';
import {
  amountsText,
  currencyOf,
  listedText,
  loadedTexts,
  maybeOf,
  movementsText,
  openTexts,
  titleText,
  workBlocks,
} from './shown.js';
import type {Reconcile} from './state.js';
import {nextCode, nextState, workRows} from './work-list.js';

export function describeList(state: Reconcile, context: Context): readonly Block[] {
  const {result, work, problem} = state;
  const loaded = result === undefined ? [] : loadedTexts(result, context);
  const open = result === undefined ? '' : openTexts(result, context).join(' ');
  const moved = result === undefined ? '' : movementsText(result, context);
  const listed = listedText(state, context);
  return compact([
    heading(state, context),
    ...(work !== undefined || loaded.length === 0
      ? workBlocks(work, context)
      : [fact('loaded', loaded.join(' · '), {tone: 'quiet', most: 2, said: `${loaded.join('; ')}.`})]),
    work === undefined && open !== '' && fact('open', open, {tone: 'not-known', most: 2}),
    work === undefined && moved !== '' && fact('movements', moved, {most: 2, said: `${moved}.`}),
    problem !== undefined && notice('problem', problemText(problem, context.language), {importance: 'standing'}),
    listed !== '' && fact('listed', listed, {tone: 'quiet', said: `${listed}.`}),
    ...offeredBlocks(state, context),
    ...jumps.blocks(state, context),
    result !== undefined && lines(state, context),
    ...markedLines(state, context),
  ]);
}

/** Returns the notice that texts can be made into rules, with the key. */
function offeredBlocks({result, work}: Reconcile, context: Context): readonly Block[] {
  const count = result?.ruleOffers.length ?? 0;
  if (count === 0 || work !== undefined) return [];
  const text = context.messages.reconcileScreen.rules.offered({count, key: keyText('rules', context)});
  return [fact('offered', text, {tone: 'quiet', most: 1})];
}

const list = markedList<Reconcile, ReconciliationLine, Context, Rows<ReconciliationLine>>(workRows, ({key}) => key);

/** The search in the list, by the kind, the reference, the amounts, the date and the owner of a line. */
export const jumps = jumpsIn<Reconcile, ReconciliationLine>(list, (_, context) => {
  const {codes, owners} = context.messages.reconcile;
  return line => {
    const amounts = [line.local, line.provider, line.delta].flatMap(each =>
      each === null ? [] : [plainDecimal(each.value), groupedAmount(each, context.language)],
    );
    return [codes[line.code], line.reference, ...amounts, dateOf(line, context), owners[line.owner]].join(' ');
  };
});

/** Returns the full reference of the marked line and why it is there, in one line, so that no other line moves. */
function markedLines(state: Reconcile, context: Context): readonly Block[] {
  const line = list.markedIn(state, context);
  if (line === undefined) return [];
  const {why} = reasonTexts(line, context.language);
  const text = [line.reference, why].filter(part => part !== '').join(' · ');
  return [fact('marked', text, {importance: 'detail', tone: 'quiet', most: 1, said: why})];
}

/** Returns the date from which the age of a line counts. Fees that belong to no day have none. */
const dateOf = ({since}: ReconciliationLine, {language}: Context): string =>
  since === '' ? '' : shortDayText(since, language);

function heading(state: Reconcile, context: Context) {
  const {result} = state;
  const {toLookAt, said} = context.messages.reconcileScreen;
  const name = titleText(state, context);
  const shown = titleText(state, context, day => `‹ ${day} ›`);
  if (result === undefined) return title(shown, {said: `${name}.`});
  const count = result.totals.remaining;
  return title(shown, {
    note: [{text: toLookAt({count}), tone: 'strong'}],
    said: `${said.list({title: name, count})}.`,
  });
}

/** Returns the end of a reference, which distinguishes it from others of the day. The full reference is below the list. */
const tailOf = (reference: string, width: number): string =>
  reference.length <= width ? reference : `…${reference.slice(1 - width)}`;

const currencyWidth = 3;
const ageWidth = 3;
const wholeReference = 15;
const leastCode = 15;
const roomyFrom = 98;

/**
 * Returns the list. The amount and its owner are never cut. The kind of the line is shortened, and in a narrow window both sides are left
 * out.
 */
function lines(state: Reconcile, context: Context): ListBlock {
  const {language} = context;
  const {columns} = context.messages.reconcileScreen;
  const {codes, owners} = context.messages.reconcile;
  const tail = widthOf(columns.reference);
  const shown = (amount: ReconciliationLine['local']) => (amount === null ? '' : groupedAmount(amount, language));
  return list.block(state, context, {
    columns: [
      {title: columns.code, width: leastCode, grows: true},
      {title: columns.reference, width: wholeReference, from: roomyFrom},
      {title: columns.reference, width: tail, below: roomyFrom},
      {title: '', width: currencyWidth},
      {title: columns.here, align: 'right', givesWay: true},
      {title: columns.there, align: 'right', givesWay: true},
      {title: columns.delta, align: 'right'},
      {title: columns.date, align: 'right'},
      {title: columns.age, width: ageWidth, align: 'right', from: roomyFrom},
      {title: columns.owner},
    ],
    row: line => {
      const {code, reference, local, provider, delta, age, owner, severity} = line;
      const references = [tailOf(reference, wholeReference), tailOf(reference, tail)];
      const amounts = [local, provider, delta].map(shown);
      const [date, days] = [dateOf(line, context), String(age)];
      return {
        cells: [codes[code], ...references, currencyOf(line), ...amounts, date, days, owners[owner]],
        tone: severity === 'critical' ? 'needs-person' : 'plain',
      };
    },
    narrated: (line, place) => rowText(line, place, context),
    ageless: ({key, status}, at) => `${at} ${key} ${status}`,
    detail: line => describeLine({line, ...maybeOf(state.result, line), offset: 0}, context),
    empty: emptyText(state, context),
  });
}

function emptyText({status, code, result}: Reconcile, context: Context): string {
  const {empty, noMatch} = context.messages.reconcileScreen;
  if (status !== 'remaining' || code !== 'all') return noMatch;
  return result !== undefined && unended(result) === 0 ? empty : '';
}

function rowText(
  line: ReconciliationLine,
  place: {readonly at: number; readonly count: number},
  context: Context,
): string {
  const {code, reference, age, owner} = line;
  const {codes, owners} = context.messages.reconcile;
  return context.messages.reconcileScreen.said.row({
    ...place,
    what: codes[code],
    reference: reference || '–',
    amounts: amountsText(line, context),
    date: dateOf(line, context) || '–',
    days: age,
    owner: owners[owner],
  });
}

const isAsking = ({work}: Reconcile) => work?.kind === 'ask';
const hasResult = ({result}: Reconcile) => result !== undefined;

const besides: readonly ScreenKey<Reconcile>[] = [
  {
    id: 'add-file',
    when: ({work}) => work === undefined,
    press: state => ({state: {...state, ...addedFile, view: {kind: 'file'}}}),
  },
  {
    id: 'ask-all',
    when: ({work}) => work === undefined,
    press: (state, context) => compare(state, context, {isLive: true}),
  },
  {
    id: 'other-page',
    when: hasResult,
    press: state => ({state: {...state, view: {kind: 'page', page: 'equations', offset: 0}}}),
  },
  {
    id: 'stop-asking',
    when: isAsking,
    press: state => {
      const {work} = state;
      if (work?.asking === undefined) return {};
      return {state: {...state, work: {...work, isCalledOff: true}}, asks: stopping(work.asking)};
    },
  },
  {
    id: 'lines-by-state',
    when: hasResult,
    press: state => ({state: {...state, status: nextState(state), code: 'all', selected: undefined, index: 0}}),
  },
  {
    id: 'rules',
    when: hasResult,
    press: ({result}) => ({go: goTo('reconcile-rules', {offers: result?.ruleOffers ?? []})}),
  },
  {id: 'layouts', press: () => ({go: goTo('reconcile-layouts')})},
  {
    id: 'lines-by-code',
    when: hasResult,
    press: state => ({state: {...state, code: nextCode(state), selected: undefined, index: 0}}),
  },
  {
    id: 'other-day',
    when: ({work}) => work === undefined || work.kind === 'compare',
    press: (state, context, {place}) => turned(state, context, place === 0 ? -1 : 1),
  },
];

export const listKeys: readonly ScreenKey<Reconcile>[] = [
  {id: 'open-difference', when: list.isFilled, press: list.withMarked(opened)},
  // While the service is being asked, the back key ends that instead.
  ...jumps
    .keys(besides)
    .map(key => (key.id === 'back' ? onlyWhile<Reconcile>(state => state.isJumping || !isAsking(state))(key) : key)),
  list.selectKey,
];

function opened(line: ReconciliationLine, state: Reconcile): Step<Reconcile> {
  return {state: {...ended(state), view: {kind: 'line', line, ...maybeOf(state.result, line), offset: 0}}};
}

/** Turns to another day. Nothing has happened on future days yet, so they are not shown. */
function turned(state: Reconcile, context: Parameters<typeof compare>[1], by: 1 | -1): Step<Reconcile> {
  const day = Temporal.PlainDate.from(state.days.from).add({days: by}).toString();
  if (day > todayOf(context)) return {};
  const bare = {...state, result: undefined, selected: undefined, index: 0, code: 'all' as const};
  return compare(bare, context, {days: {from: day, to: day}, files: []});
}
