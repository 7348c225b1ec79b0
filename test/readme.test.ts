import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {bindingsMarkdown} from '../screens/terminal/bindings.js';
import {commandNames} from '../src/commands/table.js';
import {exitCodes} from '../src/core/problem.js';

const readme = readFileSync('README.md', 'utf8');

it('lists the keys that the till obeys', () => {
  const listed = /<!-- keys -->\n([\s\S]*?)<!-- \/keys -->/.exec(readme)?.[1]?.trim();
  expect(listed).toBe(bindingsMarkdown('en').trim());
});

it('names every command and every exit code', () => {
  for (const name of commandNames) expect(readme, name).toMatch(new RegExp(`duka ${name}\\b`));
  for (const code of Object.values(exitCodes)) expect(readme).toContain(`| ${code} |`);
});
