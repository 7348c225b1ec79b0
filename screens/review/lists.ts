import type {ReviewDay} from '../../src/till/review.js';
import {momentOf, type ReviewContext, type ReviewModel} from './model.js';

/** Days as they are listed. */
export function daysOf(model: ReviewModel, reducerContext: ReviewContext): readonly ReviewDay[] {
  return reducerContext.review.days(momentOf(model, reducerContext));
}

/** How many lines the list on top has. */
export function countOf({top, ...model}: ReviewModel, reducerContext: ReviewContext): number {
  switch (top.kind) {
    case 'days':
      return daysOf({...model, top}, reducerContext).length;
    case 'payments':
      return top.numbers.length;
    case 'payment':
    case 'events':
      return top.events.length;
    default:
      return 0;
  }
}

/** The line of the list on top that is marked. */
export function markedIndex(model: ReviewModel, reducerContext: ReviewContext): number {
  const {top} = model;
  if (top.kind === 'days')
    return Math.max(
      0,
      daysOf(model, reducerContext).findIndex(({day}) => day === top.selected),
    );
  return 'index' in top ? Math.max(0, Math.min(top.index, countOf(model, reducerContext) - 1)) : 0;
}
