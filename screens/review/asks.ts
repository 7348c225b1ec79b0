import {causeText} from '../../src/core/messages/cause.js';
import type {Language} from '../../src/core/messages/messages.js';
import type {Moment, Review} from '../../src/till/review.js';
import {exportShown, type ShownList} from '../../src/till/review-export.js';
import type {Screen} from '../kit/screen.js';
import {type ScreenKey, type SpokenContext, type Step, type Task, task} from '../kit/step.js';

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
export type ReviewKey<S> = ScreenKey<S, ReviewContext, ReviewHost>;
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
