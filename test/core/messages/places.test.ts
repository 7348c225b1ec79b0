import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';

const said = (language: string, area: string) =>
  JSON.parse(readFileSync(`messages/${language}/${area}.json`, 'utf8')) as Readonly<Record<string, string>>;

/** The page of the settings on which is done what a command does; undefined for all of them. */
const pages = [
  [/duka settings (?:set|accept)/, undefined],
  [/duka mail password|mail\.host/, 'receipts'],
  [/duka (?:join|leave)\b/, 'office'],
] as const;

/** What is said before the screens are there. */
const ofCommandsOnly = ['settings-send-elsewhere'];

test.each(languages)('a problem that names a command names the page that does the same: %s', language => {
  const {title = '', ...words} = said(language, 'settings-screen');
  const lacking = Object.entries(said(language, 'problem')).flatMap(([code, sentence]) => {
    const needed = pages.flatMap(([command, page]) =>
      command.test(sentence) ? [title, ...(page === undefined ? [] : [words[`pages.${page}`] ?? code])] : [],
    );
    return ofCommandsOnly.includes(code) || needed.every(word => sentence.includes(word)) ? [] : [code];
  });
  expect(lacking).toEqual([]);
});
