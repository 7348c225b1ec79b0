import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** By project. */
const slowest = [
  ...['terminal/plain.test', 'terminal/rows.test', 'terminal/processes.test', 'terminal/journeys.test'],
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
  ...['core/card/card-numbers.test', 'core/messages/unused.test', 'store/torn.test', 'sources/'],
].map(name => `/test/${name}`);

/**
 * Begins with what takes longest in each project: a long file that begins last is waited for with an idle processor. One
 * project comes after the other: a worker whose next file is another project's ends, and the next one reads everything anew.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({moduleId}: TestSpecification) => {
      const place = slowest.findIndex(name => moduleId.includes(name));
      return place === -1 ? slowest.length : place;
    };
    const projects = Map.groupBy(await super.sort(files), ({project}) => project);
    return [...projects.values()].flatMap(each => each.toSorted((a, b) => rank(a) - rank(b)));
  }
}
