import {expect, it} from 'vitest';
import {languages, messages} from '../../src/core/messages/messages.js';
import {settingNames} from '../../src/core/technical/setting-table.js';
import {isTillsOwn, mailPassword, settingMeaning} from '../../src/core/technical/settings.js';
import {withSetting} from '../../store/settings.js';

const names = settingNames().filter(name => !isTillsOwn(name));

it.each(languages)('every setting says what it is for in %s, and its example can be typed', language => {
  const {setting: words} = messages(language);
  const meanings = names.map(name => [name, settingMeaning(name, words)] as const);
  expect(meanings.filter(([, meaning]) => meaning === undefined)).toEqual([]);
  for (const [name, meaning] of meanings)
    for (const example of meaning?.example?.split(' · ') ?? [])
      expect(
        () => withSetting({printer: {address: '192.168.1.9'}}, name, example, {country: 'KE', language: 'en'}),
        name,
      ).not.toThrow();
});

it('no setting that there is not says what it is for', () => {
  const {setting: words} = messages('en');
  const pathsIn = (part: object, path: readonly string[] = []): readonly string[] =>
    Object.entries(part).flatMap(([name, inner]) =>
      typeof inner === 'string' ? [path.join('.')] : pathsIn(inner as object, [...path, name]),
    );
  const said = pathsIn(words);
  const known = new Set([...names, mailPassword].flatMap(name => [name, name.split('.')[0] ?? '']));
  expect(said.filter(name => !known.has(name))).toEqual([]);
  expect(settingMeaning('keyboard', words)).toBeUndefined();
});
