import {parseSearch} from '../../src/core/journal/search.js';
import {causeText} from '../../src/core/messages/cause.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import type {FoundEvent, Moment, Review} from '../../src/till/review.js';
import {exportShown, type ShownList} from '../../src/till/review-export.js';
import {momentFrom} from '../../src/till/review-moment.js';
import {type Go, goAlone, goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {SpokenContext, Step} from '../kit/step.js';

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

export type ReviewAsks =
  | {readonly kind: 'payment'; readonly number: number; readonly at: At}
  | {readonly kind: 'day'; readonly day: string; readonly at: At}
  /** Without a `search`, the running one is stopped. */
  | {readonly kind: 'find'; readonly search: string | undefined; readonly at: At}
  | {readonly kind: 'moment'; readonly text: string; readonly day: string | undefined; readonly at: At}
  | {readonly kind: 'export'; readonly shown: ShownList};

/** A step to take, or what a search in all words has found so far. */
export type ReviewAnswer =
  | Step<never>
  | {readonly found: readonly FoundEvent[]; readonly segments: number; readonly of: number; readonly isOver: boolean};

export type ReviewScreen<Id extends string, Given, S> = Screen<
  [Id, Given],
  S,
  ReviewAsks,
  ReviewAnswer,
  ReviewContext,
  ReviewHost
>;

export const momentOf = ({moment}: At, review: Review): Moment => moment ?? review.latest();

/** Returns the steps to another moment, at which the lists differ. The day or the search that was open is opened again. */
const movedTo = (at: At, marked: string | undefined): readonly Go[] => [
  goAlone('review-days', {...at, day: marked}),
  ...(at.day === undefined && at.search === undefined ? [] : [goTo('review-payments', at)]),
];

export async function runReview(
  asks: ReviewAsks,
  host: ReviewHost,
  answer: (answer: ReviewAnswer) => void,
): Promise<void> {
  const {review, exports, language} = host;
  switch (asks.kind) {
    case 'payment': {
      const {payment, events} = await review.open(asks.number, momentOf(asks.at, review));
      return answer({go: goTo('review-events', {at: asks.at, payment, events: events.map(event => ({event}))})});
    }
    case 'day': {
      const events = await review.eventsOfDay(asks.day, momentOf(asks.at, review));
      const at = {...asks.at, day: asks.day};
      return answer({go: goTo('review-events', {at, payment: undefined, events: events.map(event => ({event}))})});
    }
    case 'moment': {
      const moment = await momentFrom(review, asks.text, asks.day);
      return answer({go: movedTo({...asks.at, moment}, asks.day)});
    }
    case 'export': {
      const {path, code} = await exportShown(exports, asks.shown, language);
      const {exported, notExported} = messages(language).review;
      const text = code === undefined ? exported({path}) : notExported({path, code: causeText(code, language)});
      return answer({notice: {kind: 'said', text}});
    }
    case 'find': {
      host.finding.abort();
      host.finding = new AbortController();
      const {signal} = host.finding;
      if (asks.search === undefined) return;
      let last = {segments: 0, of: review.progress().of};
      for await (const {found, ...rest} of review.findWords(parseSearch(asks.search), momentOf(asks.at, review))) {
        if (signal.aborted) return;
        last = rest;
        answer({found, ...rest, isOver: false});
      }
      return answer({found: [], ...last, isOver: true});
    }
  }
}
