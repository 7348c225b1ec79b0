import {expect, test, vi} from 'vitest';

// Colours are decided when they are first asked for; a test has no terminal that could be asked.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

const {openShop} = await import('./open.js');
const {stylesFor} = await import('../../screens/terminal/styles.js');
const colours = /\u001B\[(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)(?:;\d+)*m/;

test('colours repeat what a glyph and a word say', async () => {
  const shop = await openShop();
  await shop.sale('100', '0712345678');
  await shop.sees('? NOT KNOWN YET');
  expect(shop.raw()).toMatch(colours);
});

test('NO_COLOR names no colour, and what is marked stays marked', async () => {
  const shop = await openShop({environment: {NO_COLOR: '1'}});
  await shop.sale('100', '0712345102');
  await shop.sees('? NOT KNOWN YET');
  expect(shop.raw()).not.toMatch(colours);
  await shop.press('escape');
  await shop.type('w');
  await shop.sees(/▸▏ +0:0\d KES +100\.00/);
  expect(shop.raw()).not.toMatch(colours);
  expect(shop.raw()).toContain('\u001B[7m');
});

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
  expect([styles['not-known'].color, styles['not-known-block'].color]).toEqual([text, block]);
  const blocks = (['paid', 'not-paid', 'not-known', 'needs-person', 'problem'] as const).map(
    name => styles[`${name}-block`],
  );
  for (const {color, backgroundColor, inverse} of blocks)
    expect((color !== undefined && backgroundColor !== undefined) !== (inverse === true)).toBe(true);
});
