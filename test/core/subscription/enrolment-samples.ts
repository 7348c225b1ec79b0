import type {EventData, EventType, StoredEvent} from '../../../src/core/events/event.js';
import {event} from '../payment/payment-samples.js';
import {customerEmail} from './subscription-samples.js';

/** What an event is about, before it is known where in the journal it stands. */
export type Told = {readonly [T in EventType]: readonly [T, EventData<T>]}[EventType];

/** The events in their order, as the journal would have them. */
export function journalOf(told: readonly Told[]): readonly StoredEvent[] {
  return told.map(([type, data], index) => event(index + 1, type, data));
}

export const reference = 'T7K0MZ4K8Q2RDWX';

export const requested = (more: Partial<EventData<'enrolment-requested'>> = {}): Told => [
  'enrolment-requested',
  {
    enrolment: reference,
    customerEmail,
    planCode: 'PLAN-XY99ZZ00',
    amount: {currency: 'USD', minor: 1250},
    trialPeriodDays: 0,
    card: {brand: 'Visa', lastFour: '0026'},
    country: 'KE',
    businessDate: '2026-11-20',
    before: [],
    ...more,
  },
];
