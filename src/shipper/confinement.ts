import {resolve} from 'node:path';
import {confinement} from '../runtime/confinement.js';

/**
 * The options with which Node starts the shipper. It holds one piece of the journal at a time, reads the journal's files and its own,
 * writes these but for the key, starts no program, and may use the network. It can read no other file, neither the key of the service nor the
 * key for the till's slips. `program` is the folder of the program itself.
 */
export function shipperOptions(folder: string, program: string): readonly string[] {
  const at = (name: string) => resolve(folder, name);
  // Each with the temporary file that it is written to first.
  const own = ['office.json', 'office-staff.json', 'office-items.json'].flatMap(name => [at(name), at(`${name}.*`)]);
  // A folder that does not exist yet is recognised as one only by the asterisk.
  const reads = [program, at('journal'), at('journal/*'), at('head.json'), at('office-key.pem'), ...own];
  return [
    '--max-semi-space-size=1',
    '--max-old-space-size=64',
    '--disable-warning=ExperimentalWarning',
    '--allow-net',
    ...confinement({reads, writes: own}),
  ];
}
