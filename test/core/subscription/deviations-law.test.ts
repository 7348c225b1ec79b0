// @module-tag slow

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../../src/core/endpoints/subscription/plans.js';
import type {Subscription} from '../../../src/core/endpoints/subscription/subscriptions.js';
import {type ChargeMark, type Deviation, deviationsOf} from '../../../src/core/subscription/deviations.js';
import {forAll} from '../../hostile/runs.js';
import {epochOf, missed, paid, planWith, subscriptionWith} from './deviation-samples.js';
import {billsLater, type Day, daysIn, daysLater, dayText, type Interval, intervals} from './plain-calendar.js';

const plans = fc.record({interval: fc.constantFrom(...intervals), count: fc.integer({min: 1, max: 3})});
const anchors = fc
  .record({year: fc.integer({min: 2022, max: 2032}), month: fc.integer({min: 1, max: 12}), late: fc.boolean()})
  .chain(({year, month, late}) =>
    fc.record({
      year: fc.constant(year),
      month: fc.constant(month),
      day: fc.integer({min: late ? 28 : 1, max: daysIn(year, month)}),
    }),
  );
type Planned = {readonly interval: Interval; readonly count: number};

/** The zoneless time of a day, so many seconds after 10:20. */
function timeOn(day: Day, seconds = 0): string {
  const all = 37_200 + seconds;
  const [hour, minute, second] = [Math.floor((all % 86_400) / 3600), Math.floor((all % 3600) / 60), all % 60];
  const clock = [hour, minute, second].map(part => String(part).padStart(2, '0')).join(':');
  return `${dayText(daysLater(day, Math.floor(all / 86_400)))}T${clock}`;
}
const dateOf = (anchor: Day, {interval, count}: Planned, cycle: number) =>
  billsLater(anchor, interval, count, cycle - 1);

/** What the service says after its last cycle, or has said after the first, where it is not asked again. */
function recordAfter(anchor: Day, plan: Planned, cycle: number, more: Partial<Subscription> = {}): Subscription {
  const next = timeOn(dateOf(anchor, plan, cycle + 1));
  const start = timeOn(dateOf(anchor, plan, cycle));
  return subscriptionWith({
    createdAt: timeOn(anchor),
    customerAuthorizedAt: timeOn(anchor),
    currentPeriodStart: start,
    currentPeriodEnd: next,
    nextChargeDate: next,
    updatedAt: start,
    ...more,
  });
}
const chargesOf = (anchor: Day, plan: Planned, cycles: number, from = 1) =>
  Array.from({length: cycles}, (_, index) =>
    // Each comes some seconds after it is due.
    paid(from + index, {chargedAt: timeOn(dateOf(anchor, plan, index + 1), index === 0 ? 0 : (index * 37) % 90)}),
  );
const plainPlan = ({interval, count}: Planned, more: Partial<Plan> = {}) =>
  planWith({interval, intervalCount: count, ...more});

/** The runs of cycles that were dropped, as they should be told of. */
function runsOf(dropped: readonly number[], anchor: Day, plan: Planned): Deviation[] {
  const starts = dropped.filter(cycle => !dropped.includes(cycle - 1));
  return starts.map(from => {
    let to = from;
    while (dropped.includes(to + 1)) to += 1;
    return missed(from, to, timeOn(dateOf(anchor, plan, from)));
  });
}

describe('any subscription', () => {
  it('drifts by the cycles dropped and doubled, and by nothing else', () => {
    const fates = fc.array(fc.constantFrom('kept', 'kept', 'kept', 'dropped', 'doubled'), {
      minLength: 1,
      maxLength: 15,
    });
    forAll(
      {numRuns: 600},
      anchors,
      plans,
      fates,
      fc.record({
        after: fc.integer({min: 100, max: 86_400}),
        isFresh: fc.boolean(),
        isTrial: fc.boolean(),
        skipped: fc.nat(14),
      }),
      (anchor, plan, fate, {after, isFresh, isTrial, skipped}) => {
        const completeFrom = Math.min(skipped, fate.length - 1) + 1;
        const charges = chargesOf(anchor, plan, fate.length).flatMap((charge, index) => {
          if (fate[index] === 'dropped' || index + 1 < completeFrom) return [];
          const again = {...charge, attemptNumber: 2, transactionReference: `AGAIN-${index + 1}`};
          return fate[index] === 'doubled' ? [charge, again] : [charge];
        });
        const cyclesThat = (what: string) =>
          fate.flatMap((one, index) => (one === what && index + 1 >= completeFrom ? [index + 1] : []));
        const stands = recordAfter(anchor, plan, isFresh ? fate.length : 1, {
          ...(isTrial ? {createdAt: timeOn(daysLater(anchor, -9)), trialEndDate: timeOn(anchor)} : {}),
        });
        const found = deviationsOf({
          subscription: stands,
          plan: plainPlan(plan),
          charges,
          completeFrom,
          now: epochOf(timeOn(dateOf(anchor, plan, fate.length + 1), after)),
        });
        expect(found).toEqual([
          ...cyclesThat('doubled').map(cycle => ({
            kind: 'duplicated',
            cycle,
            references: [`SUB-${cycle}`, `AGAIN-${cycle}`],
          })),
          ...runsOf(cyclesThat('dropped'), anchor, plan),
        ]);
      },
    );
  });

  it('has missed nothing while it is paused, after it is resumed, and when it is over', () =>
    forAll(
      {numRuns: 400},
      anchors,
      plans,
      fc.record({
        before: fc.integer({min: 1, max: 8}),
        pausedFor: fc.integer({min: 0, max: 800}),
        // Not at the time of day of the charges: such a one cannot be told from a charge that is missing.
        hours: fc.integer({min: 1, max: 23}),
        further: fc.integer({min: 0, max: 8}),
        later: fc.integer({min: 0, max: 86_400}),
      }),
      (anchor, plan, {before, pausedFor, hours, further, later}) => {
        const lastDay = dateOf(anchor, plan, before);
        const pausedAt = timeOn(lastDay, 1800);
        const charges = chargesOf(anchor, plan, before);
        const resumeDay = daysLater(lastDay, pausedFor);
        const resumedAt = timeOn(resumeDay, hours * 3600);
        const kinds = (subscription: Subscription, listed: readonly ChargeMark[], now: string) =>
          deviationsOf({subscription, plan: plainPlan(plan), charges: listed, completeFrom: 1, now: epochOf(now)}).map(
            ({kind}) => kind,
          );
        const paused = recordAfter(anchor, plan, before, {status: 'PAUSED', pausedAt, nextChargeDate: null});
        expect(kinds(paused, charges, resumedAt)).toEqual(['paused']);

        const cancelled = {status: 'CANCELLED', pausedAt: null, cancelledAt: resumedAt} as const;
        expect(kinds({...paused, ...cancelled}, charges, timeOn(resumeDay, later + 86_400))).toEqual(['ended']);

        // From its resumption on, a subscription is charged as one that began then, the first time an interval later.
        const from = daysLater(resumeDay, Math.floor((37_200 + hours * 3600) / 86_400));
        const clock = resumedAt.slice(10);
        const date = (bills: number) => `${dayText(billsLater(from, plan.interval, plan.count, bills))}${clock}`;
        const since = Array.from({length: further}, (_, index) =>
          paid(before + index + 1, {chargedAt: date(index + 1)}),
        );
        const resumed = subscriptionWith({
          createdAt: timeOn(anchor),
          customerAuthorizedAt: timeOn(anchor),
          updatedAt: date(further),
          currentPeriodStart: date(further),
          currentPeriodEnd: date(further + 1),
          nextChargeDate: date(further + 1),
        });
        const dayAfter = new Date(epochOf(date(further + 1)) + later * 1000).toISOString().slice(0, 19);
        expect(kinds(resumed, [...charges, ...since], dayAfter)).toEqual([]);

        const over = {status: 'CANCELLED', cancelledAt: date(further), nextChargeDate: null} as const;
        expect(kinds({...resumed, ...over}, [...charges, ...since], '2060-01-01T00:00:00')).toEqual(['ended']);
      },
    ));

  it('is over with the plan’s last cycle, and then has missed nothing', () =>
    forAll(anchors, plans, fc.integer({min: 1, max: 12}), fc.boolean(), (anchor, plan, limit, isTold) => {
      const found = deviationsOf({
        subscription: recordAfter(anchor, plan, limit, isTold ? {status: 'COMPLETED', nextChargeDate: null} : {}),
        plan: plainPlan(plan, {billingLimit: limit}),
        charges: chargesOf(anchor, plan, limit),
        completeFrom: 1,
        now: epochOf('2060-01-01T00:00:00'),
      });
      expect(found).toMatchObject([{kind: 'ended', why: 'limit'}]);
    }));
});
