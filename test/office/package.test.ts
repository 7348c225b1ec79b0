import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {expect, it} from 'vitest';
import {tillOptions} from '../../tools/build.js';

it('a till reaches nothing of an office, and an office adds less than a tenth to what a till is', async () => {
  const programs = {
    main: 'src/main.ts',
    'sandbox-worker': 'src/sandbox/worker.ts',
    'open-file': 'src/sources/open/open-file.ts',
    ship: 'src/shipper/process.ts',
  };
  const built = (entryPoints: Readonly<Record<string, string>>) =>
    build({
      ...tillOptions,
      entryPoints,
      splitting: true,
      write: false,
      outdir: 'dist',
      external: ['pg-native'],
      metafile: true,
    });
  const [till, both] = await Promise.all([built(programs), built({...programs, office: 'src/office/program.ts'})]);
  const reached = Object.values(till.metafile.outputs).flatMap(({inputs}) => Object.keys(inputs));
  expect(reached).toContain('src/core/office/offer.ts');
  expect(reached.filter(path => /^src\/office\/|node_modules\/pg/.test(path))).toEqual([]);
  const packed = (files: readonly {readonly contents: Uint8Array}[]) =>
    files.reduce((sum, {contents}) => sum + gzipSync(contents).length, 0);
  expect(packed(both.outputFiles) / packed(till.outputFiles)).toBeLessThan(1.1);
});
