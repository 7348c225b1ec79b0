import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** Where no run has told how long a file takes, by project. */
export const slowest: readonly string[] = [
  ...['terminal/plain.test', 'terminal/processes.test', 'terminal/journeys.test'],
  ...['terminal/review.test', 'browser/journey.test', 'terminal/install.test', 'terminal/selftest.test'],
  ...['terminal/', 'browser/'],
  ...['simulation/simulation.test', 'simulation/mutations.test', 'mutants/', 'screens/one-line.test'],
  ...[
    'screens/frames.test',
    'screens/narrated.test',
    'screens/outage.test',
    'till/outage.test',
    'hostile/',
    'screens/',
  ],
  ...['core/messages/unused.test', 'store/torn.test', 'sources/'],
];

/**
 * Begins with what took longest when it was last run, for a long file that begins last is waited for with an idle processor; before that with
 * what no run has recorded and is listed above. One project comes after the other: a worker whose next file is another project's ends, and
 * the next one reads everything anew.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (file: TestSpecification) => {
      const recorded = this.ctx.cache.getTestSpecificationResult(file);
      const place = slowest.findIndex(name => file.moduleId.includes(`/test/${name}`));
      if (recorded !== undefined) return -recorded.duration;
      return place === -1 ? 0 : place - Number.MAX_SAFE_INTEGER;
    };
    const projects = Map.groupBy(await super.sort(files), ({project}) => project);
    return [...projects.values()].flatMap(each => each.toSorted((a, b) => order(a) - order(b)));
  }
}
