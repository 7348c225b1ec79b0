import {causeText} from '../../src/core/messages/cause.js';
import type {Language} from '../../src/core/messages/messages.js';
import {type Moment, momentFrom, type Review} from '../../src/till/review.js';
import {exportShown, type ShownList} from '../../src/till/review-export.js';
import type {Block} from '../../src/views/block.js';
import {emptyForm, fieldBlocks, typedIn} from '../kit/form.js';
import {type Described, ended, type Jumping, jumpsIn, type MarkedList, still} from '../kit/list.js';
import {onlyWhile} from '../kit/question.js';
import {type Form, type Screen, type ScreenKey, type SpokenContext, type Step, type Task, task} from '../kit/screen.js';
import {type Go, goAlone, goTo} from '../model.js';
import {textRules} from '../terminal/line.js';

type Question = 'search' | 'at';

/** What a person looks at: the moment (undefined for the latest known state), the day, and the search. */
export type At = {
  readonly moment: Moment | undefined;
  readonly day: string | undefined;
  readonly search: string | undefined;
};

export type ReviewContext = SpokenContext & {readonly review: Review};

/** What the screens ask. Only one search in all words runs at a time. */
export type ReviewHost = {
  readonly review: Review;
  readonly exports: string;
  readonly language: Language;
  finding: AbortController;
};

export type ReviewTask<S> = Task<S, ReviewContext, ReviewHost>;
export type ReviewStep<S> = Step<S, ReviewContext, ReviewHost>;
type ReviewKey<S> = ScreenKey<S, ReviewContext, ReviewHost>;
export type ReviewScreen<Id extends string, Given, S> = Screen<[Id, Given], S, ReviewContext, ReviewHost>;

export const momentOf = ({moment}: At, review: Review): Moment => moment ?? review.latest();

/** Writes what is shown into a file, and says where it is. */
export const exporting = <S>(shown: ShownList): ReviewTask<S> =>
  task({
    kind: 'export',
    run: ({exports, language}) => exportShown(exports, shown, language),
    done: (_, {path, code}, {language, messages: {review}}) => {
      const {exported, notExported} = review;
      const text = code === undefined ? exported({path}) : notExported({path, code: causeText(code, language)});
      return {notice: {kind: 'said', text}};
    },
  });

/** The state of a list in a review, and the question that is asked above it. */
export type Looking = Jumping<Question> & {readonly at: At; readonly asking: Question | undefined};

export const looking = (at: At): Looking => ({...emptyForm('jump'), ...still, index: 0, asking: undefined, at});

const isTyping = ({asking, isJumping}: Looking): boolean => asking !== undefined || isJumping;

const answeredBy = <S extends Looking>(state: S): S => ({...ended(state), focus: 'jump', asking: undefined, lines: {}});

/** Returns the steps to another moment, at which the lists differ. The day or the search that was open is opened again. */
const movedTo = (at: At, marked: string | undefined): readonly Go[] => [
  goAlone('review-days', {...at, day: marked}),
  ...(at.day === undefined && at.search === undefined ? [] : [goTo('review-payments', at)]),
];

/** Finds the moment that was typed, and shows the journal as it was then. */
const goingBack = <S>(text: string, day: string | undefined, at: At): ReviewTask<S> =>
  task({
    kind: 'moment',
    run: ({review}) => momentFrom(review, text, day),
    done: (_, moment) => ({go: movedTo({...at, moment}, day)}),
  });

type Looked<S extends Looking, R> = {
  readonly rows: MarkedList<S, R, ReviewContext>;
  readonly described: (state: S, context: ReviewContext) => Described<R>;
  readonly open: (row: R, state: S, context: ReviewContext) => ReviewStep<S>;
  readonly shown: (state: S, context: ReviewContext) => ShownList;
  /** Returns the day to which a typed time belongs. */
  readonly dayOf?: (state: S, context: ReviewContext) => string | undefined;
  readonly keys?: readonly ReviewKey<S>[];
  readonly back: (state: S) => ReviewStep<S>;
  readonly hasBack?: (state: S) => boolean;
};

/** Returns the parts of a screen with a list in which a person can jump, search, choose another moment, and export. */
export function lookedThrough<S extends Looking, R extends NonNullable<unknown>>({
  rows,
  described,
  open,
  shown,
  dayOf = ({at}) => at.day,
  keys = [],
  back,
  hasBack = () => true,
}: Looked<S, R>): Required<Pick<ReviewScreen<string, unknown, S>, 'layout' | 'form' | 'keys'>> & {
  readonly blocks: (state: S, context: ReviewContext) => readonly Block[];
} {
  const jumps = jumpsIn<S, R, ReviewContext>(rows, (state, context) => {
    const {row} = described(state, context);
    return each => row(each).cells.join(' ');
  });
  const form = (state: S, context: ReviewContext): Form<S> => {
    const {asking, hints} = context.messages.review;
    const {asking: id} = state;
    if (id !== undefined) return [{id, label: asking[id], hint: hints[id], rules: textRules}];
    return rows.isFilled(state, context) ? jumps.form(state, context) : [];
  };
  const openMarked = rows.withMarked(open);
  const ask = (asking: Question) => (state: S) => ({state: {...state, asking, focus: asking, lines: {}}});
  const enter = (state: S, context: ReviewContext): ReviewStep<S> => {
    const after = answeredBy(state);
    const {at, asking} = state;
    if (asking === undefined) return {state: after, ...openMarked(after, context)};
    const text = typedIn<string>(state, asking).trim();
    if (text === '') return {state: after};
    if (asking === 'search') return {state: after, go: goTo('review-payments', {...at, search: text})};
    return {state: after, asks: goingBack(text, dayOf(state, context), at)};
  };
  const whileStill = onlyWhile<S, ReviewContext>(state => !isTyping(state));
  return {
    layout: 'tall',
    form,
    blocks: (state, context) => [
      ...(isTyping(state) ? fieldBlocks(form(state, context), state, context) : []),
      rows.block(state, context, described(state, context)),
    ],
    keys: [
      {
        id: 'look-into',
        when: (state, context) => state.asking !== undefined || rows.isFilled(state, context),
        press: enter,
      },
      {...rows.selectKey, when: (state, context) => state.asking === undefined && rows.isFilled(state, context)},
      ...[
        ...keys,
        {id: 'find', press: ask('search')} as const,
        {id: 'as-it-was', press: ask('at')} as const,
        {
          id: 'export-shown',
          press: (state: S, context: ReviewContext) => ({asks: exporting<S>(shown(state, context))}),
        } as const,
      ].map(whileStill),
      {
        id: 'back',
        when: state => isTyping(state) || hasBack(state),
        press: state => (isTyping(state) ? {state: answeredBy(state)} : back(state)),
      },
      whileStill({id: 'help', press: ({at}) => ({go: goTo('review-help', at)})}),
    ],
  };
}
