import {existsSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {bindingsMarkdown} from '../screens/terminal/bindings.js';
import {commandNames} from '../src/commands/table.js';
import {exitCodes} from '../src/core/problem.js';

const [readme, keys, commands] = ['README.md', 'docs/keys.md', 'docs/commands.md'].map(path =>
  readFileSync(path, 'utf8'),
) as [string, string, string];

it('lists the keys that the till obeys', () => {
  const listed = /<!-- keys -->\n([\s\S]*?)<!-- \/keys -->/.exec(keys)?.[1]?.trim();
  expect(listed).toBe(bindingsMarkdown('en').trim());
});

it('names every command and every exit code', () => {
  for (const name of commandNames) expect(commands, name).toMatch(new RegExp(`duka ${name}\\b`));
  for (const code of Object.values(exitCodes)) expect(commands).toContain(`| ${code} |`);
});

it('is short: the reference is in docs', () => {
  expect(readme.split('\n').length).toBeLessThan(350);
});

it('links to files that exist', () => {
  const linked = [...readme.matchAll(/\]\(((?:docs\/|[A-Z]+\.md)[^)#]*)\)/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(10);
  for (const path of linked) expect(existsSync(path), path).toBe(true);
});
