import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {compileFunction} from 'node:vm';
import fc from 'fast-check';
import {EVENTS, SaxesParser} from 'saxes';
import {expect, it} from 'vitest';
import {patience, runs} from '../hostile/runs.js';

const require = createRequire(import.meta.url);
const path = require.resolve('saxes');
const asInstalled: {SaxesParser?: typeof SaxesParser} = {};
compileFunction(readFileSync(path, 'utf8'), ['exports', 'require'])(asInstalled, createRequire(path));

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
  'what is changed in saxes tells what it tells as it is installed, of documents that are and are not well-formed',
  () => {
    expect(String(SaxesParser)).not.toBe(String(asInstalled.SaxesParser));
    const parts = fc.array(fc.constantFrom(...begins, ...ends, ...texts), {maxLength: 40});
    const document = parts.map(each => `<a>${each.join('')}</a>`);
    fc.assert(
      fc.property(document, fc.integer({min: 1, max: 60}), fc.boolean(), (whole, length, xmlns) => {
        const pieces = whole.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
        const expected = toldBy(asInstalled.SaxesParser as typeof SaxesParser, pieces, xmlns);
        expect(toldBy(SaxesParser, pieces, xmlns)).toEqual(expected);
      }),
      runs(300),
    );
  },
  patience,
);
