import {expect, test} from 'vitest';
import {stylesFor} from '../../screens/terminal/styles.js';

test.each([
  ['nothing is known', {}, 'auto', undefined, 'black'],
  ['it is said to be dark', {}, 'dark', 'yellow', 'black'],
  ['it is said to be light', {}, 'light', undefined, 'black'],
  ['the terminal says so of itself: dark', {COLORFGBG: '15;0'}, 'auto', 'yellow', 'black'],
  ['the terminal says so of itself: light', {COLORFGBG: '0;default;15'}, 'auto', undefined, 'black'],
  ['the shop knows better than the terminal', {COLORFGBG: '15;0'}, 'light', undefined, 'black'],
  ['the shop wants no colours', {NO_COLOR: '1', COLORFGBG: '15;0'}, 'dark', undefined, undefined],
] as const)('amber is text only where it can be read: %s', (_, environment, theme, text, block) => {
  const styles = stylesFor(environment, theme);
  expect([styles.waiting.color, styles['waiting-block'].color]).toEqual([text, block]);
  const blocks = (['paid', 'not-paid', 'waiting', 'needs-person', 'problem'] as const).map(
    name => styles[`${name}-block`],
  );
  for (const {color, backgroundColor, inverse} of blocks)
    expect((color !== undefined && backgroundColor !== undefined) !== (inverse === true)).toBe(true);
});
