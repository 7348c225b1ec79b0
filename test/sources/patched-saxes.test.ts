import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {compileFunction} from 'node:vm';
import fc from 'fast-check';
import {EVENTS, SaxesParser} from 'saxes';
import {expect, it} from 'vitest';
import {patches} from '../../tools/patches.js';
import {forAll, patience, runs} from '../hostile/runs.js';

const require = createRequire(import.meta.url);
const path = require.resolve('saxes');
const asPublished: {SaxesParser?: typeof SaxesParser} = {};
compileFunction(published(), ['exports', 'require'])(asPublished, createRequire(path));

/** The text of the installed file with its patch taken back. */
function published(): string {
  const [patch] = patches().filter(({name}) => name === 'saxes');
  const hunks = (patch?.diff ?? '').split(/^@@ .*\n/mu).slice(1);
  return hunks.reduce(
    (text, hunk) => {
      const lines = hunk.replace(/\n$/, '').split('\n');
      const without = (mark: string) =>
        lines
          .filter(line => !line.startsWith(mark))
          .map(line => `${line.slice(1)}\n`)
          .join('');
      expect(text.split(without('-'))).toHaveLength(2);
      return text.replace(without('-'), () => without('+'));
    },
    readFileSync(path, 'utf8'),
  );
}

/** All that a parser tells of a document in these pieces, each with where it is then. */
function toldBy(Parser: typeof SaxesParser, pieces: readonly string[], xmlns: boolean): readonly string[] {
  const parser = new Parser({xmlns});
  const told: string[] = [];
  const tell = (name: string) => (said?: unknown) => {
    const {line, column, columnIndex, position} = parser;
    const text = said instanceof Error ? said.message : JSON.stringify(said);
    told.push(`${line}:${column}:${columnIndex}:${position} ${name} ${text}`);
  };
  for (const name of EVENTS) parser.on(name, tell(name));
  for (const piece of pieces) parser.write(piece);
  parser.close();
  return told;
}

const begins = [
  '<a>',
  '<a b="1">',
  "<a b='1' c='&lt;'>",
  '<ab>',
  '<ab >',
  '<a:b xmlns:a="u">',
  '<a b="1" b="2">',
  '<a/>',
];
const ends = ['</a>', '</a>', '</ab>', '</ab >', '</a:b>', '</a\n>', '</a', '</', '>'];
const texts = [
  '\n',
  '\r\n',
  'text',
  'é',
  '😀',
  ' ',
  '&amp;',
  '&no;',
  ']]>',
  ']',
  '<![CDATA[</a>]]>',
  '<!-- </a> -->',
  '<?p i?>',
];

it(
  'what is changed in saxes tells what it tells as it is published, of documents that are and are not well-formed',
  () => {
    expect(String(SaxesParser)).not.toBe(String(asPublished.SaxesParser));
    const parts = fc.array(fc.constantFrom(...begins, ...ends, ...texts), {maxLength: 40});
    const document = parts.map(each => `<a>${each.join('')}</a>`);
    forAll(runs(300), document, fc.integer({min: 1, max: 60}), fc.boolean(), (whole, length, xmlns) => {
      const pieces = whole.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      const expected = toldBy(asPublished.SaxesParser as typeof SaxesParser, pieces, xmlns);
      expect(toldBy(SaxesParser, pieces, xmlns)).toEqual(expected);
    });
  },
  patience,
);
