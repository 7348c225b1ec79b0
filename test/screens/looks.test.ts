import {expect, test} from 'vitest';
import {stylesFor} from '../../screens/terminal/styles.js';
import {type Badge, glyphs} from '../../src/core/payment/badge.js';

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

const badges = Object.keys(glyphs) as Badge[];

/** Which of the badges are drawn alike. */
function alike(styles: readonly (readonly [Badge, object])[]): readonly string[] {
  const groups = Map.groupBy(styles, ([, style]) => JSON.stringify(style));
  return [...groups.values()].filter(group => group.length > 1).map(group => group.map(([badge]) => badge).join(' '));
}

test.each(['auto', 'dark', 'light'] as const)(
  'what waits is no lost answer, nor is either paid, in a %s theme',
  theme => {
    const styles = stylesFor({}, theme);
    const blocks = badges.map(badge => [badge, styles[`${badge}-block`]] as const);
    expect(alike(blocks)).toEqual([
      'given-back sending with-provider',
      'not-paid reversed',
      'needs-person amount-differs',
    ]);
    expect(styles['waiting-block'].backgroundColor).toBe('yellow');
    const coloured = badges.map(badge => [badge, styles[badge]] as const).filter(([, {color}]) => color !== undefined);
    expect(alike(coloured)).toEqual(['not-paid reversed', 'needs-person amount-differs']);
  },
);
