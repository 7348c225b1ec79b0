import {type ReactNode, useSyncExternalStore} from 'react';
import {asOfText} from '../../src/core/journal/as-of-text.js';
import {flawText} from '../../src/core/messages/cause.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../../src/core/problem.js';
import {fit, widthOf, wrap} from '../../src/core/text/width.js';
import {
  type Moment,
  momentFrom,
  openReview as openJournal,
  type Review,
  type ReviewParts,
} from '../../src/till/review.js';
import {compact, fact, gap, paper} from '../../src/views/block.js';
import {Framed, type Framing, turnedTo} from '../framed.js';
import {scrollKey} from '../kit/list.js';
import {narrate} from '../kit/narrate.js';
import {createOwnProgram, type OwnMessage, ownOffers, ownScene, Screens} from '../kit/program.js';
import {keysText, type Narration, fact as utterance} from '../kit/said.js';
import type {PlacesOf, Step} from '../kit/screen.js';
import {entering, type Go, goAlone, goTo, type Stacked, topOf} from '../model.js';
import {type Row, row, span} from '../parts/rows.js';
import type {Program} from '../program.js';
import {closeWindow, holdMemory, newStage, openWindow, type Scene, type Window} from '../stage.js';
import {bindingHelp, defaultKeys, keyGroups} from '../terminal/bindings.js';
import {onceSignalled, type Size} from '../terminal/size.js';
import {type Styles, stylesFor} from '../terminal/styles.js';
import {reviewDays} from './days.js';
import {reviewEvent, reviewEvents} from './events.js';
import type {At, ReviewContext, ReviewHost, ReviewScreen} from './looking.js';
import {reviewPayments} from './payments.js';

const reviewHelp: ReviewScreen<'review-help', At, {readonly at: At; readonly offset: number}> = {
  id: 'review-help',
  layout: 'tall',
  open: at => ({state: {at, offset: 0}}),
  describe: ({offset}, context) => {
    const {narration, review} = context.messages;
    const group = bindingHelp(context)[keyGroups.indexOf('review')];
    const rows = (group?.rows ?? []).map(({key, text}, at) => fact(`key ${at}`, text, {lead: key}));
    const again = context.isPlain ? [fact('again', narration.again)] : [];
    return [paper(review.title, offset, [fact('lead', review.helpLead), ...again, gap('below'), ...rows])];
  },
  keys: [scrollKey(), {id: 'back', press: () => ({go: 'back'})}],
};

const all = [reviewDays, reviewPayments, reviewEvents, reviewEvent, reviewHelp] as const;

declare module '../model.js' {
  interface Places extends PlacesOf<(typeof all)[number]> {}
}

export type ReviewOver = Omit<ReviewContext, 'messages'>;

export const reviewScreens = new Screens<Stacked, ReviewOver, ReviewContext>({
  screens: all,
  contextOf: (_, over) => ({...over, messages: messages(over.language)}),
  isOwnPin: () => false,
  mayLook: () => true,
});

type ReviewProps = {
  readonly program: Program<Stacked, OwnMessage>;
  readonly over: ReviewOver;
  readonly styles: Styles;
  readonly size: Size;
};

const mostRows = 3;
/** The height of a window from which the banners about a journal are wrapped instead of cut. */
const tallFrom = 20;

/** Returns the frame of a review: what the journal is and what is wrong with it, a list or a text, and the keys. */
function framingOf(model: Stacked, {over, styles}: Omit<ReviewProps, 'program' | 'size'>, size: Size): Framing {
  const context = reviewScreens.contextOf(model, over);
  const {columns, rows} = size;
  const lines = (text: string) => (rows < tallFrom ? [text] : wrap(text, columns - 4).slice(0, mostRows));
  const banner = bannersOf(model, context).flatMap(({kind, text}) => {
    const style = kind === 'damaged' ? styles.problem : kind === 'reading' ? styles.quiet : styles['not-known'];
    const sign = kind === 'damaged' ? '!' : '·';
    return lines(text).map((line, at) => row(span(fit(` ${at === 0 ? sign : ' '} ${line}`, columns), style)));
  });
  const said = noticeOf(model, context);
  const screen = topOf(model);
  return {
    context,
    styles,
    size,
    banner,
    blocks: reviewScreens.describedOn(screen, context),
    layout: reviewScreens.screenOf(screen.kind).layout,
    offers: ownOffers(reviewScreens, model, over),
    header: headerRow(context, columns, styles),
    notice: said === '' ? [] : [row(span(` ${fit(said, columns - 1)}`, styles.strong))],
    isLeaving: false,
    page: model.page,
    tooSmall: context.messages.review.tooSmall(size),
    range: context.messages.review.range,
  };
}

function ReviewFrame({program, size, ...parts}: ReviewProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  return <Framed {...framingOf(model, parts, size)} />;
}

function headerRow({review, messages}: ReviewContext, columns: number, styles: Styles): Row {
  const {confined, title} = messages.review;
  const {till, profile} = review.origin();
  const world = till === '' ? '' : messages.frame.profiles[profile];
  const right = ` ${confined} `;
  const left = [title, till].filter(text => text !== '').join(' · ');
  const gap = columns - widthOf(left) - widthOf(world) - widthOf(right) - 4;
  return row(
    ' ',
    span(left, styles.strong),
    span(' · ', styles.quiet),
    span(world, styles[profile === 'live' ? 'live' : 'sandbox']),
    span(fit('', Math.max(0, gap))),
    span(right, styles.strong),
  );
}

/** Returns what a review narrates at the moment: the facts of the journal, those of the shown screen, and what is asked for. */
export function narrateReview(model: Stacked, over: ReviewOver): Narration {
  const context = reviewScreens.contextOf(model, over);
  const {language, review, messages} = context;
  const {till, profile} = review.origin();
  const {confinedWhole, title} = messages.review;
  const opening = `${title} ${till} ${till === '' ? '' : messages.frame.profiles[profile]}. ${confinedWhole}.`;
  const notice = noticeOf(model, context);
  const keys = keysText(ownOffers(reviewScreens, model, over), context);
  const {facts, prompt} = narrate(reviewScreens.describedOn(topOf(model), context), context, keys);
  return {
    facts: [
      utterance(opening, 'opening'),
      ...bannersOf(model, context).map(({kind, text}) => utterance(text, kind === 'as-of' ? text : kind)),
      ...(notice === '' ? [] : [utterance(notice)]),
      ...facts,
    ],
    prompt,
    language,
  };
}

type Banner = {readonly kind: 'damaged' | 'reading' | 'as-of' | 'missing' | 'torn'; readonly text: string};

/** Returns what a person must know about the journal before reading it. */
function bannersOf(model: Stacked, {review, language, messages: {review: messages}}: ReviewContext): readonly Banner[] {
  const {at} = topOf(model).state as {readonly at: At};
  const damage = review.damage();
  const missing = review.missing();
  const {segments, of, isOver} = review.progress();
  const torn = review.tornBytes();
  const {zone} = review.origin();
  const {moment} = at;
  return compact([
    damage !== undefined && {
      kind: 'damaged' as const,
      text: messages.damaged({...damage, why: flawText(damage.why, language)}),
    },
    !isOver && {kind: 'reading' as const, text: messages.reading({done: segments, of})},
    missing !== null && {kind: 'missing' as const, text: messages.missing({segment: missing})},
    torn !== 0 && {kind: 'torn' as const, text: messages.torn({bytes: torn})},
    moment?.at !== undefined && {kind: 'as-of' as const, text: asOfText({...moment, at: moment.at}, zone, language)},
  ]);
}

function noticeOf({notice}: Stacked, {language}: Pick<ReviewContext, 'language'>): string {
  if (notice?.kind === 'problem') return problemText(notice.problem, language);
  return notice?.kind === 'said' ? notice.text : '';
}

/**
 * Opens the review of a journal on this terminal. Resolves when it has been left and the terminal is restored, with the exit code for
 * damage if there was any. If the folder has no journal, one line on standard error says so.
 */
export async function openReview(parts: ReviewParts): Promise<ExitCode> {
  let review: Review;
  try {
    review = await openJournal(parts.folder);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`✗ ${problemText(error, parts.language)}\n`);
    return problemExits[error.code];
  }
  await onStage(review, parts).finally(holdMemory());
  return review.damage() === undefined ? exitCodes.done : exitCodes.journal;
}

async function onStage(review: Review, parts: ReviewParts): Promise<void> {
  const {language, isPlain} = parts;
  const stage = newStage(messages(language).review.opening);
  const leaving = new AbortController();
  const signalled = onceSignalled(() => leaving.abort());
  let window: Window | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      leaving.signal.addEventListener('abort', () => resolve());
      const {scene, begin} = createReviewProgram(review, parts, {leave: () => leaving.abort(), crash: reject});
      stage.dispatch(scene);
      window = openWindow(stage, isPlain);
      window.waitUntilExit().then(() => resolve(), reject);
      begin(leaving.signal).catch(reject);
    });
  } finally {
    leaving.abort();
    await closeWindow(window, isPlain);
    signalled();
  }
}

type Ends = {readonly leave: () => void; readonly crash: (error: unknown) => void};

/** Creates the screens' program for a journal. `begin` reads the journal, and then shows what was requested at the start. */
export function createReviewProgram(
  review: Review,
  {language, isPlain, environment, exports, start}: ReviewParts,
  {leave, crash}: Ends,
): {
  readonly program: Program<Stacked, OwnMessage>;
  readonly scene: Scene;
  readonly begin: (signal: AbortSignal) => Promise<void>;
} {
  const over: ReviewOver = {review, language, keys: defaultKeys, isPlain};
  const host: ReviewHost = {review, exports, language, finding: new AbortController()};
  const program = createOwnProgram({
    screens: reviewScreens,
    over,
    first: entering('review-days', {moment: undefined, day: undefined, search: undefined}),
    host,
    leave: () => {
      host.finding.abort();
      leave();
    },
    crash,
  });
  const begin = async (signal: AbortSignal) => {
    await review.load(() => program.dispatch({kind: 'changed', step: {}}), signal);
    const step = await firstStep(review, start);
    if (!signal.aborted) program.dispatch({kind: 'changed', step});
  };
  const styles = stylesFor(environment);
  const draw: Scene['draw'] = size => <ReviewFrame program={program} over={over} styles={styles} size={size} />;
  return {
    program,
    scene: ownScene('review', {
      program,
      isPlain,
      draw,
      turned: (key, size) => turnedTo(() => framingOf(program.model(), {over, styles}, size), key, size),
      tell: () => narrateReview(program.model(), over),
    }),
    begin,
  };
}

async function firstStep(review: Review, {at, day, search}: ReviewParts['start']): Promise<Step<never>> {
  const to = (moment: Moment | undefined): readonly Go[] => [
    goAlone('review-days', {moment, day, search: undefined}),
    ...(day === undefined ? [] : [goTo('review-payments', {moment, day, search: undefined})]),
    ...(search === undefined ? [] : [goTo('review-payments', {moment, day, search})]),
  ];
  try {
    return {go: to(at === undefined ? undefined : await momentFrom(review, at, day))};
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return {go: to(undefined), notice: {kind: 'problem', problem}};
  }
}
