import {globSync, readFileSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {defineConfig, type Plugin} from 'vitest/config';
import {configuration} from '../../vitest.config.js';
import {type Mutant, mutants} from './mutants.js';

const importersOf = new Map<string, string[]>();
for (const path of globSync('{src,store,screens,test}/**/*.{ts,tsx}', {exclude: ['**/generated/**']})) {
  for (const [, file = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)\.js'/g)) {
    const imported = resolve(dirname(path), file);
    importersOf.set(imported, [...(importersOf.get(imported) ?? []), resolve(path)]);
  }
}

/** The file that is wrong, and all that import it, by whatever way. */
function reaching([{file}]: Mutant): ReadonlySet<string> {
  const found = new Set([resolve(file)]);
  for (const path of found) for (const each of importersOf.get(path.replace(/\.tsx?$/, '')) ?? []) found.add(each);
  return found;
}

const all = Object.values(mutants).map(mutant => ({mutant, copied: reaching(mutant)}));

/** What a module with `?mutant=N` imports that reaches the wrong file is a copy of the mutant's own; the rest serves all. */
const copies: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    const [query, number] = /\?mutant=(\d+)$/.exec(importer) ?? [];
    if (query === undefined) return null;
    const resolved = await this.resolve(source, importer.slice(0, -query.length), {skipSelf: true});
    return resolved !== null && all[Number(number)]?.copied.has(resolved.id)
      ? {...resolved, id: resolved.id + query}
      : resolved;
  },
  transform(text, id) {
    const [path, number] = id.split('?mutant=');
    const [place, find = '', replace = ''] = all[Number(number)]?.mutant ?? [];
    return place !== undefined && path === resolve(place.file) ? text.replace(find, () => replace) : null;
  },
};

/** The tests of all mutants in one process: a server and a process for each would take seconds. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  oxc: {jsx: {development: false}},
  plugins: [copies],
  test: {
    ...configuration,
    include: ['test/mutants/every.ts'],
    maxWorkers: 1,
    reporters: ['json'],
    outputFile: 'node_modules/.cache/mutants.json',
  },
});
