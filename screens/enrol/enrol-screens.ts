import type {CardMark} from '../../src/core/card/card.js';
import type {Plan} from '../../src/core/endpoints/plans.js';
import type {Problem} from '../../src/core/problem.js';
import type {EnrolOrder} from '../../src/core/subscription/decide.js';
import type {EnrolOptions} from '../../src/till/enrol.js';
import type {SealedCard} from '../card/sealed-card.js';
import type {Line} from '../terminal/line.js';

export const enrolFields = ['plan', 'email', 'number', 'expiry', 'securityCode', 'holder'] as const;
export type EnrolField = (typeof enrolFields)[number];

/** A customer being enrolled. What is typed of the card is nowhere else, and is forgotten when the screen is left. */
export type EnrolScreen = {
  readonly kind: 'enrol';
  readonly lines: Readonly<Record<EnrolField, Line>>;
  /** The plan as the service has it now: nobody is charged by a price that this till only remembers. */
  readonly plan: Plan | undefined;
  /** The code of the plan that the service is being asked for. */
  readonly asking: string | undefined;
  /** The place of the marked one of the plans that fit. */
  readonly index: number;
  readonly focus: EnrolField;
  readonly wrong: {readonly field: EnrolField; readonly problem: Problem} | undefined;
};

/** The one question before a card is enrolled. It sends once. */
export type EnrolConfirmScreen = {
  readonly kind: 'enrol-confirm';
  readonly order: EnrolOrder;
  readonly mark: CardMark;
  readonly card: SealedCard;
  /** The chunk of input that brought us here; an Enter in the same one was no decision about this question. */
  readonly chunk: number;
  readonly isSending: boolean;
  /** Why a customer who has a subscription is enrolled all the same. */
  readonly reason: Line;
  readonly problem: Problem | undefined;
  /** Esc while it was being written down: the list is shown as soon as it is, and what becomes of it is told there. */
  readonly isLeaving: boolean;
};

/**
 * An enrolment that was just sent, as it stands; its reference is also that of the payment that it makes. `form` is what was
 * typed for it but the card: one that was refused can be tried again.
 */
export type EnrolledScreen = {
  readonly kind: 'enrolled';
  readonly reference: string;
  readonly form: EnrolScreen | undefined;
};

export type EnrolEffect = {
  readonly kind: 'enrol';
  readonly order: EnrolOrder;
  readonly card: SealedCard;
  readonly options: EnrolOptions;
};

export type EnrolMessage =
  /** It is on the disk, and on its way. */
  | {readonly kind: 'enrolling'; readonly reference: string}
  /** What became of it is on the disk. */
  | {readonly kind: 'enrolment-over'; readonly reference: string}
  | {readonly kind: 'not-enrolled'; readonly problem: Problem};
