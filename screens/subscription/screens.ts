import type {Change} from '../../src/core/endpoints/change-subscription.js';
import type {SubscriptionCharge} from '../../src/core/endpoints/subscription-charges.js';
import type {Problem} from '../../src/core/problem.js';
import type {Page} from '../../src/core/service/reply.js';
import type {Paging} from '../../src/core/service/request.js';
import type {ChangeOrder, EnrolmentResolution} from '../../src/core/subscription/decide.js';
import type {Enrolment} from '../../src/core/subscription/enrolment.js';
import type {Looked} from '../../src/core/subscription/search.js';
import type {Refreshed} from '../../src/till/plans.js';
import type {Line} from '../terminal/line.js';
import type {ChargeWindow} from './charge-window.js';
import type {StateFilter} from './states.js';

/**
 * Whether the service was heard: it is being asked, or it told all that is shown at a time, or why it did not. `learning`:
 * of how many subscriptions the charges are being asked for, one after the other.
 */
export type Hearing =
  | {readonly kind: 'asking'}
  | ({readonly kind: 'heard'; readonly at: number; readonly learning?: Learning} & Refreshed);
export type Learning = {readonly asked: number; readonly count: number};

/** The subscriptions that the till knows of, and above them the enrolments that nobody knows the end of. */
export type SubscriptionsScreen = {
  readonly kind: 'subscriptions';
  /** The marked row, and where it stood when it was marked, in case it leaves the list. */
  readonly selected: string | undefined;
  readonly index: number;
  readonly search: Line;
  readonly filter: StateFilter;
  /** What letters and digits are typed into; undefined: they are commands. */
  readonly typing: 'search' | 'id' | undefined;
  readonly id: Line;
  readonly isAdding: boolean;
  /** Why none was added. */
  readonly problem: Problem | undefined;
  readonly hearing: Hearing;
};

/** What was done about a subscription, or why not. */
export type ChangeResult =
  | {readonly kind: 'done'; readonly change: Change}
  | {readonly kind: 'added'}
  | {readonly kind: 'problem'; readonly problem: Problem; readonly isAskedAnew: boolean};

/** One subscription with all that is known of it. */
export type SubscriptionScreen = {
  readonly kind: 'subscription';
  readonly id: number;
  readonly offset: number;
  readonly hearing: Hearing;
  readonly result: ChangeResult | undefined;
};

/** Its charges, of which only those around the window are held. */
export type ChargesScreen = {readonly kind: 'charges'; readonly id: number; readonly window: ChargeWindow};

/** One charge with all that the service says of it. */
export type ChargeScreen = {readonly kind: 'charge'; readonly charge: SubscriptionCharge; readonly offset: number};

export type ChangeField = 'until' | 'reason';

/** A change that is being asked for, and then asked about once. */
export type ChangeScreen = {
  readonly kind: 'change';
  readonly id: number;
  readonly change: Change;
  readonly lines: Readonly<Record<ChangeField, Line>>;
  readonly focus: ChangeField;
  /** A field that is wrong; the date has no problem but that it is none. */
  readonly wrong: {readonly field: ChangeField; readonly problem: Problem | undefined} | undefined;
  /** What the question is about, and the chunk of input that brought it. */
  readonly asked: {readonly order: ChangeOrder; readonly chunk: number} | undefined;
  readonly isSending: boolean;
};

export type EnrolmentField = 'as' | 'subscription' | 'person' | 'reason';

/** An enrolment that nobody knows the end of: it is looked for, or a named person judges. */
export type EnrolmentScreen = {
  readonly kind: 'enrolment';
  readonly enrolment: Enrolment['reference'];
  readonly looked: Looked | undefined;
  readonly isLooking: boolean;
  readonly as: EnrolmentResolution['as'] | undefined;
  readonly lines: Readonly<Record<Exclude<EnrolmentField, 'as'>, Line>>;
  /** The name is the one that was filled in: what is typed takes its place. */
  readonly isPersonKept: boolean;
  readonly focus: EnrolmentField;
  readonly wrong: {readonly field: EnrolmentField; readonly problem: Problem | undefined} | undefined;
  readonly isWriting: boolean;
};

export type SubscriptionScreens =
  | SubscriptionsScreen
  | SubscriptionScreen
  | ChargesScreen
  | ChargeScreen
  | ChangeScreen
  | EnrolmentScreen;

export type SubscriptionEffect =
  | {readonly kind: 'refresh-subscriptions'}
  | {readonly kind: 'read-subscription'; readonly id: number}
  | {readonly kind: 'add-subscription'; readonly id: number}
  | {readonly kind: 'read-charges'; readonly id: number; readonly paging: Paging}
  | {readonly kind: 'change-subscription'; readonly id: number; readonly order: ChangeOrder}
  | {readonly kind: 'look-for-enrolment'; readonly enrolment: string}
  | {readonly kind: 'judge-enrolment'; readonly enrolment: string; readonly judging: EnrolmentResolution};

export type SubscriptionMessage =
  | ({readonly kind: 'charges-asked'} & Learning)
  | {readonly kind: 'subscriptions-heard'; readonly at: number; readonly refreshed: Refreshed}
  | {
      readonly kind: 'subscription-heard';
      readonly id: number;
      readonly at: number;
      readonly problem: Problem | undefined;
    }
  | {readonly kind: 'charges-read'; readonly id: number; readonly page: Page<SubscriptionCharge>}
  | {
      readonly kind: 'enrolment-looked';
      readonly enrolment: string;
      readonly looked: Looked;
      /** The number of the subscription that it made, if it was found. */
      readonly subscription: number | null;
    };
