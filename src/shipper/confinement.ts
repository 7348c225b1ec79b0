import {resolve} from 'node:path';

/**
 * What Node is started with to ship: it holds a piece of the journal at a time; it reads the journal's files and its own two, writes one of
 * these, starts nothing, and has the network. No other file is there for it: neither the key of the service nor that of the till's slips.
 * `program` is the folder of the program itself.
 */
export function shipperOptions(folder: string, program: string): readonly string[] {
  const at = (name: string) => resolve(folder, name);
  const own = [at('office.json'), at('office.json.*')]; // and what it is written as before it is put in place
  // A folder that is not there yet is one by its star alone.
  const read = [program, at('journal'), at('journal/*'), at('head.json'), at('office-key.pem'), ...own];
  return [
    '--max-semi-space-size=1',
    '--max-old-space-size=64',
    '--disable-warning=ExperimentalWarning',
    '--no-experimental-sqlite',
    '--permission',
    '--allow-net',
    ...read.map(path => `--allow-fs-read=${path}`),
    ...own.map(path => `--allow-fs-write=${path}`),
  ];
}
