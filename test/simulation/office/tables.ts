import type {ProjectedPayment} from '../../../src/core/office/projected-payment.js';
import type {Projected} from '../../../src/core/office/projection.js';
import type {TillDay} from '../../../src/core/office/till-day.js';
import type {ZRow} from '../../../src/core/office/z-row.js';
import type {PaymentDigest} from '../../../src/core/reconcile/local.js';

/** What an office's tables hold of one till: rows by their keys, changed as statements would change them. */
export class Tables {
  readonly payments: Map<string, ProjectedPayment>;
  readonly digests: Map<string, PaymentDigest>;
  readonly searchLines: Map<string, string>;
  readonly days: Map<string, TillDay>;
  readonly zs: ZRow[];

  constructor(from?: Tables) {
    this.payments = new Map(from?.payments);
    this.digests = new Map(from?.digests);
    this.searchLines = new Map(from?.searchLines);
    this.days = new Map(from?.days);
    this.zs = [...(from?.zs ?? [])];
  }

  put({payments, digests, searchLines, days, zs}: Projected): void {
    for (const [at, row] of payments.entries()) {
      this.payments.set(row.reference, row);
      this.searchLines.set(row.reference, searchLines[at] ?? '');
    }
    for (const digest of digests) this.digests.set(digest.reference, digest);
    for (const day of days) this.#add(day);
    this.zs.push(...zs);
  }

  /** All of it, in an order of its own. */
  text(): string {
    const inOrder = <Row extends {readonly reference: string}>(rows: ReadonlyMap<string, Row>) =>
      [...rows.values()].sort((a, b) => (a.reference < b.reference ? -1 : 1));
    const days = [...this.days].filter(([, day]) => sumNames.some(name => day[name] !== 0));
    const found = [...this.searchLines].sort(([a], [b]) => (a < b ? -1 : 1));
    const sorted = days.sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([inOrder(this.payments), inOrder(this.digests), found, sorted, this.zs], null, 1);
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
