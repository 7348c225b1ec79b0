import {createContext, Script} from 'node:vm';
import fc from 'fast-check';

/**
 * Set where as much is to be tried as it takes to prove something, however long that takes; above 1 it says how much.
 * `vitest --mode prove` sets it too, in every system's shell.
 */
const proving = process.env['DUKA_PROVE'] ?? (process.env['MODE'] === 'prove' ? '1' : undefined);

/** Whether as much is to be tried as it takes. */
export const isProving = proving !== undefined && proving !== '';

/** How often a property is tried: `usual` times in every run of the tests, `most` times where `DUKA_PROVE` is set. */
export function runs(usual: number, most = 100_000): {readonly numRuns: number} {
  if (!proving) return {numRuns: usual};
  const said = Number(proving);
  return {numRuns: said > 1 ? Math.min(said, most) : most};
}

// biome-ignore lint/suspicious/noConfusingVoidType: a property says nothing where it holds, or whether it does
type Verdict = boolean | void;
type Property<Made extends [unknown, ...unknown[]], Told> = [
  ...arbitraries: {[At in keyof Made]: fc.Arbitrary<Made[At]>},
  holds: (...made: Made) => Told,
];

/** Whether a property holds in cases that are made: a hundred, unless the first argument says otherwise. */
export function forAll<Made extends [unknown, ...unknown[]]>(...property: Property<Made, Verdict>): void;
export function forAll<Made extends [unknown, ...unknown[]]>(
  tried: fc.Parameters<Made>,
  ...property: Property<Made, Verdict>
): void;
export function forAll(...given: unknown[]): void {
  const [tried, property] = parted(given);
  fc.assert(fc.property(...property), tried);
}

/** The same of a property that takes its time. */
export function forAllAsync<Made extends [unknown, ...unknown[]]>(
  ...property: Property<Made, Promise<Verdict>>
): Promise<void>;
export function forAllAsync<Made extends [unknown, ...unknown[]]>(
  tried: fc.Parameters<Made>,
  ...property: Property<Made, Promise<Verdict>>
): Promise<void>;
export function forAllAsync(...given: unknown[]): Promise<void> {
  const [tried, property] = parted(given);
  return fc.assert(fc.asyncProperty(...(property as Property<[unknown], Promise<void>>)), tried);
}

function parted(given: unknown[]): [fc.Parameters<[unknown]>, Property<[unknown], void>] {
  const [first, ...rest] = given;
  return (first instanceof fc.Arbitrary ? [{}, given] : [first, rest]) as ReturnType<typeof parted>;
}

/** Each so many-th of the cases, which proves the rule; all of them where as much is to be tried as it takes. */
export const oneIn = <T>(many: number, cases: readonly T[]): readonly T[] =>
  proving ? cases : cases.filter((_, at) => at % many === 0);

/** Of how many bytes one is damaged where each of a file could be; it shares no factor with 8, so that every bit is met. */
export const stride = proving ? 1 : 5;

/** Milliseconds that a test of such a property may take. */
export const patience = proving ? 7_200_000 : 900_000;

/**
 * As many letters as an answer of the service may have. What reads a text of this length in steps that grow with its square
 * takes hours, which `ending` does not wait for.
 */
export const longestText = proving ? 1_000_000 : 250_000;

const room = createContext({});
const call = new Script('reading()');
let isWatched = false;

/**
 * The result of a reading, which is interrupted if it does not end: the limit is a thousand times what a reading takes on a quiet
 * machine, so that it tells a text that is never read to its end, and nothing about speed. Many readings are watched as one: a clock for each
 * takes longer than most of them.
 */
export function ending<T>(reading: () => T): T {
  if (isWatched) return reading();
  isWatched = true;
  try {
    Object.assign(room, {reading});
    return call.runInContext(room, {timeout: patience}) as T;
  } finally {
    isWatched = false;
  }
}
