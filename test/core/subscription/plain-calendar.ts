/** Plain calendar arithmetic, so that what is reckoned is compared with something reckoned in another way. */
export type Day = {readonly year: number; readonly month: number; readonly day: number};

export const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Day by day, over the ends of months and years; backwards too. */
export function daysLater({year, month, day}: Day, days: number): Day {
  let [y, m, d] = [year, month, day + days];
  while (d > daysIn(y, m)) {
    d -= daysIn(y, m);
    [y, m] = m === 12 ? [y + 1, 1] : [y, m + 1];
  }
  while (d < 1) {
    [y, m] = m === 1 ? [y - 1, 12] : [y, m - 1];
    d += daysIn(y, m);
  }
  return {year: y, month: m, day: d};
}

/** The same day of a later month, or its last day. */
export function monthsLater({year, month, day}: Day, months: number): Day {
  const index = year * 12 + (month - 1) + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  return {year: y, month: m, day: Math.min(day, daysIn(y, m))};
}

const steps = {DAILY: 1, WEEKLY: 7, MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12} as const;
export type Interval = keyof typeof steps;
export const intervals = Object.keys(steps) as Interval[];

/** So many bills after a day, by the plan. */
export function billsLater(from: Day, interval: Interval, count: number, bills: number): Day {
  const step = steps[interval] * count * bills;
  return interval === 'DAILY' || interval === 'WEEKLY' ? daysLater(from, step) : monthsLater(from, step);
}

/** `2026-03-31`. */
export const dayText = ({year, month, day}: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
