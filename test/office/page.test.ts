import fc from 'fast-check';
import {expect, it} from 'vitest';
import {drawPage} from '../../src/office/page/draw.js';
import {pageScript} from '../../src/office/page/script.js';
import {fact, notice, title, verdict} from '../../src/views/block.js';
import type {PageBlock} from '../../src/views/office/page-block.js';
import {anyCharacter} from '../any-character.js';
import {forAll} from '../hostile/runs.js';

/** Every kind of block with the same text wherever a text of others may be. */
const blocksWith = (text: string): readonly PageBlock[] => [
  title(text, {note: [{text, tone: 'plain'}]}),
  fact('a', text, {lead: text, note: text}),
  notice('b', text),
  verdict('c', 'paid', text, [text]),
  {kind: 'table', id: 'd', columns: [{title: text}], rows: [{cells: [text], tone: 'plain', to: text}]},
  {
    kind: 'chart',
    id: 'e',
    label: text,
    points: [
      {label: text, values: [1]},
      {label: text, values: [-2]},
    ],
    series: [text],
    compared: text,
    scale: [{value: 1, label: text}],
    sentence: text,
    aside: [{text, key: ''}],
  },
  {kind: 'exact', id: 'f', lines: [text], onRoll: false},
  {kind: 'folded', id: 'g', title: text, blocks: [fact('h', text)]},
  {kind: 'links', id: 'i', links: [{to: `/x?q=${encodeURIComponent(text.toWellFormed())}`, text}]},
  {
    kind: 'form',
    id: 'j',
    method: 'post',
    fields: [{name: 'k', label: text, value: text, note: text, problem: text}],
    button: text,
  },
  {kind: 'tally', id: 'l', label: text, rows: [{glyph: '', tone: 'plain', text, sums: [], note: text}]},
  {kind: 'steps', id: 'm', steps: [text], now: 1},
  {kind: 'progress', id: 'n', value: 1, full: 2, text},
];

const drawn = (text: string) =>
  drawPage(text, blocksWith(text), {language: 'en', visitor: {name: text, formToken: 'token'}, live: '/live'}).body;

/** The tags of a page with the names of their attributes, which no text may change. */
const tagsIn = (page: string) =>
  [...page.matchAll(/<[a-z/!][^>"]*(?:"[^"]*"[^>"]*)*>/gi)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'));

const hostile = [
  '<script>',
  '</main>',
  '"onload="x',
  "'",
  '&lt;',
  '\u202e',
  '\u001b[31m',
  '\r\n',
  '<!--',
  '>',
  '=',
  ' ',
  'a',
  '<svg/onload=x>',
];

it('has the same tags whatever texts of others say, and nothing that moves or hides text', () => {
  const expected = tagsIn(drawn('a'));
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...hostile), {minLength: 1, maxLength: 8}).map(parts => `a${parts.join('')}`),
    fc.string({unit: anyCharacter}).map(text => `a${text}`),
  );
  forAll({numRuns: 200}, texts, text => {
    const page = drawn(text);
    expect(tagsIn(page)).toEqual(expected);
    expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u200F\uFEFF]/u);
  });
});

it('has a script below 4 KB', () => expect(Buffer.byteLength(pageScript)).toBeLessThan(4096));
