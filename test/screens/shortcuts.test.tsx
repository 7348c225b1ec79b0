import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {bindingHelp, bindingIds, bindings, defaultKeys, footerParts} from '../../screens/terminal/bindings.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {walk} from '../walk.js';
import {openShop} from './open.js';

test('every action can be reached by a letter, a digit, ?, an arrow, Tab, Enter or Esc', () => {
  const plain = /^(?:[a-z0-9?]|up|down|left|right|tab|enter|escape)$/;
  for (const id of bindingIds) {
    // Ctrl-C is one more way to leave; q is the letter for it. The palette leads to what has a letter already, and to the lock,
    // which must work where letters are typed.
    if (id !== 'interrupt' && id !== 'palette' && id !== 'lock')
      expect(
        bindings[id].keys.some(key => plain.test(key)),
        id,
      ).toBe(true);
  }
});

describe('a shop’s own keys', () => {
  test('stand in the place of the usual ones in the footer and the help', () => {
    const keys = keymapOf({check: ['C', 'z'], choose: ['page-up', 'page-down']});
    const texts = {language: 'en', keys} as const;
    expect(footerParts(['check', 'choose', 'help'], texts, 80).map(({key}) => key)).toEqual(['c', 'PgUp PgDn', '?']);
    const told = bindingHelp(texts).flatMap(({rows}) => rows);
    expect(told.filter(({text}) => text.startsWith('Check this payment now')).map(({key}) => key)).toEqual(['c', 'c']);
    expect(keymapOf({})).toEqual(defaultKeys);
  });

  test('may be shared by two actions that are never offered together', () =>
    expect(keymapOf({'set-aside': ['a'], 'other-attempt': ['a']})['set-aside']).toEqual(['a']));

  test('may move what leads on in the forms off Enter, beside lists that the same keys move through', async () => {
    expect(keymapOf({continue: ['page-down']}).continue).toEqual(['page-down']);
    const home = await mkdtemp(join(tmpdir(), 'duka-keys-'));
    onTestFinished(() => rm(home, {recursive: true, force: true}));
    await writeFile(join(home, 'settings.json'), JSON.stringify({shortcuts: {continue: ['page-down']}}));
    const shop = await openShop({home});
    await walk(shop, [
      ['', 'PgDn continue'],
      [['250', 'page-down'], /▸ Phone number/],
      [['escape escape', 'b'], /Enter select .*↑↓ select/],
      ['enter', /▸ Bank|▸ .*bank/i],
    ]);
  });

  test.each([
    ['an action that there is not', {fly: ['f']}, 'shortcuts', 'fly'],
    ['an action that nobody may move', {interrupt: ['x']}, 'shortcuts', 'interrupt'],
    ['a key that there is not', {check: ['f13']}, 'shortcuts.check', 'f13'],
    ['marks that turn the writing round', {check: ['\u202Ef13']}, 'shortcuts.check', 'f13'],
    ['a digit, which is typed', {check: ['1']}, 'shortcuts.check', '1'],
    ['a comma, which is typed', {check: [',']}, 'shortcuts.check', ','],
    ['a key of the line editor', {pending: ['left']}, 'shortcuts.pending', 'left'],
    ['a control key', {check: ['ctrl-c']}, 'shortcuts.check', 'ctrl-c'],
    ['no key at all', {check: []}, 'shortcuts.check', ''],
    ['one key twice', {check: ['c', 'c']}, 'shortcuts.check', 'c c'],
    ['only a letter where letters are text', {send: ['y']}, 'shortcuts.send', 'y'],
    ['fewer directions than there are', {select: ['up', 'down']}, 'shortcuts.select', 'up down'],
    ['a key of another action of the screen', {check: ['e']}, 'shortcuts.check', 'e (evidence)'],
    ['a key of an action of every screen', {check: ['?']}, 'shortcuts.check', '? (help)'],
    ['one key for two', {evidence: ['z'], slip: ['z']}, 'shortcuts.evidence', 'z (slip)'],
    ['the key of what it stood beside', {'next-sale': ['n']}, 'shortcuts.next-sale', 'n (send-again)'],
  ])('cannot be %s', (_, shortcuts, name, value) =>
    expect(() => keymapOf(shortcuts as never)).toThrow(
      expect.objectContaining({code: 'setting-invalid', facts: {name, value}}),
    ),
  );

  test('are obeyed, and told of where a sentence names them', async () => {
    const home = await mkdtemp(join(tmpdir(), 'duka-keys-'));
    onTestFinished(() => rm(home, {recursive: true, force: true}));
    const shortcuts = {pending: ['ß'], 'set-aside': ['a'], choose: ['page-up', 'page-down'], 'keep-waiting': ['tab']};
    await writeFile(join(home, 'settings.json'), JSON.stringify({shortcuts}));
    const shop = await openShop({home});
    await walk(shop, [
      ['', 'Pending ß'],
      ['w', 'New sale'],
      ['tab tab page-down', 'chosen by you'],
      ['escape'],
      [() => shop.sale('100', '0712345102'), 'a another way'],
      ['a', 'Stop waiting and try another way?', 'Tab keep waiting'],
      [['tab', 'ß'], /Pending\s+1/],
      ['?another choice', /PgUp PgDn +Another choice/],
    ]);
  });
});
