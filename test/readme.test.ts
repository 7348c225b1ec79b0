import {existsSync, globSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {bindingsMarkdown} from '../screens/terminal/bindings.js';
import {exitCodes} from '../src/core/problem.js';

const [readme, keys, commands] = ['README.md', 'docs/keys.md', 'docs/commands.md'].map(path =>
  readFileSync(path, 'utf8'),
) as [string, string, string];

it('lists the keys that the till obeys: vitest -u writes them', async () => {
  const made = keys.replace(/(?<=<!-- keys -->\n)[\s\S]*(?=<!-- \/keys -->)/, () => bindingsMarkdown('en'));
  await expect(made).toMatchFileSnapshot('../docs/keys.md');
});

it('names every exit code', () => {
  for (const code of Object.values(exitCodes)) expect(commands).toContain(`| ${code} |`);
});

it('is short, and begins with what Duka is, how to start it and what to type first', () => {
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThan(150);
  const first = lines.slice(0, 20).join('\n');
  for (const wanted of ['A point of sale for the terminal', 'npm ci && npm start', 'Any Node from 18', '0712345678'])
    expect(first).toContain(wanted);
});

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')];

it.each(pages)('%s links to files that exist', path => {
  const text = readFileSync(path, 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => join(dirname(path), to));
  for (const to of linked) expect(existsSync(to), to).toBe(true);
});

it.each(pages.filter(page => !page.startsWith('docs/decisions/')))(
  '%s names no source file that is not there',
  path => {
    const named = readFileSync(path, 'utf8').matchAll(
      /`((?:src|store|screens|test|tools|core|till|sources|runtime|office|shipper)\/[\w./-]+\.(?:tsx?|mjs))`/g,
    );
    const gone = [...named]
      .map(([, file = '']) => file)
      .filter(file => !existsSync(file) && !existsSync(join('src', file)));
    expect(gone).toEqual([]);
  },
);

it('leads to every page', () => {
  const named = pages.map(path => readFileSync(path, 'utf8')).join('\n');
  for (const page of globSync('docs/*.md')) expect(named, page).toContain(`${basename(page)}`);
  for (const page of ['till', 'live', 'sandbox']) expect(readme).toContain(`(docs/${page}.md)`);
});
