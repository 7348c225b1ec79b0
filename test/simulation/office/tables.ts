import type {ZRow} from '../../../src/core/books/z-row.js';
import {type KeptPayment, type ProjectedPayment, projectedFrom} from '../../../src/core/office/projected-payment.js';
import type {Projected, TillDay} from '../../../src/core/office/projection.js';

/** What an office's tables hold of one till: rows by their keys, changed as statements would change them. */
export class Tables {
  readonly payments: Map<string, KeptPayment>;
  readonly days: Map<string, TillDay>;
  readonly zs: ZRow[];

  constructor(from?: Tables) {
    this.payments = new Map(from?.payments);
    this.days = new Map(from?.days);
    this.zs = [...(from?.zs ?? [])];
  }

  put({payments, days, zs}: Projected): void {
    for (const row of payments) this.payments.set(row.reference, row);
    for (const day of days) this.#add(day);
    this.zs.push(...zs);
  }

  /** The payments as lists show them. */
  shown(): readonly ProjectedPayment[] {
    return [...this.payments.values()].map(({digest}) => projectedFrom(digest));
  }

  /** All of it, in an order of its own. */
  text(): string {
    const payments = [...this.payments.values()].sort((a, b) => (a.reference < b.reference ? -1 : 1));
    const days = [...this.days].filter(([, day]) => sumNames.some(name => day[name] !== 0));
    const sorted = days.sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([payments, sorted, this.zs], null, 1);
  }

  #add(day: TillDay): void {
    const {businessDate, currency, method, channel, quarter} = day;
    const key = [businessDate, currency, method, channel, quarter].join(' ');
    const was = this.days.get(key);
    const sums = sumNames.map(name => [name, (was?.[name] ?? 0) + day[name]] as const);
    this.days.set(key, {...day, ...Object.fromEntries(sums)});
  }
}

const sumNames = ['paid', 'minor', 'notPaid', 'refunds', 'refunded'] as const;
