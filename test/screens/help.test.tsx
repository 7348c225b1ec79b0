import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
  actionOf,
  type BindingId,
  bindingHelp,
  bindingIds,
  bindings,
  bindingsMarkdown,
  defaultKeys,
  footerParts,
  keyText,
} from '../../screens/terminal/bindings.js';
import {languages, messages} from '../../src/core/messages/messages.js';
import {forAll} from '../hostile/runs.js';
import {walk} from '../walk.js';
import {openShop} from './open.js';

const english = {language: 'en', keys: defaultKeys} as const;
const french = {language: 'fr', keys: defaultKeys} as const;

test('the help comes from the table of keys, on every screen, and goes back to it', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['12?', 'Only ✓ PAID means that goods may be handed over.'],
    ['escape', 'KES 12▌'],
    ['escape'],
    [() => shop.sale('100', '0712345102')],
    [['?', 'end'], 'Leaving never cancels a payment'.slice(0, 7)],
  ]);
  const last = shop.screen();
  await shop.press('up');
  expect(shop.screen()).not.toBe(last);
  await shop.type('?');
  await shop.sees('? WAITING FOR CUSTOMER');
});

test('help is offered where its key asks for it, and not where that is only a letter', async () => {
  const shop = await openShop();
  await walk(shop, [
    ['t', '? help'],
    ['enter', /▸ Your name +▌/, {not: '? help'}],
    ['?', /▸ Your name +\?▌/],
    ['tab', /▸ Float KES/, '? help'],
    ['?', 'Only ✓ PAID means that goods may be handed over.'],
  ]);
});

test('every key is told of, in both languages, and in the README’s words', () => {
  const count = Object.values(bindings).reduce((sum, {groups}) => sum + groups.length, 0) - 1; // do-leave goes without saying
  for (const language of ['en', 'fr'] as const) {
    const rows = bindingHelp({language, keys: defaultKeys}).flatMap(group => group.rows);
    expect(rows).toHaveLength(count);
    for (const {key, text} of rows) expect([key.length > 0, text.length > 3]).toEqual([true, true]);
    expect(bindingsMarkdown(language).match(/^\| `/gm)).toHaveLength(count);
  }
});

test('a key has its meaning in either case; a paste has none', () => {
  expect(actionOf(['pending'], {kind: 'text', text: 'W'}, defaultKeys)?.action).toBe('pending');
  expect(actionOf(['pending'], {kind: 'paste', text: 'w'}, defaultKeys)).toBeUndefined();
  expect(actionOf(['send', 'next-sale'], {kind: 'press', name: 'enter'}, defaultKeys)?.action).toBe('send');
  expect([keyText('choose', english), keyText('scroll', french), keyText('send', french)]).toEqual([
    '←→',
    '↑↓',
    'Entrée',
  ]);
});

test('a footer has the first keys that have room, and always the help', () => {
  const offered = [
    'continue',
    'next-field',
    'previous-field',
    'pending',
    'more',
    'leave',
    'help',
    'interrupt',
  ] as const;
  expect(footerParts(offered, english, 200).map(({key}) => key)).toEqual(['Enter', 'Tab', 'w', 'm', 'q', '?']);
  expect(footerParts(offered, english, 30).map(({key, word}) => `${key} ${word}`.trim())).toEqual([
    ...['Enter continue', 'Tab next', '?'],
  ]);
});

test('a footer that is narrow leaves out a word, and cuts no key', () => {
  const texts = {language: 'fr', keys: defaultKeys} as const;
  for (const [offered, said] of [
    [['write-down', 'next-field', 'back', 'palette'], 'Entrée enregistrer  Échap  Ctrl-P'],
    [['take-cash', 'back'], 'Entrée encaisser  Échap retour'],
    [['take-cash', 'next-field', 'choose', 'back', 'palette', 'help'], 'Entrée encaisser  Échap  Ctrl-P  ?'],
  ] as const)
    expect(
      footerParts(offered as readonly BindingId[], texts, 39)
        .map(({key, word}) => `${key} ${word}`.trim())
        .join('  '),
    ).toBe(said);
});

test('a footer says the way to the next customer beside a code that is asked for', () => {
  const offered = ['send-code', 'set-aside', 'check', 'evidence', 'slip', 'next-customer', 'help', 'palette'] as const;
  for (const language of languages)
    for (const width of [40, 60])
      expect(footerParts(offered, {language, keys: defaultKeys}, width).map(({key}) => key)).toContain(
        language === 'fr' ? 'Échap' : 'Esc',
      );
});

test('every action is in the footer, or the way to all of them is, at any width and in every language', () => {
  const offer = fc.subarray([...bindingIds], {minLength: 1, maxLength: 30});
  forAll(offer, fc.constantFrom(...languages), fc.integer({min: 40, max: 200}), (ids, language, width) => {
    const offered = [...new Set<BindingId>([...ids, 'help', 'palette'])];
    const texts = {language, keys: defaultKeys};
    const words = messages(language).key.does;
    const shown = footerParts(offered, texts, width);
    const isShown = (id: BindingId) =>
      shown.some(({key, word}) => key === keyText(id, texts) && (word === words[id].short || word === ''));
    const usual = offered.filter(id => bindings[id].isQuiet !== true && bindings[id].isOverflow !== true);
    expect(usual.every(isShown) || isShown('palette')).toBe(true);
  });
});
