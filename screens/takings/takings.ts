import {displayMoney} from '../../src/core/money/display.js';
import {addMoney, type Currency, type Money} from '../../src/core/money/money.js';
import {comparedWith, netHours, type SpanReport, spanAfter, spanOf} from '../../src/core/present/day-report.js';
import type {Activity} from '../../src/core/present/staff-activity.js';
import {closingName, nextToClose} from '../../src/core/shift/closing.js';
import type {BooksClosing} from '../../src/core/shift/closing-schema.js';
import type {Till} from '../../src/till/till.js';
import {type ChartBlock, compact, fact, gap, notice, paper, title} from '../../src/views/block.js';
import {spanSections, spanText, spanTotals} from '../../src/views/day/takings.js';
import {axisOf, chartOf, sumOf} from '../../src/views/figures.js';
import {describeActs} from '../../src/views/staff/activity.js';
import {scrollKey} from '../kit/list.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import {oneSentence} from '../kit/said.js';
import {type Context, type Screen, type StateStep, task, todayOf} from '../kit/screen.js';
import {goInstead, goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';

/** The state of the screen. `of` is a day, a month or a year: `2026-11-20`, `2026-11`, `2026`. */
type Takings = {
  readonly of: string;
  readonly offset: number;
  /** The index of the currency of the chart. */
  readonly currency: number;
  readonly read: Read | undefined;
};
type Read = {
  readonly of: string;
  readonly now: SpanReport;
  readonly before: SpanReport;
  readonly people: readonly Activity[];
};

/** Returns the step to a day, a month or a year, which is read from the journal. A future one is replaced by the present one. */
function to(state: Takings, of: string, context: Context): StateStep<Takings> {
  const date = todayOf(context);
  const shown = of > date.slice(0, of.length) ? date.slice(0, of.length) : of;
  const reading = task({
    kind: 'read',
    run: (till: Till) => readSpan(shown, till),
    done: (before: Takings, read) => ({state: {...before, read}}),
  });
  return {state: {...state, of: shown, offset: 0}, asks: reading};
}

async function readSpan(of: string, till: Till): Promise<Read> {
  const [now, before] = [await till.takings(spanOf(of)), await till.takings(spanOf(comparedWith(of)))];
  return {of, now, before, people: await till.activity(spanOf(of), 'person')};
}

/** Returns the next view: from a day to its month, then its year, then the year's last day, or today in the present one. */
function nextView({of}: Takings, context: Context): string {
  if (of.length > 4) return of.slice(0, of.length - 3);
  const date = todayOf(context);
  return date.startsWith(of) ? date : spanOf(of).to;
}

/** Returns the kind of closing for the shown month or year, if that is the next one to be closed. */
function closable({of}: Takings, {till}: Context): 'month' | 'year' | undefined {
  if (of.length === 10) return undefined;
  const kind = of.length === 4 ? 'year' : 'month';
  return till.writeFailure() === undefined && nextToClose(till.state.ledger.books, kind) === of ? kind : undefined;
}

/** What an owner asks about a day, a month or a year, compared with the one before. */
export const takings: Screen<'takings', Takings> = {
  id: 'takings',
  needs: 'totals',
  layout: 'tall',
  open: (_, context) => to({of: '', offset: 0, currency: 0, read: undefined}, todayOf(context).slice(0, 7), context),
  describe: (state, context) => {
    const {reading, title: name, mayClose} = context.messages.takingsScreen;
    const of = spanText(state.of, context.language);
    const read = state.read?.of === state.of ? state.read : undefined;
    if (read === undefined)
      return [
        title(name({of}), {said: oneSentence([`${name({of})}.`, reading], context.language)}),
        fact('reading', reading, {tone: 'quiet', said: ''}),
      ];
    return compact([
      paper(name({of}), state.offset, found(read, state.currency, context)),
      closable(state, context) !== undefined &&
        state.of < todayOf(context).slice(0, state.of.length) &&
        notice('may-close', mayClose({of}), {tone: 'plain', glyph: '→', most: 1}),
    ]);
  },
  keys: [
    scrollKey(),
    {
      id: 'other-span',
      press: (state, context, {place}) => to(state, spanAfter(state.of, place === 0 ? -1 : 1), context),
    },
    {id: 'span-view', press: (state, context) => to(state, nextView(state, context), context)},
    {
      id: 'hours',
      when: ({read}) => (read?.now.totals.length ?? 0) > 1,
      press: state => ({state: {...state, currency: state.currency + 1}}),
    },
    {
      id: 'close-books',
      when: (state, context) => closable(state, context) !== undefined,
      press: (state, context) => ({go: goTo('close-books', {kind: closable(state, context) ?? 'month', of: state.of})}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

function found({now, before, of, people}: Read, turned: number, context: Context) {
  const {language} = context;
  const currency = now.totals[turned % Math.max(1, now.totals.length)]?.currency;
  return [
    ...spanTotals(now, {of: comparedWith(of), report: before}, language),
    ...(currency === undefined ? [] : [gap('chart-above'), takingsChart(now, of, currency, context)]),
    ...spanSections(now, language),
    ...describeActs(people, language),
  ];
}

/** Returns the chart: a day by hours, a month by days, a year by months. */
function takingsChart(now: SpanReport, of: string, currency: Currency, context: Context): ChartBlock {
  const {language, messages} = context;
  const {byDay, byMonth, most, point, points: sentence} = messages.takingsScreen;
  const points = pointsOf(now, of, currency);
  const amount = (minor: number) => displayMoney({currency, minor}, language);
  const label = {10: messages.saleScreen.byHour, 7: byDay, 4: byMonth}[of.length] ?? byDay;
  const shown = points
    .filter(({values}) => sumOf(values) !== 0)
    .map(({label: name, values}) => point({label: name, amount: amount(sumOf(values))}));
  return chartOf({
    id: 'chart',
    currency,
    language,
    points,
    label: label({currency}),
    sentence: sentence({label: label({currency}), points: shown.join('; ')}),
    aside: [
      {text: most({amount: amount(Math.max(0, ...points.map(({values}) => sumOf(values))))}), key: ''},
      ...(now.totals.length > 1 ? [{text: '', key: keyText('hours', context)}] : []),
    ],
  });
}

function pointsOf(now: SpanReport, of: string, currency: Currency): ChartBlock['points'] {
  const name = (at: number) => String(at).padStart(2, '0');
  const {days, to: last} = now;
  if (of.length === 10) {
    const hours = netHours(now, currency);
    return axisOf(
      hours.map(({hour}) => hour),
      0,
    ).map(hour => ({label: name(hour), values: [hours.find(each => each.hour === hour)?.net ?? 0]}));
  }
  const place = of.length === 7 ? [8, 10] : [5, 7];
  const count = of.length === 7 ? Number(last.slice(8)) : 12;
  const sums = new Map<number, Money>();
  for (const {date, totals} of days) {
    const net = totals.find(total => total.currency === currency)?.net ?? 0;
    const at = Number(date.slice(...place));
    sums.set(at, addMoney(sums.get(at) ?? {currency, minor: 0}, {currency, minor: net}));
  }
  return Array.from({length: count}, (_, at) => ({label: name(at + 1), values: [sums.get(at + 1)?.minor ?? 0]}));
}

type Given = Pick<BooksClosing, 'kind' | 'of'>;
type CloseBooks = Questioned<'person'> & Given;

const asked = questionForm<CloseBooks>({
  fields: (state, context) => [personField(state, context.messages.takingsScreen.close.person, context)],
  yes: 'do-close-books',
  asks: state =>
    task({
      kind: 'close',
      run: async till => {
        const type = state.kind === 'month' ? 'close-month' : 'close-year';
        const made = await till.closeBooks({type, of: state.of, person: namedIn(state)});
        return till.closingSlip(closingName(made));
      },
      done: (_, made) => ({go: goInstead('report', {made, isNew: false})}),
    }),
  texts: ({of, ...state}, {messages}) => {
    const {title, lead, question, means, writing} = messages.takingsScreen.close;
    const about = [fact('lead', lead({of}))];
    return {title: title({of}), about, question: question({of, person: namedIn(state)}), means, writing};
  },
});

/** A named person closes a month or a year: what that means, and one question before it is recorded. */
export const closeBooks: Screen<['close-books', Given], CloseBooks> = {
  ...asked,
  id: 'close-books',
  open: (given, context) => ({state: {...given, ...unaskedFor(context), focus: 'person'}}),
};
