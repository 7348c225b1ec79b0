import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import type {Currency} from '../../src/core/money/money.js';
import {cleanText} from '../../src/core/text/text.js';
import type {ReviewDay} from '../../src/till/review.js';
import {dayCountTexts, verdictCounts} from '../../src/till/review-export.js';
import {type Block, fact, gap, title} from '../../src/views/block.js';
import {markedList} from '../kit/list.js';
import {task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {
  type At,
  type Looking,
  lookedThrough,
  looking,
  momentOf,
  type ReviewContext,
  type ReviewScreen,
  type ReviewTask,
} from './looking.js';

type Days = Looking & {readonly selected: string | undefined};

const daysAt = (at: At, {review}: Pick<ReviewContext, 'review'>): readonly ReviewDay[] =>
  review.days(momentOf(at, review));

/** Whether the day is after the damage, so that its contents are unknown. */
export const isUnread = (at: At, context: Pick<ReviewContext, 'review'>): boolean =>
  daysAt(at, context).some(({day, state}) => day === at.day && state === 'unread');

const rows = markedList<Days, ReviewDay, ReviewContext>(
  ({at}, context) => daysAt(at, context),
  ({day}) => day,
);

const looked = lookedThrough<Days, ReviewDay>({
  rows,
  open: ({day}, state) => ({state, go: goTo('review-payments', {...state.at, day})}),
  shown: (state, context) => ({kind: 'days', rows: rows.rowsIn(state, context)}),
  dayOf: (state, context) => rows.markedIn(state, context)?.day,
  keys: [
    {id: 'leave-review', press: () => ({go: 'leave'})},
    {
      id: 'all-events',
      when: rows.isFilled,
      press: rows.withMarked(({day}, state) => ({state, asks: opening({...state.at, day})})),
    },
  ],
  hasBack: ({at}) => at.moment !== undefined,
  back: state => ({state: {...state, at: {...state.at, moment: undefined}}}),
  described: (_, {messages: words, language}) => {
    const {dayColumns: titles, dayStates, nothing, said} = words.review;
    return {
      columns: [
        {title: titles.day, width: 11},
        {title: titles.payments, width: 9, align: 'right'},
        {title: titles.paid, width: 7, align: 'right'},
        {title: titles.open, width: 7, align: 'right'},
        {title: ` ${titles.takings}`, grows: true},
      ],
      row: row => {
        const {payments, paid, open} = countsOf(row);
        const counts = [payments, paid, open].map(count =>
          row.state === 'unread' ? '–' : displayNumber(String(count), language),
        );
        const tone = row.state === 'whole' ? 'plain' : 'problem';
        return {cells: [row.day, ...counts, ` ${takingsText(row, language)}`], tone};
      },
      narrated: (row, place) => {
        const facts = {...place, day: row.day, ...countsOf(row), state: '', takings: takingsText(row, language)};
        return `${said.day(facts).trim()}.`;
      },
      detail: (row): readonly Block[] => [
        fact('day', row.day, {tone: 'strong'}),
        ...(row.state === 'whole' ? [] : [fact('state', `! ${dayStates[row.state]}`, {tone: 'problem'})]),
        gap('above'),
        ...(row.state === 'unread' ? [] : dayCountTexts(row, language)).map(text => fact(text, text)),
        gap('below'),
        ...sumsIn(row, language).map(text => fact(text, text, {tone: 'strong'})),
      ],
      empty: nothing,
    };
  },
});

const opening = (at: At & {readonly day: string}): ReviewTask<Days> =>
  task({
    kind: 'day',
    run: ({review}) => review.eventsOfDay(at.day, momentOf(at, review)),
    done: (_, events) => ({go: goTo('review-events', {at, payment: undefined, events})}),
  });

export const reviewDays: ReviewScreen<'review-days', At, Days> = {
  ...looked,
  id: 'review-days',
  open: ({moment, day}) => ({state: {...looking({moment, day: undefined, search: undefined}), selected: day}}),
  describe: (state, context) => [
    title(`${context.messages.review.days}  ${rows.rowsIn(state, context).length}`, {
      importance: 'news',
      note: [{text: cleanText(context.review.folder, 400), tone: 'quiet'}],
    }),
    ...looked.blocks(state, context),
  ],
};

function countsOf(row: ReviewDay) {
  const counts = verdictCounts(row);
  return {payments: row.payments, paid: counts.paid, open: counts['not-known'] + counts['needs-person']};
}

function sumsIn({paid, givenBack}: ReviewDay, language: Language): readonly string[] {
  const sums = (money: ReadonlyMap<Currency, number>) =>
    [...money].map(([currency, minor]) => displayMoney({currency, minor}, language));
  return [...sums(paid), ...sums(givenBack).map(sum => `${messages(language).review.givenBack} ${sum}`)];
}

/** Returns the same as one line, with the reason if the day is not known completely. */
function takingsText(row: ReviewDay, language: Language): string {
  const state = row.state === 'whole' ? [] : [`! ${messages(language).review.dayStates[row.state]}`];
  return [...state, ...sumsIn(row, language)].join('  ');
}
