import fc from 'fast-check';
import {Text} from 'ink';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {endLostPastes, type Key, useKeyboard} from '../../screens/terminal/keyboard.js';
import {editLine, emptyLine, type Line, lineOf, numberRules, textOf, textRules} from '../../screens/terminal/line.js';
import {draw, turn} from './open.js';

// However slow the machine is, an Esc and what follows it come together: the wait for more bytes does not end here.
beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
afterEach(() => void vi.useRealTimers());

/** Bytes of a terminal, and the keys that they stand for. */
const tokens: readonly (readonly [string, readonly string[]])[] = [
  ['5', ['5']],
  ['0712345678', ['0712345678']],
  ['é', ['é']],
  ['Adébáyọ̀', ['Adébáyọ̀']],
  ['👨‍👩‍👧', ['👨‍👩‍👧']],
  ['東京', ['東京']],
  ['\r\n', ['<enter>']],
  ['\t', ['<tab>']],
  ['\u001B[Z', ['<shift-tab>']],
  ['\u007F', ['<backspace>']],
  ['\u001B[D', ['<left>']],
  ['\u001B[C', ['<right>']],
  ['\u001B[H', ['<home>']],
  ['\u001B[F', ['<end>']],
  ['\u001B[3~', ['<delete>']],
  ['\u001B[200~12\r34\u001B[201~', ['<paste 12 34>']],
  ['\u001B[200~\u202E00\u200B2\u2066\u2029KES\u001B[201~', ['<paste 002 KES>']],
  ['\u202A\uFEFF', []],
  ['\u202Eab\u200Bc', ['abc']],
];

type Typed = {readonly line: Line; readonly submits: readonly string[]};

function typed(before: Typed, key: Key): Typed {
  if (key.kind === 'press' && key.name === 'enter') {
    return {line: emptyLine, submits: [...before.submits, textOf(before.line)]};
  }
  return {...before, line: editLine(before.line, key)};
}

function Listener({hear}: {readonly hear: (key: Key) => void}) {
  useKeyboard(hear);
  return <Text>ready</Text>;
}

async function listening() {
  const heard: Key[] = [];
  return {heard, ...(await draw(<Listener hear={key => heard.push(key)} />))};
}

const shown = (key: Key): string => {
  if (key.kind === 'press') return `<${key.name}>`;
  return key.kind === 'paste' ? `<paste ${key.text}>` : key.text;
};

test('however the bytes are cut, the same text and the same submits', async () => {
  const {heard, type, close} = await listening();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...tokens), {maxLength: 12}),
      fc.array(fc.nat(), {maxLength: 8}),
      async (sequence, cuts) => {
        heard.length = 0;
        const text = sequence.map(([bytes]) => bytes).join('');
        const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort((a, b) => a - b);
        for (const [at, from] of [0, ...places].entries()) {
          const part = text.slice(from, [...places, text.length][at]);
          if (part !== '') await type(part);
        }
        await turn();
        const expected = sequence.flatMap(([, keys]) => keys).join('');
        expect(heard.map(shown).join('')).toBe(expected);
        const whole = heard.reduce(typed, {line: emptyLine, submits: []});
        const apart = heard
          .flatMap((key): Key[] =>
            key.kind === 'text' ? [...key.text].map(letter => ({...key, text: letter})) : [key],
          )
          .reduce(typed, {line: emptyLine, submits: []});
        expect(apart).toEqual(whole);
      },
    ),
    {numRuns: 300},
  );
  close();
});

test('a scan and its Enter are one chunk; the next key is another', async () => {
  const {heard, type} = await listening();
  await type('5901234123457\r');
  await type('\r');
  expect(heard.map(shown)).toEqual(['5901234123457', '<enter>', '<enter>']);
  expect(heard[0]?.chunk).toBe(heard[1]?.chunk);
  expect(heard[2]?.chunk).not.toBe(heard[1]?.chunk);
});

test('a number field takes what numbers are made of, and a paste as it is', () => {
  const key = (text: string, kind: 'text' | 'paste' = 'text') => ({kind, text}) as const;
  expect(textOf(editLine(emptyLine, key('a1 250,00x'), numberRules))).toBe('1 250,00');
  expect(textOf(editLine(emptyLine, key('KES 1e5', 'paste'), numberRules))).toBe('KES 1e5');
  expect(textOf(editLine(lineOf('1'.repeat(39)), key('234'), numberRules))).toHaveLength(40);
});

test.each<[string, Line, Line]>([
  ['ctrl-u', {before: 'sugar and ', after: 'tea'}, {before: '', after: 'tea'}],
  ['ctrl-u', {before: '', after: 'tea'}, {before: '', after: 'tea'}],
  ['ctrl-w', {before: 'sugar and ', after: 'tea'}, {before: 'sugar ', after: 'tea'}],
  ['ctrl-w', {before: 'Adébáyọ̀ 👨‍👩‍👧東京', after: ''}, {before: 'Adébáyọ̀ ', after: ''}],
  ['ctrl-w', {before: '', after: 'tea'}, {before: '', after: 'tea'}],
  ['ctrl-a', {before: 'sugar', after: ' tea'}, {before: '', after: 'sugar tea'}],
  ['home', {before: 'sugar', after: ' tea'}, {before: '', after: 'sugar tea'}],
  ['ctrl-e', {before: 'sugar', after: ' tea'}, {before: 'sugar tea', after: ''}],
  ['end', {before: 'sugar', after: ' tea'}, {before: 'sugar tea', after: ''}],
  ['ctrl-x', {before: 'sugar', after: ' tea'}, {before: 'sugar', after: ' tea'}],
])('%s edits a line: %j', (name, before, after) => {
  for (const rules of [textRules, numberRules])
    expect(editLine(before, {kind: 'press', name, chunk: 0}, rules)).toEqual(after);
});

test('the keys that edit a line come from a terminal, in a field of a till', async () => {
  const {heard, type, close} = await listening();
  await type('\u0001\u0005\u0015\u0017');
  expect(heard.map(shown)).toEqual(['<ctrl-a>', '<ctrl-e>', '<ctrl-u>', '<ctrl-w>']);
  close();
});

test('a paste without an end is ended', async () => {
  const chunks = ['\u001B[200~59', '01', null];
  const given: string[] = [];
  const stdin = {read: () => chunks.shift() ?? null, unshift: (chunk: string) => void given.push(chunk)};
  endLostPastes(stdin, 5);
  expect([stdin.read(), stdin.read(), stdin.read()]).toEqual(['\u001B[200~59', '01', null]);
  await vi.advanceTimersByTimeAsync(5);
  expect(given).toEqual(['\u001B[201~']);
});

test('an Esc that a slow link brings together with a paste is an Esc, and the paste a paste', async () => {
  const {heard, type, close} = await listening();
  const chunks = ['12\u001B\u001B[200~350\u001B[201~', null];
  const stdin = {read: () => chunks.shift() ?? null, unshift: () => undefined};
  endLostPastes(stdin);
  await type(String(stdin.read()));
  expect(heard.map(shown)).toEqual(['12', '<escape>', '<paste 350>']);
  close();
});
