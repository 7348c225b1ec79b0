import {spawnSync} from 'node:child_process';
import {cpSync, globSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {isOf, removable, takeOut} from '../tools/features.ts';

/** Kept from one run to the next, so that the compiler checks again only what has changed. */
const kept = 'node_modules/.features';

describe.each(removable)('%s', feature => {
  it('can be taken out, and the rest compiles', {tags: ['slow']}, () => {
    const copy = join(kept, feature);
    rmSync(copy, {recursive: true, force: true});
    for (const path of [...globSync(['{src,screens,store}/**/*.{ts,tsx,json}', 'docs/**/*.json']), 'package.json']) {
      mkdirSync(dirname(join(copy, path)), {recursive: true});
      cpSync(path, join(copy, path), {preserveTimestamps: true});
    }
    takeOut(feature, copy);
    expect(
      globSync('**/*', {cwd: copy}).filter(
        path => isOf(feature, path) && /\.tsx?$/.test(path) && !path.includes('generated'),
      ),
    ).toEqual([]);
    const compilerOptions = {tsBuildInfoFile: `../${feature}.json`, noUnusedLocals: false, noUnusedParameters: false};
    const include = ['src', 'screens', 'store'];
    const project = {extends: '../../../tsconfig.json', include, exclude: [], compilerOptions};
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(project));
    const {status, stdout} = spawnSync('node_modules/.bin/tsc', ['-p', copy, '--singleThreaded'], {encoding: 'utf8'});
    expect({status, stdout}).toEqual({status: 0, stdout: ''});
  });
});
