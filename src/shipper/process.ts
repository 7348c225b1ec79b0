import {exitCodes} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import {shutWaysOut} from '../runtime/confinement.js';
import {machine} from '../world.js';
import {optionsOfShipper, runShipper} from './run.js';

/** The shipper's process beside a till. When its standard input ends, it ends too, whatever happened to the till. */
shutWaysOut();
const options = optionsOfShipper(jsonIn(process.argv[2] ?? ''));
const [ended, interrupted] = [new AbortController(), new AbortController()];
if (options.untilInputEnds) {
  process.stdin.on('end', () => ended.abort()).on('error', () => ended.abort());
  process.stdin.resume();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => interrupted.abort());

const exit = await runShipper(options, {
  world: machine,
  signal: AbortSignal.any([ended.signal, interrupted.signal]),
  write: text => {
    process.stdout.write(text);
  },
  complain: text => {
    process.stderr.write(text);
  },
});
process.exit(ended.signal.aborted ? exitCodes.done : exit); // requests in progress are not awaited: the next shipper asks again
