import type {StoredEvent} from '../../src/core/journal/event.js';
import type {Language} from '../../src/core/messages/messages.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Problem} from '../../src/core/problem.js';
import type {Moment, Review} from '../../src/till/review.js';
import type {ShownList} from '../../src/till/review-export.js';
import type {ProgramStep} from '../program.js';
import type {Keymap} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import type {Line} from '../terminal/line.js';
import type {Size} from '../terminal/size.js';

export type DaysScreen = {readonly kind: 'days'; readonly selected: string | undefined};
/** `day` or what was searched for; `numbers` are rows of the index, the newest first. */
export type PaymentsScreen = {
  readonly kind: 'payments';
  readonly day?: string;
  readonly search?: string;
  readonly numbers: readonly number[];
  readonly index: number;
};
export type PaymentScreen = {
  readonly kind: 'payment';
  readonly payment: Payment;
  readonly events: readonly StoredEvent[];
  readonly index: number;
};
/** Events of a day, or those in whose words something was searched for, which are still coming in until it `isOver`. */
export type EventsScreen = {
  readonly kind: 'events';
  readonly day?: string;
  readonly search?: string;
  readonly id: number;
  readonly events: readonly StoredEvent[];
  readonly words: readonly string[];
  readonly segments: number;
  readonly of: number;
  readonly isOver: boolean;
  readonly index: number;
};
export type EventScreen = {readonly kind: 'event'; readonly event: StoredEvent; readonly offset: number};
export type HelpScreen = {readonly kind: 'help'; readonly offset: number};

export type ReviewScreen = DaysScreen | PaymentsScreen | PaymentScreen | EventsScreen | EventScreen | HelpScreen;

/** `jump`: to a row of the list that is shown. */
export type ReviewQuestion = 'search' | 'at' | 'jump';

/** What the review shows: the screens that were opened one from another, the last of them on top. */
export type ReviewModel = {
  readonly below: readonly ReviewScreen[];
  readonly top: ReviewScreen;
  /** `isNone`: no row has what is typed. */
  readonly asking: {readonly what: ReviewQuestion; readonly line: Line; readonly isNone?: true} | undefined;
  /** Undefined: as it is known at last. */
  readonly moment: Moment | undefined;
  /** Stands until the next key. */
  readonly notice: ReviewNotice | undefined;
  /** How often more of the journal has been read. */
  readonly reads: number;
  /** Searches begun, so that what an earlier one still finds is not taken for this one’s. */
  readonly searches: number;
};

export type ReviewNotice =
  | {readonly kind: 'exported'; readonly path: string; readonly code: string | undefined}
  | {readonly kind: 'problem'; readonly problem: Problem};

export type ReviewMessage =
  | {readonly kind: 'key'; readonly key: Key; readonly size: Size}
  | {readonly kind: 'read'}
  | {readonly kind: 'show'; readonly screen: ReviewScreen}
  | {readonly kind: 'moment'; readonly moment: Moment}
  | {
      readonly kind: 'found';
      readonly id: number;
      readonly events: readonly StoredEvent[];
      readonly words: readonly string[];
      readonly segments: number;
      readonly of: number;
    }
  | {readonly kind: 'found-all'; readonly id: number}
  | {readonly kind: 'notice'; readonly notice: ReviewNotice};

export type ReviewEffect =
  | {readonly kind: 'open-payment'; readonly number: number; readonly moment: Moment}
  | {readonly kind: 'open-day'; readonly day: string; readonly moment: Moment}
  | {readonly kind: 'find-words'; readonly search: string; readonly id: number; readonly moment: Moment}
  | {readonly kind: 'stop-finding'}
  | {readonly kind: 'go-to'; readonly text: string; readonly day: string | undefined}
  | {readonly kind: 'export'; readonly shown: ShownList}
  | {readonly kind: 'leave'};

export type ReviewStep = ProgramStep<ReviewModel, ReviewEffect>;

/** Whom the review asks, and how it speaks. */
export type ReviewContext = {readonly review: Review; readonly language: Language; readonly keys: Keymap};

export const nextStep = (model: ReviewModel, ...effects: readonly ReviewEffect[]): ReviewStep => ({model, effects});
export const push = (model: ReviewModel, screen: ReviewScreen): ReviewModel => ({
  ...model,
  below: [...model.below, model.top],
  top: screen,
});

export function pop(model: ReviewModel): ReviewModel {
  const top = model.below.at(-1);
  return top === undefined ? model : {...model, below: model.below.slice(0, -1), top};
}

/** The moment that is looked at. */
export const momentOf = ({moment}: ReviewModel, {review}: ReviewContext): Moment => moment ?? review.latest();

export const firstModel: ReviewModel = {
  below: [],
  top: {kind: 'days', selected: undefined},
  asking: undefined,
  moment: undefined,
  notice: undefined,
  reads: 0,
  searches: 0,
};
