import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../../src/core/problem.js';

import {openReview as openJournal, type Review, type ReviewParts} from '../../src/till/review.js';
import {momentFrom} from '../../src/till/review-moment.js';
import {createSpeaker} from '../plain/speaker.js';
import {spokenScene} from '../plain/transcript.js';
import {createProgram, type Program} from '../program.js';
import type {Scene} from '../root.js';
import {closeWindow, holdMemory, newStage, openWindow, type Window} from '../stage.js';
import {defaultKeys} from '../terminal/bindings.js';
import {onceSignalled} from '../terminal/signals.js';
import {stylesFor} from '../terminal/styles.js';
import {runEffects} from './effects.js';
import {firstModel, type ReviewContext, type ReviewEffect, type ReviewMessage, type ReviewModel} from './model.js';
import {narrateReview} from './narration.js';
import {dayScreen, searchScreen, update} from './review-logic.js';
import {ReviewScreen} from './review-screen.js';

/**
 * Opens the review of a journal on this terminal and resolves when it has been left and the terminal is as it was: with the
 * code for damage where there was some. A folder without a journal is one line on standard error.
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

/** The screens' model over a journal; `begin` reads it, and then shows what was asked for at the start. */
export function createReviewProgram(
  review: Review,
  {language, isPlain, environment, exports, start}: ReviewParts,
  ends: Ends,
): {
  readonly program: Program<ReviewModel, ReviewMessage>;
  readonly scene: Scene;
  readonly begin: (signal: AbortSignal) => Promise<void>;
} {
  const reducerContext: ReviewContext = {review, language, keys: defaultKeys};
  const styles = stylesFor(environment);
  const program = createProgram<ReviewModel, ReviewMessage, ReviewEffect>({
    first: {model: firstModel, effects: []},
    update: (model, message) => update(model, message, reducerContext),
    run: runEffects({review, exports, language, ...ends}),
  });
  const begin = async (signal: AbortSignal) => {
    await review.load(() => program.dispatch({kind: 'read'}), signal);
    if (!signal.aborted) await showFirst(program, reducerContext, start);
  };
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  const draw: Scene['draw'] = size => (
    <ReviewScreen program={program} reducerContext={reducerContext} styles={styles} size={size} />
  );
  if (!isPlain) return {program, scene: {draw, onKey}, begin};
  const speaker = createSpeaker(() => narrateReview(program.model(), reducerContext));
  program.subscribe(() => speaker.changed());
  return {program, scene: spokenScene('review', speaker, onKey), begin};
}

async function showFirst(
  program: Program<ReviewModel, ReviewMessage>,
  reducerContext: ReviewContext,
  {at, day, search}: ReviewParts['start'],
): Promise<void> {
  try {
    if (at !== undefined) program.dispatch({kind: 'moment', moment: await momentFrom(reducerContext.review, at, day)});
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    program.dispatch({kind: 'notice', notice: {kind: 'problem', problem}});
  }
  if (day !== undefined) program.dispatch({kind: 'show', screen: dayScreen(day, program.model(), reducerContext)});
  if (search !== undefined)
    program.dispatch({kind: 'show', screen: searchScreen(search, program.model(), reducerContext)});
}
