import {stripVTControlCharacters} from 'node:util';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {type Filled, fieldBlocks} from '../../../screens/kit/form.js';
import {Blocks} from '../../../screens/kit/ink.js';
import {narrate} from '../../../screens/kit/narrate.js';
import {defaultKeys} from '../../../screens/terminal/bindings.js';
import {codeRules, lineOf, secretLine, textRules} from '../../../screens/terminal/line.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {Secret} from '../../../src/core/text/secret.js';

const ear = {language: 'en', keys: defaultKeys} as const;

function drawn(blocks: Parameters<typeof narrate>[0], height: number): readonly string[] {
  const room = {language: 'en', columns: 60, height, styles: stylesFor({}), range: () => ''} as const;
  const frame = renderToString(<Blocks blocks={blocks} room={room} />, {columns: 60});
  return stripVTControlCharacters(frame)
    .split('\n')
    .map(line => line.trimEnd());
}

test('of a secret the eye has dots and the ear what is spoken of it, and no block holds it', () => {
  const secret = Secret.of('739148');
  const line = secretLine(secret);
  const blocksWith = (focus: string, spoken: string) => {
    const state: Filled = {lines: {pin: line}, focus, kept: undefined, wrong: undefined};
    const pin = {id: 'pin', label: 'PIN', rules: codeRules, typing: lineOf('••• •••'), shown: '••• ••8', spoken};
    return fieldBlocks([pin, {id: 'other', label: 'Other', rules: textRules}], state, ear);
  };
  const typing = blocksWith('pin', '6 digits');
  expect(typing[0]).toMatchObject({line: {before: '••• •••', after: ''}});
  expect(typing.flatMap(block => (block.kind === 'field' ? Object.keys(block.line) : []))).not.toContain('secret');
  expect(narrate(typing, ear, '').prompt).toBe('PIN, 6 digits:');
  expect(drawn(typing, 3)[0]).toContain('••• •••▌');
  const left = blocksWith('other', '6 digits, not shown');
  expect(narrate(left, ear, '').facts.map(({text}) => text)).toEqual(['PIN: 6 digits, not shown.']);
  expect(drawn(left, 3)[0]).toContain('••• ••8');
});
