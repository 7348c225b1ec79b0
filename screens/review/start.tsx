import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../../src/core/problem.js';
import {
  type Moment,
  momentFrom,
  openReview as openJournal,
  type Review,
  type ReviewParts,
} from '../../src/till/review.js';
import {createOwnProgram, type OwnMessage, ownScene} from '../kit/own-program.js';
import type {Step} from '../kit/step.js';
import type {Stacked} from '../model.js';
import {entering, type Go, goAlone, goTo} from '../places.js';
import type {Program} from '../program.js';
import type {Scene} from '../root.js';
import {closeWindow, holdMemory, newStage, openWindow, type Window} from '../stage.js';
import {defaultKeys} from '../terminal/bindings.js';
import {onceSignalled} from '../terminal/size.js';
import {stylesFor} from '../terminal/styles.js';
import type {ReviewHost} from './looking.js';
import {narrateReview, ReviewFrame} from './review.js';
import {type ReviewOver, reviewScreens} from './screens.js';

/**
 * Opens the review of a journal on this terminal. Resolves when it has been left and the terminal is restored, with the exit code for
 * damage if there was any. If the folder has no journal, one line on standard error says so.
 */
export async function openReview(parts: ReviewParts): Promise<ExitCode> {
  holdMemory();
  let review: Review;
  try {
    review = await openJournal(parts.folder);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`✗ ${problemText(error, parts.language)}\n`);
    return problemExits[error.code];
  }
  await onStage(review, parts);
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
    scene: ownScene('review', {program, isPlain, draw, tell: () => narrateReview(program.model(), over)}),
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
