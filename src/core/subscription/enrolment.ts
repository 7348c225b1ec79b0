import {acquirerAdvice} from '../card/acquirer.js';
import {type EnrolmentOutcome, interpretEnrolment} from '../endpoints/subscription/create-subscription.js';
import type {DataOf} from '../journal/envelope.js';
import {type Language, messages} from '../messages/messages.js';
import {object, oneOf, orNull, type Specified, text, whole} from '../spec/spec.js';
import {cleanText} from '../text/text.js';
import {enrolmentMembers, type SubscriptionEvent, type subscriptionEvents} from './schema.js';

/** While an enrolment is `requested`, `sent` or `unknown`, nothing more is sent for its customer: the card may be charged. */
const statuses = ['requested', 'sent', 'unknown', 'made', 'not-made'] as const;

const outcomes = [
  ...(['not-sent', 'refused', 'duplicate', 'made', 'unknown'] satisfies EnrolmentOutcome['kind'][]),
  'never-left',
] as const;

/** One attempt to enrol a customer's card on a plan. Its reference is also that of the payment that it makes, if any. */
export const enrolmentSpec = object({
  reference: text(),
  ...enrolmentMembers,
  person: text(),
  requestedAt: whole(),
  sentAt: orNull(whole(), 'it was not sent'),
  status: oneOf(statuses),
  proof: orNull(object({kind: oneOf(outcomes), text: text()}), 'there was no answer'),
  subscription: orNull(whole('the service’s number of the subscription that was made'), 'none was made'),
  resolved: orNull(object({by: oneOf(['list', 'person']), person: text(), reason: text()}), 'the answer was clear'),
});
export type Enrolment = Specified<typeof enrolmentSpec>;

export function beginEnrolment(event: SubscriptionEvent & {type: 'enrolment-requested'}): Enrolment {
  const {enrolment: reference, ...asked} = event.data;
  return {
    ...asked,
    reference,
    person: event.person,
    requestedAt: Date.parse(event.at),
    sentAt: null,
    status: 'requested',
    proof: null,
    subscription: null,
    resolved: null,
  };
}

type Later = Extract<
  SubscriptionEvent,
  {type: 'enrolment-sent' | 'enrolment-never-left' | 'enrolment-answered' | 'enrolment-resolved'}
>;

/** The enrolment after one more event. The service's word goes before a person's, unless the answer proves nothing. */
export function evolveEnrolment(enrolment: Enrolment, event: Later): Enrolment {
  switch (event.type) {
    case 'enrolment-sent':
      return {...enrolment, status: 'sent', sentAt: Date.parse(event.at)};
    case 'enrolment-never-left':
      return {...enrolment, status: 'not-made', proof: {kind: 'never-left', text: ''}};
    case 'enrolment-answered':
      return applyAnswer(enrolment, event.data);
    case 'enrolment-resolved': {
      const {as, by, subscription, reason} = event.data;
      return {...enrolment, status: as, subscription, resolved: {by, person: event.person, reason}};
    }
  }
}

function applyAnswer(
  enrolment: Enrolment,
  {answer}: DataOf<typeof subscriptionEvents, 'enrolment-answered'>,
): Enrolment {
  const proof = interpretEnrolment(answer, enrolment);
  const {kind, text} = proof;
  const next = {...enrolment, proof: {kind, text}};
  if (proof.kind === 'made') return {...next, status: 'made', subscription: proof.subscription.id};
  // A request that was doubled on its way is its own duplicate. The service's list has to show whose the subscription is.
  if (proof.kind === 'unknown' || proof.kind === 'duplicate')
    return {...next, status: enrolment.resolved === null ? 'unknown' : enrolment.status};
  return {...next, status: 'not-made'};
}

/** Whether the outcome of the enrolment is not known yet, so that its customer must not be enrolled again. */
export const isEnrolmentOpen = ({status}: Enrolment): boolean =>
  status === 'requested' || status === 'sent' || status === 'unknown';

/** An e-mail address as the service compares it: without regard to case. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();

/** The plan that was requested: its code, or the name of the one that the service was to make. */
export const planAsked = ({planCode, newPlan}: Pick<Enrolment, 'planCode' | 'newPlan'>): string =>
  newPlan?.name ?? planCode;

/** Why an enrolment was not made, in the words of the service or of who settled it, and what can be done; else empty. */
export function refusalText({status, proof, customerEmail: email, resolved}: Enrolment, language: Language): string {
  if (status !== 'not-made') return '';
  if (resolved?.by === 'person') return cleanText(`${resolved.person}: ${resolved.reason}`, 200);
  const words = messages(language).subscription;
  if (proof === null || proof.kind === 'not-sent' || proof.kind === 'never-left') return words.neverLeft;
  const {text} = proof;
  if (proof.kind === 'duplicate') return words.duplicate({email, text});
  const said = words.refused({text});
  return `${said}${/[.!?…]$/u.test(said) ? '' : '.'} ${acquirerAdvice(text, language)}`.trimEnd();
}
