import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
/** Takes back at once what nothing refers to. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that something refers to; the second collection takes what the first one has let go of. */
export function heapInUse(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
