import {stripVTControlCharacters} from 'node:util';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {Blocks} from '../../../screens/kit/ink.js';
import {narrate} from '../../../screens/kit/narrate.js';
import {defaultKeys} from '../../../screens/terminal/bindings.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import type {Block} from '../../../src/views/block.js';

const steps: Block = {
  kind: 'steps',
  id: 'steps',
  importance: 'standing',
  steps: ['stop', 'count', 'print'],
  now: 2,
  said: 'Step 2 of 3, count.',
};

test('steps are drawn with what is done, what is being done, and what comes', () => {
  const room = {language: 'en', columns: 60, height: 3, styles: stylesFor({}), range: () => ''} as const;
  const frame = renderToString(<Blocks blocks={[steps]} room={room} />, {columns: 60});
  expect(stripVTControlCharacters(frame).trim()).toBe('✓ stop  ▸ 2 count  3 print');
});

test('the step is said, and all of them where a key changes nothing', () =>
  expect(narrate([steps], {language: 'en', keys: defaultKeys}, '').facts).toMatchObject([
    {kind: 'standing', text: 'Step 2 of 3, count.'},
    {kind: 'detail', text: '1 stop; 2 count; 3 print.'},
  ]));
