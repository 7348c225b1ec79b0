import {parseSearch} from '../../src/core/journal/search.js';
import type {Language} from '../../src/core/messages/messages.js';
import {Problem} from '../../src/core/problem.js';
import type {Moment, Review} from '../../src/till/review.js';
import {exportShown} from '../../src/till/review-export.js';
import {momentFrom} from '../../src/till/review-moment.js';
import type {ReviewEffect, ReviewMessage} from './model.js';

type Parts = {
  readonly review: Review;
  /** The folder of exports. */
  readonly exports: string;
  readonly language: Language;
  readonly leave: () => void;
  /** Told of what is no problem but a bug. */
  readonly crash: (error: unknown) => void;
};

/** Does what the screens of a review ask for. Only one search in all words goes on at a time. */
export function runEffects({review, exports, language, leave, crash}: Parts) {
  let finding = new AbortController();
  return (effect: ReviewEffect, dispatch: (message: ReviewMessage) => void): void => {
    const problem = (error: unknown) => {
      if (error instanceof Problem) dispatch({kind: 'notice', notice: {kind: 'problem', problem: error}});
      else crash(error);
    };
    switch (effect.kind) {
      case 'open-payment':
        review
          .open(effect.number, effect.moment)
          .then(opened => dispatch({kind: 'show', screen: {kind: 'payment', ...opened, index: 0}}), problem)
          .catch(crash);
        return;
      case 'open-day':
        openDay(review, effect.day, effect.moment).then(dispatch, problem).catch(crash);
        return;
      case 'find-words':
        finding.abort();
        finding = new AbortController();
        findText(review, effect, {dispatch, signal: finding.signal}).catch(problem);
        return;
      case 'stop-finding':
        finding.abort();
        return;
      case 'go-to':
        momentFrom(review, effect.text, effect.day)
          .then(moment => dispatch({kind: 'moment', moment}), problem)
          .catch(crash);
        return;
      case 'export':
        exportShown(exports, effect.shown, language)
          .then(exported => dispatch({kind: 'notice', notice: {kind: 'exported', ...exported}}))
          .catch(crash);
        return;
      case 'leave':
        finding.abort();
        leave();
        return;
    }
  };
}

async function openDay(review: Review, day: string, moment: Moment): Promise<ReviewMessage> {
  const events = await review.eventsOfDay(day, moment);
  const done = {words: [], segments: 1, of: 1, isOver: true, index: 0, id: 0};
  return {kind: 'show', screen: {kind: 'events', day, events, ...done}};
}

type Searching = {readonly dispatch: (message: ReviewMessage) => void; readonly signal: AbortSignal};

async function findText(
  review: Review,
  {search, id, moment}: Extract<ReviewEffect, {kind: 'find-words'}>,
  {dispatch, signal}: Searching,
): Promise<void> {
  for await (const {found, segments, of} of review.findWords(parseSearch(search), moment)) {
    if (signal.aborted) return;
    const [events, words] = [found.map(({event}) => event), found.map(each => each.words)];
    dispatch({kind: 'found', id, events, words, segments, of});
  }
  dispatch({kind: 'found-all', id});
}
