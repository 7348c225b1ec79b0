import {existsSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';

it('every test that the security page names is there', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const named = [...new Set(page.match(/test\/[\w/-]+\.test\.tsx?/g))];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(path => !existsSync(path))).toEqual([]);
});
