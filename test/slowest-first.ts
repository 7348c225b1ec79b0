import {BaseSequencer, type TestSpecification} from 'vitest/node';

const slowest = [
  'simulation/simulation.test',
  'terminal/plain.test',
  'simulation/mutations.test',
  'screens/one-line.test',
  'terminal/rows.test',
  'screens/frames.test',
  'terminal/processes.test',
  'terminal/journeys.test',
  'terminal/review.test',
  'browser/journey.test',
  'terminal/install.test',
  'terminal/selftest.test',
  'screens/outage.test',
  'terminal/',
  'browser/',
  'till/outage.test',
  'hostile/',
  'screens/',
].map(name => `/test/${name}`);

/** Begins with what takes longest: a long file that begins last is waited for with an idle processor. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({moduleId}: TestSpecification) => {
      const place = slowest.findIndex(name => moduleId.includes(name));
      return place === -1 ? slowest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
