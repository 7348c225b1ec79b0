import {dateText, shortDayText} from '../../src/core/day/business-day.js';
import {listText} from '../../src/core/messages/messages.js';
import {plainDecimal} from '../../src/core/money/decimal.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {mostCarried} from '../../src/core/reconcile/result/decide.js';
import {type Reconciliation, unended} from '../../src/core/reconcile/result/reconcile.js';
import {
  isGroup,
  type LineGroup,
  linesIn,
  type WorkEntry,
  workEntries,
} from '../../src/core/reconcile/result/work-entries.js';
import {groupedAmount, namedAmount} from '../../src/core/reconcile/rows/amount.js';
import {
  codes,
  type DiscrepancyCode,
  lineStatuses,
  type ReconciliationLine,
} from '../../src/core/reconcile/rows/discrepancy.js';
import {isRemaining} from '../../src/core/reconcile/rows/finish.js';
import {bothRows, type Rows, rowsAt, rowsWhere} from '../../src/core/reconcile/rows/row.js';
import {widthOf} from '../../src/core/text/width.js';
import {type Block, compact, fact, type ListBlock, notice, title} from '../../src/views/block.js';
import {causeText, entryTexts, sidesText} from '../../src/views/reconcile/entry.js';
import {openAmountsText} from '../../src/views/reconcile/reconciliation-text.js';
import {beside} from '../kit/form.js';
import {ended, jumpsIn, markedList} from '../kit/list.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type ScreenKey, type Step, stopping, todayOf} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';
import {addedFile} from './file-form.js';
import {describeOpen, mayBeAccepted} from './pages.js';
import {ruleEntry} from './rules.js';
import {amountsOf, currencyOf, loadedTexts, mayBeOf, workBlocks} from './shown.js';
import type {DifferenceFilter, Reconcile} from './state.js';
import {compare} from './work-list.js';

/** Returns the title with the day. The day can be turned, and `turning` may mark that. */
const titleText = (
  {days}: Pick<Reconcile, 'days'>,
  context: Context,
  turning: (day: string) => string = day => day,
): string => context.messages.reconcileScreen.title({day: turning(dateText(days.from, context.language))});

/** Returns what the list shows, or an empty text if it has its default filters. */
function listedText({status, code}: Reconcile, context: Context): string {
  if (status === 'remaining' && code === 'all') return '';
  const {listed, states, everyCode} = context.messages.reconcileScreen;
  return listed({state: states[status], code: code === 'all' ? everyCode : context.messages.reconcile.codes[code]});
}

/** Returns the texts about what has no outcome yet, besides the differences. */
function openTexts({totals, coverage}: Reconciliation, context: Context): readonly string[] {
  const unanswered = coverage.live?.unanswered.length ?? 0;
  return [
    ...(totals.stillOpen.length === 0 ? [] : [openAmountsText({totals}, context.language)]),
    ...(unanswered === 0 ? [] : [context.messages.reconcile.unanswered({count: unanswered})]),
  ];
}

/** Returns the movements of a wallet other than takings, which were compared with nothing; empty if there are none. */
function movementsText({movements}: Reconciliation, context: Context): string {
  const amounts = movements.map(each => namedAmount(each, context.language));
  return amounts.length === 0
    ? ''
    : context.messages.reconcileScreen.moved({amounts: listText(amounts, context.language)});
}

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
    ...chosenBlocks(state, context),
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

type Filtered = Pick<Reconcile, 'result' | 'status' | 'code' | 'cause'>;

type Entries = Rows<WorkEntry>;

type Listed = {
  readonly rows: Entries;
  readonly byCode: ReadonlyMap<DiscrepancyCode, Entries>;
  readonly groups: ReadonlyMap<string, LineGroup>;
};

const found = new WeakMap<Reconciliation, Map<DifferenceFilter, Listed>>();

/** Returns what passes the filters, in the order of its money, or the lines of the cause that is open. */
function workRows(filtered: Filtered): Entries {
  const {result, status, code} = filtered;
  if (result === undefined) return [];
  const {rows, byCode} = listedIn(result, status);
  return openGroup(filtered)?.lines ?? (code === 'all' ? rows : (byCode.get(code) ?? []));
}

/** Returns the cause whose lines are listed. It may be gone after another comparison. */
const openGroup = ({result, status, cause}: Filtered): LineGroup | undefined =>
  result === undefined || cause === undefined ? undefined : listedIn(result, status).groups.get(cause);

/** Returns the entries of a status. They are found once, since frames ask often and a file may have a million rows. */
const listedIn = (result: Reconciliation, status: DifferenceFilter): Listed =>
  found.getOrInsertComputed(result, () => new Map()).getOrInsertComputed(status, () => listed(result, status));

function listed(result: Reconciliation, status: DifferenceFilter): Listed {
  const isListed = (line: ReconciliationLine) => isIn(line, status);
  const differing = workEntries(result, isListed);
  const hasAgreeing = status === 'all' || status === 'matched';
  const rows = hasAgreeing ? bothRows(differing, rowsWhere(result.agreeing(), isListed)) : differing;
  const byCode = new Map<DiscrepancyCode, number[]>();
  const groups = new Map<string, LineGroup>();
  let place = -1;
  for (const entry of rows) {
    place += 1;
    if (isGroup(entry)) groups.set(entry.key, entry);
    byCode.getOrInsert(entry.code, []).push(place);
  }
  const made = (places: readonly number[]): Entries => rowsAt(places, place => rows.at(place) as WorkEntry);
  return {rows, groups, byCode: new Map([...byCode].map(([code, places]) => [code, made(places)]))};
}

function isIn(line: ReconciliationLine, filter: DifferenceFilter): boolean {
  if (filter === 'remaining') return isRemaining(line);
  return filter === 'all' || line.status === filter;
}

/** Returns the next filter that shows any line. `remaining` and `all` are always offered. */
function nextState({result, status}: Filtered): DifferenceFilter {
  const has = lineStatuses.filter(each => (result?.totals.byStatus[each] ?? 0) > 0);
  const offered: readonly DifferenceFilter[] = ['remaining', ...has, 'all'];
  return beside(offered, status, 1);
}

function nextCode({result, status, code}: Filtered): DiscrepancyCode | 'all' {
  const has = result === undefined ? undefined : listedIn(result, status).byCode;
  return beside<DiscrepancyCode | 'all'>(['all', ...codes.filter(each => has?.has(each))], code, 1);
}

function chosenBlocks(state: Reconcile, context: Context): readonly Block[] {
  const group = openGroup(state);
  const cause = group === undefined ? '' : causeText(group, context.language);
  const {picked} = state;
  const count = picked.size;
  const amounts = amountsOf(picked.values(), context);
  return compact([
    cause !== '' && fact('cause', cause, {tone: 'strong', most: 2, said: `${cause}.`}),
    count > 0 && fact('picked', context.messages.reconcileScreen.picked({count, amounts}), {tone: 'strong', most: 1}),
  ]);
}

const list = markedList<Reconcile, WorkEntry, Context, Rows<WorkEntry>>(workRows, ({key}) => key);

/** The search in the list, by the kind, the reference or the cause, the amounts, the date and the owner of a line. */
export const jumps = jumpsIn<Reconcile, WorkEntry>(list, (_, context) => {
  const {codes, owners} = context.messages.reconcile;
  return line => {
    const amounts = [line.local, line.provider, line.delta].flatMap(each =>
      each === null ? [] : [plainDecimal(each.value), groupedAmount(each, context.language)],
    );
    const about = isGroup(line) ? causeText(line, context.language) : line.reference;
    return [codes[line.code], about, ...amounts, dateOf(line, context), owners[line.owner]].join(' ');
  };
});

/** Returns the full reference or the cause of the marked entry and why it is there, in one line, so that no other line moves. */
function markedLines(state: Reconcile, context: Context): readonly Block[] {
  const entry = list.markedIn(state, context);
  if (entry === undefined) return [];
  const {why} = entryTexts(entry, context.language);
  const text = [isGroup(entry) ? causeText(entry, context.language) : entry.reference, why]
    .filter(part => part !== '')
    .join(' · ');
  return [fact('marked', text, {importance: 'detail', tone: 'quiet', most: 1, said: why || text})];
}

/** Returns the date from which the age of a line counts. Fees that belong to no day have none. */
const dateOf = ({since}: WorkEntry, {language}: Context): string => (since === '' ? '' : shortDayText(since, language));

function heading(state: Reconcile, context: Context) {
  const {result} = state;
  const {toLookAt, said} = context.messages.reconcileScreen;
  const name = titleText(state, context);
  const shown = titleText(state, context, day => `‹ ${day} ›`);
  if (result === undefined) return title(shown, {said: `${name}.`});
  const count = result.totals.remaining;
  return title(shown, {note: [{text: toLookAt({count}), tone: 'strong'}], said: `${said.list({title: name, count})}.`});
}

/** Returns the end of a reference, which distinguishes it from others of the day. The full reference is below the list. */
const tailOf = (reference: string, width: number): string =>
  reference.length <= width ? reference : `…${reference.slice(1 - width)}`;

const currencyWidth = 3;
const ageWidth = 3;
const wholeReference = 15;
const leastCode = 15;
const roomyFrom = 98;

/** Returns the list. Amount and owner are never cut; the kind is shortened, and a narrow window leaves out both sides. */
function lines(state: Reconcile, context: Context): ListBlock {
  const {language} = context;
  const {columns} = context.messages.reconcileScreen;
  const {codes, owners} = context.messages.reconcile;
  const tail = widthOf(columns.reference);
  const shown = (amount: WorkEntry['local']) => (amount === null ? '' : groupedAmount(amount, language));
  return list.block(state, context, {
    columns: [
      {title: columns.code, width: leastCode, grows: true},
      {title: columns.reference, width: wholeReference, from: roomyFrom},
      {title: columns.reference, width: tail, below: roomyFrom},
      {title: '', width: currencyWidth},
      {title: columns.here, align: 'right', givesWay: 'together'},
      {title: columns.there, align: 'right', givesWay: 'together'},
      {title: columns.delta, align: 'right'},
      {title: columns.date, align: 'right'},
      {title: columns.age, width: ageWidth, align: 'right', from: roomyFrom},
      {title: columns.owner},
    ],
    row: line => {
      const {code, local, provider, delta, age, owner, severity} = line;
      const reference = nameOf(line);
      const references = [tailOf(reference, wholeReference), tailOf(reference, tail)];
      const amounts = [local, provider, delta].map(shown);
      const [date, days] = [dateOf(line, context), String(age)];
      return {
        cells: [
          isPicked(line, state) ? `■ ${codes[code]}` : codes[code],
          ...references,
          currencyOf(line),
          ...amounts,
          date,
          days,
          owners[owner],
        ],
        tone: severity === 'critical' ? 'needs-person' : 'plain',
      };
    },
    narrated: (line, place) => rowText(line, place, context),
    ageless: ({key, status}, at) => `${at} ${key} ${status}`,
    detail: entry => describeOpen(entry, 0, mayBeOf(state.result, entry), context),
    empty: emptyText(state, context),
  });
}

function emptyText({status, code, result}: Reconcile, context: Context): string {
  const {empty, noMatch} = context.messages.reconcileScreen;
  if (status !== 'remaining' || code !== 'all') return noMatch;
  return result !== undefined && unended(result) === 0 ? empty : '';
}

/** Returns the payment of a line, or how many lines have the cause. */
const nameOf = (entry: WorkEntry): string => (isGroup(entry) ? `× ${entry.lines.length}` : entry.reference);

const isPicked = (entry: WorkEntry, {picked}: Reconcile): boolean =>
  picked.size > 0 && Iterator.from(linesIn(entry)).every(({key}) => picked.has(key));

function rowText(line: WorkEntry, place: {readonly at: number; readonly count: number}, context: Context): string {
  const {code, age, owner} = line;
  const about = isGroup(line) ? causeText(line, context.language) : line.reference;
  const {codes, owners} = context.messages.reconcile;
  return context.messages.reconcileScreen.said.row({
    ...place,
    what: codes[code],
    reference: about || '–',
    amounts: sidesText(line, context.language),
    date: dateOf(line, context) || '–',
    days: age,
    owner: owners[owner],
  });
}

const isAsking = ({work}: Reconcile) => work?.kind === 'ask';
const hasResult = ({result}: Reconcile) => result !== undefined;

/** Returns the lines of the marked entry that a person may accept or select. */
function acceptable(state: Reconcile, context: Context): readonly ReconciliationLine[] {
  const entry = list.markedIn(state, context);
  return entry === undefined ? [] : Iterator.from(linesIn(entry)).filter(mayBeAccepted).take(mostCarried).toArray();
}

/** Whether the marked entry has a line that may be accepted; all lines of a cause have the same standing. */
const mayAccept = (state: Reconcile, context: Context): boolean => {
  const entry = list.markedIn(state, context);
  const first = entry === undefined ? undefined : linesIn(entry).at(0);
  return first !== undefined && mayBeAccepted(first);
};

/** Selects the lines of the marked entry, or no longer. */
function picked(state: Reconcile, context: Context): Step<Reconcile> {
  const lines = acceptable(state, context);
  const next = new Map(state.picked);
  const isIn = lines.every(({key}) => next.has(key));
  for (const line of lines)
    if (isIn) next.delete(line.key);
    else next.set(line.key, line);
  return {state: {...state, picked: next}};
}

const besides: readonly ScreenKey<Reconcile>[] = [
  {
    id: 'accept',
    when: (state, context) => state.picked.size > 0 || mayAccept(state, context),
    press: (state, context) => {
      const lines = state.picked.size > 0 ? [...state.picked.values()] : acceptable(state, context);
      return {go: goTo('reconcile-accept', {differences: lines})};
    },
  },
  {id: 'pick-difference', when: mayAccept, press: picked},
  {
    id: 'make-rule',
    when: state => ruleIn(state) !== undefined,
    press: state => {
      const entry = ruleIn(state);
      return entry === undefined ? {} : {go: goTo('reconcile-rule', entry)};
    },
  },
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
    press: state => ({state: {...toTop(state), status: nextState(state), code: 'all'}}),
  },
  {
    id: 'rules',
    when: state => hasResult(state) && ruleIn(state) === undefined,
    press: ({result}) => ({go: goTo('reconcile-rules', {offers: result?.ruleOffers ?? []})}),
  },
  {id: 'layouts', press: () => ({go: goTo('reconcile-layouts')})},
  {id: 'lines-by-code', when: hasResult, press: state => ({state: {...toTop(state), code: nextCode(state)}})},
  {
    id: 'other-day',
    when: ({work}) => work === undefined || work.kind === 'compare',
    press: (state, context, {place}) => turned(state, context, place === 0 ? -1 : 1),
  },
];

/** Returns the rule that can be made of the cause whose lines are listed. */
function ruleIn(state: Reconcile) {
  const group = openGroup(state);
  return group === undefined ? undefined : ruleEntry(group);
}

const toTop = (state: Reconcile): Reconcile => ({...state, cause: undefined, selected: undefined, index: 0});

/** Returns the key, which leads from the lines of a cause to the whole list first. */
const closingGroup = (key: ScreenKey<Reconcile>): ScreenKey<Reconcile> => ({
  ...key,
  press: (state, context, pressed) =>
    state.isJumping || openGroup(state) === undefined
      ? key.press(state, context, pressed)
      : {state: {...toTop(state), selected: state.cause}},
});

export const listKeys: readonly ScreenKey<Reconcile>[] = [
  {id: 'open-difference', when: list.isFilled, press: list.withMarked(opened)},
  // While the service is being asked, the back key ends that instead.
  ...jumps
    .keys(besides)
    .map(key =>
      key.id === 'back' ? onlyWhile<Reconcile>(state => state.isJumping || !isAsking(state))(closingGroup(key)) : key,
    ),
  list.selectKey,
];

function opened(line: WorkEntry, state: Reconcile): Step<Reconcile> {
  if (isGroup(line)) return {state: {...ended(toTop(state)), cause: line.key}};
  return {state: {...ended(state), view: {kind: 'line', line, ...mayBeOf(state.result, line), offset: 0}}};
}

/** Turns to another day. Nothing has happened on future days yet, so they are not shown. */
function turned(state: Reconcile, context: Parameters<typeof compare>[1], by: 1 | -1): Step<Reconcile> {
  const day = Temporal.PlainDate.from(state.days.from).add({days: by}).toString();
  if (day > todayOf(context)) return {};
  const bare = {...toTop(state), result: undefined, picked: new Map(), code: 'all' as const};
  return compare(bare, context, {days: {from: day, to: day}, files: []});
}
