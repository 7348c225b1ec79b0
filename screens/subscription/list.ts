import {Problem} from '../../src/core/problem.js';
import {type Enrolment, plainEmail} from '../../src/core/subscription/enrolment.js';
import {deviationColumn, priceText} from '../../src/core/subscription/plan-text.js';
import {
  findSubscriptions,
  isOver,
  type KnownSubscription,
  openEnrolments,
  subscriptionStates,
} from '../../src/core/subscription/registry.js';
import {deviationsOfKnown, planOfKnown} from '../../src/core/subscription/standing.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';
import {type Block, fact, gap, type ListBlock, paper, type TitleBlock, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {beside, emptyForm, type Filled, fieldBlocks, firstWrong, remembered, typedIn} from '../kit/form.js';
import {type MarkedRow, markedList, unmarked} from '../kit/list.js';
import {unsigned} from '../kit/said.js';
import {
  type Context,
  type Form,
  type FormField,
  type Screen,
  type ScreenKey,
  type Step,
  type Task,
  task,
} from '../kit/screen.js';
import {goTo} from '../model.js';
import {codeRules, emptyLine, type LineRules, textOf, textRules} from '../terminal/line.js';
import {add, read} from './one.js';
import {
  customerInFull,
  customerText,
  fieldsOf,
  type Hearing,
  nextShort,
  notFetched,
  planName,
  planOfEnrolment,
  recordBlocks,
  sourceText,
  standingBlocks,
  stateOf,
  stateText,
  toEnrol,
  toneOfState,
} from './shown.js';

/** The states that the list can show, in the order in which a key turns them. */
const stateFilters = ['all', ...subscriptionStates] as const;

type SubscriptionFilter = (typeof stateFilters)[number];

/** Returns how a subscription differs from its plan, in at most 16 cells. */
const driftShort = (known: KnownSubscription, {till, now, language}: Context): string =>
  deviationColumn(deviationsOfKnown(till.state.registry, known, now), language);

/** The state of the list. While it has the focus, letters are commands. */
type Subscriptions = Filled<'list' | 'search' | 'id'> &
  MarkedRow & {readonly filter: SubscriptionFilter; readonly isAdding: boolean; readonly hearing: Hearing};

type Row =
  | {readonly key: string; readonly kind: 'enrolment'; readonly enrolment: Enrolment}
  | {readonly key: string; readonly kind: 'subscription'; readonly known: KnownSubscription};

const found = remembered<readonly Row[]>();

/** Returns the enrolments with an unknown outcome, whichever state is selected, and below them the subscriptions, the newest first. */
function rowsIn(shown: Subscriptions, {till: {state}}: Context): readonly Row[] {
  const text = typedIn(shown, 'search').trim();
  const {filter} = shown;
  return found(state, [text, filter], () => [
    ...openEnrolments(state.registry)
      .filter(enrolment => isLike(enrolment, text))
      .map(enrolment => ({key: enrolment.reference, kind: 'enrolment' as const, enrolment})),
    ...findSubscriptions(state.registry, text)
      .filter(known => filter === 'all' || stateOf(known) === filter)
      .map(known => ({key: `${known.subscription.id}`, kind: 'subscription' as const, known})),
  ]);
}

const isLike = ({customerEmail, planCode, reference}: Enrolment, text: string) =>
  [plainEmail(customerEmail), planCode.toLowerCase(), reference.toLowerCase()].some(each =>
    each.includes(text.toLowerCase()),
  );

const rows = markedList<Subscriptions, Row>(rowsIn, ({key}) => key);

const idRules: LineRules = {accepts: /^[0-9]$/, longest: 15};

/** Returns the fields: the number of the subscription to add, and the search text as long as it narrows the list. */
function form(state: Subscriptions, context: Context): Form<Subscriptions> {
  const messages = context.messages.subscriptionScreen;
  const {focus, isAdding} = state;
  const isSearch = focus === 'search' || typedIn(state, 'search') !== '';
  const id: FormField<Subscriptions> = {
    id: 'id',
    label: messages.id,
    rules: idRules,
    hint: messages.idHint,
    note: isAdding ? messages.adding : '',
    check: () => {
      const number = idOf(state);
      const isOne = Number.isSafeInteger(number) && number >= 1;
      return isOne ? undefined : new Problem('subscription-id-invalid', {id: typedIn(state, 'id')});
    },
  };
  const search: FormField<Subscriptions> = {
    id: 'search',
    label: messages.search,
    rules: textRules,
    note: messages.searchFound({count: rowsIn(state, context).length}),
    edited: now => ({...now, ...unmarked}),
  };
  // Where letters are keys, a digit begins a search at once.
  const begun: FormField<Subscriptions> = {
    ...search,
    id: 'list',
    rules: codeRules,
    edited: ({lines: {list = emptyLine, ...lines}, ...now}) =>
      textOf(list) === '' ? {...now, lines} : {...now, lines: {...lines, search: list}, focus: 'search', ...unmarked},
  };
  if (focus === 'list' && !isSearch && !isAdding) return [begun];
  return [...(focus === 'id' || isAdding ? [id] : []), ...(isSearch ? [search] : [])];
}

const idOf = (state: Subscriptions): number => Number(typedIn(state, 'id'));

function textsOf(row: Row, context: Context) {
  const {unclearEnrolment, notKnown} = context.messages.subscriptionScreen;
  if (row.kind === 'enrolment') {
    const customer = cleanText(row.enrolment.customerEmail, 80);
    const plan = planOfEnrolment(row.enrolment, context);
    return {id: notKnown, customer, plan, state: notKnown, next: '', drift: unclearEnrolment, full: [customer, plan]};
  }
  const {known} = row;
  const priced = planOfKnown(context.till.state.registry, known);
  const price = priced === undefined ? [] : [priceText(priced, context.language)];
  const plan = planName(known, context);
  return {
    id: row.key,
    customer: customerText(known, context),
    plan,
    state: stateText(known, context.language),
    next: nextShort(known, context),
    drift: driftShort(known, context),
    full: [customerInFull(known, context), plan, ...price],
  };
}

/** The greatest width of a plan's name in cells, which leaves room for the customer. */
const longestPlan = 16;

function listed(state: Subscriptions, context: Context): ListBlock {
  const messages = context.messages.subscriptionScreen;
  const {columns} = messages;
  const isAll = state.filter === 'all' && typedIn(state, 'search') === '';
  return rows.block(state, context, {
    columns: [
      {title: columns.number, align: 'right'},
      {title: columns.customer, grows: true},
      {title: columns.plan, most: longestPlan, from: 76},
      {title: columns.state},
      {title: columns.next, align: 'right'},
      {title: columns.drift, width: 16},
    ],
    row: row => {
      const {id, customer, plan, state: stands, next, drift} = textsOf(row, context);
      const tone = row.kind === 'enrolment' ? 'not-known' : toneOfState(row.known);
      return {cells: [id, customer, plan, stands, next, drift], tone};
    },
    narrated: (row, place) => {
      const texts = textsOf(row, context);
      const said = row.kind === 'enrolment' ? messages.unclearRow : messages.row;
      return said({...texts, ...place, drift: unsigned(texts.drift)});
    },
    detail: row => rowDetail(row, context),
    empty: isAll ? messages.none : messages.noneSuch,
  });
}

function rowDetail(row: Row, context: Context): readonly Block[] {
  const {customer, plan, drift} = textsOf(row, context);
  if (row.kind === 'enrolment') {
    const {columns} = context.messages.subscriptionScreen;
    const facts = [fact('customer', customer, {lead: columns.customer}), fact('plan', plan, {lead: columns.plan})];
    return [paper(row.key, 0, [fact('drift', drift, {tone: 'not-known'}), gap('above'), ...facts])];
  }
  const {known} = row;
  const record = recordBlocks(fieldsOf(known, context));
  return [paper(customerInFull(known, context), 0, [...standingBlocks(known, context), gap('fields'), ...record])];
}

/** Returns the full text of the marked row, since a column may have cut it. */
const inFull = (row: Row, context: Context): Block =>
  fact('marked', textsOf(row, context).full.join(' · '), {tone: 'strong', most: 1, importance: 'detail'});

function heading({filter}: Subscriptions, context: Context): TitleBlock {
  const messages = context.messages.subscriptionScreen;
  const all = context.till.state.registry.subscriptions.size;
  return title(`${messages.title}  ${all}`, {
    importance: 'news',
    note: filter === 'all' ? [] : [{text: messages.filters[filter], tone: 'not-known'}],
    said: is(`${messages.title}, ${all}`, messages.filters[filter], context),
  });
}

const isAsking = ({hearing}: Subscriptions) => hearing.kind === 'asking' || hearing.learning !== undefined;
const isMarking = (state: Subscriptions, context: Context) =>
  state.focus !== 'id' && !state.isAdding && rows.isFilled(state, context);

const onList = (
  id: ScreenKey<Subscriptions>['id'],
  press: ScreenKey<Subscriptions>['press'],
  when: (state: Subscriptions, context: Context) => boolean = () => true,
): ScreenKey<Subscriptions> => ({
  id,
  when: (state, context) => state.focus === 'list' && !state.isAdding && when(state, context),
  press,
});

const open = rows.withMarked((row, state) => ({
  state: {...state, focus: 'list'},
  go:
    row.kind === 'enrolment'
      ? goTo('enrolment', {reference: row.enrolment.reference})
      : goTo('subscription', {id: row.known.subscription.id}),
}));

/** Goes back: first out of the field, then out of the search, then out of the list. */
function back(state: Subscriptions): Step<Subscriptions> {
  const {focus, isAdding, lines} = state;
  if (focus === 'id' || isAdding) return {state: {...state, focus: 'list', wrong: undefined, isAdding: false}};
  const isSearch = focus === 'search' || typedIn(state, 'search') !== '';
  return isSearch ? {state: {...state, focus: 'list', lines: {...lines, search: emptyLine}}} : {go: 'back'};
}

/** The most subscriptions whose charges are requested after a refresh, because a connection may be paid for by volume. */
const mostLearnt = 10;

/** In milliseconds. Charges that were read within this time are not requested again automatically. */
const freshMs = 12 * 60 * 60_000;

/** Reads the service's list, and then the charges of subscriptions that were not read recently, until there is a problem. */
async function refresh(till: Till, answer: (hearing: Hearing) => void): Promise<void> {
  const refreshed = await till.refreshSubscriptions();
  const hearing = {kind: 'heard', at: till.now(), ...refreshed} as const;
  const due = refreshed.problem === undefined ? dueOf(till) : [];
  try {
    for (const [asked, id] of due.entries()) {
      answer({...hearing, learning: {asked, count: due.length}});
      await till.learnCharges(id);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  answer(hearing);
}

function dueOf(till: Till): readonly number[] {
  const isDue = ({subscription, chargesAt}: KnownSubscription) =>
    !isOver(subscription) && (chargesAt === null || till.now() - chargesAt > freshMs);
  return findSubscriptions(till.state.registry, '')
    .filter(isDue)
    .slice(0, mostLearnt)
    .map(({subscription}) => subscription.id);
}

const refreshing: Task<Subscriptions> = task({
  kind: 'refresh',
  run: refresh,
  reduce: (state, hearing) => ({state: {...state, hearing}}),
  refused: (state, problem) => ({state: {...state, hearing: notFetched(problem)}}),
});

const adding = (id: number): Task<Subscriptions> => ({
  kind: 'add',
  run: till => add(id, till),
  done: state => {
    // A person who has gone on is not brought back.
    if (!state.isAdding) return {asks: {kind: 'read', isQuiet: true, run: till => read(id, till), refused: () => ({})}};
    const list = {...state, lines: {...state.lines, id: emptyLine}, isAdding: false, selected: `${id}`};
    return {state: list, go: goTo('subscription', {id, result: {kind: 'added'}})};
  },
  refused: (state, problem) =>
    state.isAdding ? {state: {...state, focus: 'id', isAdding: false, wrong: {field: 'id', problem}}} : {},
});

/** All subscriptions that the till knows, each with its customer, its plan, its state, the next charge and any deviation. */
export const subscriptions: Screen<'subscriptions', Subscriptions> = {
  id: 'subscriptions',
  layout: 'tall',
  // The list is shown from memory at once, while the service is asked for its own.
  open: () => ({
    state: {...emptyForm('list'), ...unmarked, filter: 'all', isAdding: false, hearing: {kind: 'asking'}},
    asks: refreshing,
  }),
  form,
  describe: (state, context) => {
    const one = rows.markedIn(state, context);
    const shown = form(state, context).filter(({id}) => id !== 'list');
    const fields = fieldBlocks(shown, state, context);
    return [
      heading(state, context),
      fact('source', sourceText(state.hearing, context), {tone: 'quiet', most: 2}),
      ...(fields.length === 0 ? [gap('above')] : fields),
      listed(state, context),
      ...(one === undefined ? [] : [gap('below'), inFull(one, context)]),
    ];
  },
  keys: [
    {
      id: 'add-it',
      when: ({focus}) => focus === 'id',
      press: (state, context) => {
        const wrong = firstWrong(form(state, context), state);
        if (wrong !== undefined) return {state: wrong};
        return {state: {...state, focus: 'list', wrong: undefined, isAdding: true}, asks: adding(idOf(state))};
      },
    },
    {id: 'open-marked', when: isMarking, press: open},
    {...rows.selectKey, when: isMarking},
    onList('plans', () => ({go: goTo('plans')})),
    onList('enrol', (_, context) => toEnrol({}, context)),
    onList('find-subscription', state => ({state: {...state, focus: 'search'}})),
    onList('filter-state', state => ({
      state: {...state, filter: beside<SubscriptionFilter>(stateFilters, state.filter, 1), ...unmarked},
    })),
    onList('add-by-id', state => ({state: {...state, focus: 'id', lines: {...state.lines, id: emptyLine}}})),
    onList(
      'refresh',
      state => ({state: {...state, hearing: {kind: 'asking'}}, asks: refreshing}),
      state => !isAsking(state),
    ),
    {id: 'back', press: back},
  ],
};
