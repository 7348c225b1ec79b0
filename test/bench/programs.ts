import {symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {build} from 'esbuild';
import {bundle, tillOptions} from '../../tools/build.js';

/** Bundles to be run: the till as it is shipped, and what it is compared with, made in the same way. */
export type Programs = {
  readonly duka: string;
  readonly worker: string;
  readonly hello: string;
  readonly lists: string;
  readonly reading: string;
};

/** Builds everything from the sources as they stand, apart from `dist`, which somebody may be using. */
export async function buildPrograms(folder: string): Promise<Programs> {
  const till = join(folder, 'till');
  const others = join(folder, 'others');
  await bundle(till);
  // As in the package: without it Node looks at every file to tell what kind of module it is.
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await symlink(resolve('node_modules'), join(folder, 'node_modules')); // of the office's own database
  await build({
    ...tillOptions,
    entryPoints: {
      hello: 'test/bench/programs/hello.ts',
      lists: 'test/bench/programs/lists.ts',
      reading: 'test/bench/programs/reading.ts',
      'open-file': 'src/sources/open/open-file.ts',
    },
    outdir: others,
    splitting: true,
  });
  return {
    duka: join(till, 'duka.js'),
    worker: join(till, 'sandbox-worker.js'),
    hello: join(others, 'hello.js'),
    lists: join(others, 'lists.js'),
    reading: join(others, 'reading.js'),
  };
}
