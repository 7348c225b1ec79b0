/** A line of the table: ours against a reference that was measured in turns with it. */
export type Row = {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly theirs: string;
  readonly ratio: string;
  readonly target: string;
  /** Undefined where nobody set a target. */
  readonly isMet: boolean | undefined;
  readonly samples: number;
  /** The ratio of a figure in time of the processor, which `--check` compares with an earlier run. */
  readonly kept?: number | undefined;
};

/** What was measured, once for each time, in the unit of its row. */
export type Times = readonly number[];

/** The value that this share of the values does not exceed. */
export function percentile(values: Times, share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** How many milliseconds each of so many turns took. */
export async function timed(times: number, work: (at: number) => Promise<unknown>): Promise<Times> {
  const found: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const begun = performance.now();
    await work(at);
    found.push(performance.now() - begun);
  }
  return found;
}

/** The two or three digits that mean something. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '—';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  if (value !== 0 && Math.abs(value) < 0.1) return String(Number(value.toPrecision(2)));
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Which percentiles of a figure are told, and the most that each may be: of the ratio, or of the value itself. */
export type Limits = {
  readonly of: 'ratio' | 'value';
  readonly unit: string;
  readonly limits: Readonly<Record<string, number>>;
};

type Compared = {
  readonly what: string;
  readonly ours: Times;
  readonly reference: string;
  readonly theirs: Times;
  readonly shares?: readonly number[];
  readonly target?: Limits;
  readonly isKept?: boolean;
};

const usual = [0.5, 0.99] as const;
const nameOf = (share: number) => `p${Math.round(share * 100)}`;

/** Compares two series of measurements that were taken in turns. */
export function compare({what, ours, reference, theirs, shares = usual, target, isKept = false}: Compared): Row {
  const of = (values: Times) => shares.map(share => percentile(values, share));
  const [mine, other] = [of(ours), of(theirs)];
  const ratios = mine.map((value, index) => value / (other[index] ?? Number.NaN));
  const judged = target?.of === 'value' ? mine : ratios;
  return {
    what,
    ours: mine.map(shown).join(' / '),
    reference,
    theirs: theirs.length === 0 ? '' : other.map(shown).join(' / '),
    ratio: theirs.length === 0 ? '' : ratios.map(ratio => `${shown(ratio)}×`).join(' / '),
    target: target === undefined ? '' : targetText(target),
    isMet: target === undefined ? undefined : shares.every((share, index) => keeps(target, share, judged[index])),
    samples: ours.length,
    kept: isKept ? ratios[0] : undefined,
  };
}

function targetText({of, unit, limits}: Limits): string {
  return Object.entries(limits)
    .map(([name, limit]) => `${name} ${of === 'ratio' ? `≤ ${limit}×` : `< ${limit} ${unit}`}`)
    .join(', ');
}

function keeps({limits}: Limits, share: number, value: number | undefined): boolean {
  const limit = limits[nameOf(share)];
  return limit === undefined || (value !== undefined && value <= limit);
}
