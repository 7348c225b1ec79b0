import fc from 'fast-check';
import {Text} from 'ink';
import {expect, test} from 'vitest';
import {endLostPastes, type Key, useKeyboard} from '../../screens/terminal/keyboard.js';
import {
  codeRules,
  editLine,
  emptyLine,
  expiryRules,
  numberRules,
  textOf,
  textRules,
} from '../../screens/terminal/line.js';
import {fit} from '../../src/core/text/width.js';
import {draw, turn} from '../screens/open.js';
import {hostileText} from './mutations.js';
import {patience, runs} from './runs.js';

function Listener({hear}: {readonly hear: (key: Key) => void}) {
  useKeyboard(hear);
  return <Text>ready</Text>;
}

/** What a keyboard, a scanner, a hostile barcode or a bad link may send; the last ends whatever was begun. */
const sent = fc.oneof(
  hostileText,
  fc.constantFrom(
    '\u001B',
    '\u001B[',
    '\u001B[2',
    '\u001BO',
    '\u001B[A',
    '\u001B[M !!',
    '\u001B[?1;2c',
    '\u001B[<0;1;1M',
    '\u001B]52;c;?\u0007',
  ),
  fc.constantFrom(
    '\u001B[200~',
    '\u001B[201~',
    '\u001B[200~1\r\u0003\u001B[2J\u001B[201~',
    '\r',
    '\n',
    '\r\n',
    '\u0000',
    '\u0003',
    '\u001A',
  ),
  fc.constantFrom('2547', '12.50', '👨‍👩‍👧', 'é', '٣', '１'),
);

test(
  'no stream of bytes ends the keyboard, and no text that it gives can do harm',
  async () => {
    const heard: Key[] = [];
    const {type, close, screen} = await draw(<Listener hear={key => heard.push(key)} />);
    await fc.assert(
      fc.asyncProperty(fc.array(sent, {maxLength: 8}), async pieces => {
        heard.length = 0;
        for (const piece of pieces) if (piece !== '') await type(piece);
        await type('\u001B[201~');
        await turn();
        for (const key of heard) {
          if (key.kind === 'press') continue;
          expect(key.text).not.toMatch(/[\p{Cc}]/u);
          expect(fit(key.text, 30)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        }
        for (const rules of [numberRules, codeRules, expiryRules, textRules]) {
          const line = heard.reduce((before, key) => editLine(before, key, rules), emptyLine);
          expect(textOf(line).length).toBeLessThanOrEqual(rules.longest);
          expect(textOf(line)).not.toMatch(/\p{Cc}/u);
        }
        expect(screen()).toContain('ready');
      }),
      runs(120, 20_000),
    );
    heard.length = 0;
    await type('\u0003');
    await turn();
    expect(heard.at(-1)).toMatchObject({kind: 'press', name: 'ctrl-c'});
    close();
  },
  patience,
);

test(
  'whatever begins a paste, it is ended, once',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sent, {maxLength: 6}), async pieces => {
        const chunks: (string | null)[] = [...pieces.filter(piece => piece !== ''), '\u001B[200~12', null];
        const given: string[] = [];
        const stdin = {read: () => chunks.shift() ?? null, unshift: (chunk: string) => void given.push(chunk)};
        endLostPastes(stdin, 0);
        while (chunks.length > 0) stdin.read();
        await expect.poll(() => given, {interval: 1}).toEqual(['\u001B[201~']);
      }),
      runs(30, 2000),
    );
  },
  patience,
);
