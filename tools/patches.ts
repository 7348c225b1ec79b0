import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** One file of a package as `tools/patches` changes it. patch-package applies the patches when packages are installed. */
export type Patch = {readonly name: string; readonly path: string; readonly diff: string};

const folder = join(import.meta.dirname, 'patches');

/** Every change of a file, in the order of the packages' names. */
export const patches = (): readonly Patch[] =>
  readdirSync(folder)
    .sort()
    .flatMap(file =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^(?=diff --git )/mu)
        .slice(1),
    )
    .map(diff => {
      const [, name = '', path = ''] = /^\+\+\+ b\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/mu.exec(diff) ?? [];
      return {name, path, diff};
    });

/** Throws for a patch whose file is not among the inputs of a bundle, or is there as its authors published it. */
export function expectPatched(inputs: readonly string[]): void {
  for (const {name, path, diff} of patches()) {
    const file = `node_modules/${name}/${path}`;
    if (!inputs.includes(file)) throw new Error(`${file} is not in the bundle: look at its patch again`);
    const lines = new Set(readFileSync(file, 'utf8').split(/\r?\n/u));
    const added = diff.split('\n').filter(line => /^\+(?!\+\+ )/u.test(line));
    if (!added.every(line => lines.has(line.slice(1)))) throw new Error(`${file} is not patched: run npm run prepare`);
  }
}
