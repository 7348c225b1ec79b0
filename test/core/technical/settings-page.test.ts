import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {messages} from '../../../src/core/messages/messages.js';
import {settingFacts, settingNames, settingPages} from '../../../src/core/technical/setting-table.js';
import {isTillsOwn, settingMeaning} from '../../../src/core/technical/settings.js';

const file = 'docs/configuration.md';
const [, before = '', , after = ''] =
  /^([\s\S]*?\n## Settings\n)([\s\S]*?)(\n## More about some settings\n[\s\S]*)$/.exec(readFileSync(file, 'utf8')) ??
  [];

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text.replaceAll('|', '\\|')}\``);
const flagOf = (flag: string) => `--${flag.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

function rowOf(name: string): string {
  const {usual, flag, variable} = settingFacts(name) ?? {};
  const {about = '', example} = settingMeaning(name, messages('en').setting) ?? {};
  const usually = usual === undefined || typeof usual === 'object' ? '' : code(String(usual));
  const others = [flag && code(flagOf(flag)), code(variable)].filter(text => text);
  return `| ${[code(name), about, usually, code(example), others.join(', ')].join(' | ')} |`;
}

/** The part of the page that is made of the table of settings and the English sentences. */
const pages = settingPages.map(page => {
  const names = settingNames().filter(name => settingFacts(name)?.page === page && !isTillsOwn(name));
  const title = `${page.charAt(0).toUpperCase()}${page.slice(1)}`;
  const head = '| setting | what it is for | usually | example | in place of it |\n|---|---|---|---|---|';
  return `### ${title}\n\n${head}\n${names.map(rowOf).join('\n')}\n`;
});

it(`is what ${file} says of settings: to be replaced by this where it is not (vitest -u)`, async () => {
  expect(before).not.toBe('');
  await expect(`${before}\n${pages.join('\n')}${after}`).toMatchFileSnapshot(`../../../${file}`);
});

it('names no setting there that there is not', () => {
  const known = new Set(settingNames().flatMap(name => [name, name.split('.')[0]]));
  const named = [...(after.split('\n## ')[1]?.matchAll(/^- `(\w+)`/gm) ?? [])].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(name => !known.has(name ?? ''))).toEqual([]);
});
