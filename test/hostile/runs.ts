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

/** Milliseconds that a test of such a property may take. */
export const patience = proving ? 7_200_000 : 240_000;

/** As many letters as an answer of the service may have, where everything is to be proved. */
export const longestText = proving ? 1_000_000 : 60_000;

/** Milliseconds of a processor that nothing which reads foreign bytes may take for one reading. */
export const longestReading = 1000;

/** Milliseconds of the processor that this thread has had so far, however many others wanted it. */
export const processorTime = (): number => process.threadCpuUsage().user / 1000;
