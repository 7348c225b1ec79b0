import type {Section} from './bench.js';

/** Ratios of time of the processor, by what was measured. A machine under load hardly changes them. */
export type Ratios = Readonly<Record<string, number>>;

/** A ratio may be worse by this share: the noise of three rounds on a busy machine. */
const noise = 0.12;

/** The ratios of a run that later runs are compared with. */
export const ratiosOf = (sections: readonly Section[]): Ratios =>
  Object.fromEntries(
    sections.flatMap(({title, rows}) =>
      rows.flatMap(({what, reference, kept}) =>
        kept === undefined || Number.isNaN(kept) ? [] : [[`${title}: ${what} / ${reference}`, Number(kept.toFixed(3))]],
      ),
    ),
  );

/** Compares the median of several rounds with what was committed. It is a fault too if nothing that was measured was committed. */
export function compared(rounds: readonly Ratios[], committed: Ratios) {
  const measured = new Set(rounds.flatMap(Object.keys));
  const lines = [...measured].map(name => {
    const sorted = rounds.flatMap(round => round[name] ?? []).sort((a, b) => a - b);
    const [now, before] = [sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, committed[name]];
    return {name, now, before, isWorse: before !== undefined && !(now <= before * (1 + noise))};
  });
  return {lines, isKept: lines.some(({before}) => before !== undefined) && lines.every(({isWorse}) => !isWorse)};
}
