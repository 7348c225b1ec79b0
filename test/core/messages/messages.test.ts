import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {customerSentences, fill, type Language, languages, messages} from '../../../src/core/messages/messages.js';
import {widthOf, wrap} from '../../../src/core/text/width.js';
import {anyCharacter} from '../../any-character.js';
import {forAll} from '../../hostile/runs.js';

/** Every sentence with its path; a blank shows its own name. */
function sentences(branch: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof branch === 'string') return [[path, branch]];
  if (typeof branch === 'function') return [[path, String(branch(named))]];
  return Object.entries(branch as object).flatMap(([name, inner]) =>
    sentences(inner, path === '' ? name : `${path}.${name}`),
  );
}
const named = new Proxy({}, {get: (_, name) => `{${String(name)}}`});

/** Words for which `messages/README.md` has another, and the sentences in which they mean something else. */
const rejected: Readonly<Partial<Record<Language, {readonly words: RegExp; readonly but?: RegExp}>>> = {
  en: {words: /\bmachines?\b/i},
  fr: {words: /\bmachines?\b/i},
  pt: {words: /\bjournal\b|acç|ecç|\bobject|\bactual|\b(in)?activ[oa]/i},
  sw: {words: /\b(tills?|ma?jarida|mashine(?! ya kadi))\b/i, but: /^setting\.merchantNumbers\.about$/},
};
const withoutCommands = (sentence: string) => sentence.replace(/\{[^}]*\}|--[\w-]+|“duka[^”]*”|\bduka( [a-z]+)+/g, '');

describe.each(languages)('the messages in %s', language => {
  const all = sentences(messages(language));

  it('have one word for one thing', () => {
    const {words, but} = rejected[language] ?? {};
    expect(all.filter(([path, sentence]) => !but?.test(path) && words?.test(withoutCommands(sentence)))).toEqual([]);
  });

  it('name every language in the help', () => {
    for (const other of languages) expect(messages(language).help.options.lang).toMatch(new RegExp(`\\b${other}\\b`));
  });

  it('fit where they are shown', () => {
    const {payment, key} = messages(language);
    const tooLong = (texts: readonly string[], most: number) => texts.filter(text => widthOf(text) > most);
    expect(tooLong(Object.values(payment.verdicts), 25)).toEqual([]);
    expect(
      tooLong(
        Object.values(key.does).map(({short}) => short),
        21,
      ),
    ).toEqual([]);
    expect(tooLong(Object.values(customerSentences[language]), 86)).toEqual([]);
  });

  it('have no problem that is longer than what a window of 80x24 shows of one', {tags: ['slow']}, () => {
    const problems = all.filter(([path]) => path.startsWith('problem.'));
    expect(problems.length).toBeGreaterThan(100);
    const shown = problems.map(
      ([path, text]) => [path, wrap(`✗ ${text.replaceAll(/\{\w+\}/gu, 'Duka la Akinyi')}`, 78)] as const,
    );
    expect(shown.filter(([, lines]) => lines.length > 5).map(([path]) => path)).toEqual([]);
  });

  it('have no double spaces within a sentence', () =>
    expect(all.filter(([, sentence]) => /[\p{L}.,:;] {2}\p{L}/u.test(sentence))).toEqual([]));

  it('are translated', () => {
    for (const other of languages.filter(each => each !== language)) {
      const theirs = new Map(sentences(messages(other)));
      const same = all.filter(([path, sentence]) => {
        const own = sentence.replaceAll(/\{\w+\}|[A-Z_]{2,}/g, '');
        return own.length > 25 && theirs.get(path) === sentence;
      });
      expect(same, other).toEqual([]);
    }
  });
});

it('fills each of several sentences with its own blanks', () => {
  const {titles, usage} = messages('en').help;
  const facts = {name: 'cash', command: 'duka'};
  const chosen = (isLong: boolean) => (isLong ? usage.missingArgument : titles.usage);
  expect(fill(chosen(true), facts)).toContain('cash');
  expect(fill(chosen(false), facts)).toBe(titles.usage);
});

it('never lets a fact move the cursor or break the line', () =>
  forAll(fc.string({unit: anyCharacter}), person => {
    const said = messages('en').shiftScreen.done.handedOver({person});
    expect(said).not.toMatch(/\p{Cc}|\u2028|\u2029|[\u202A-\u202E\u2066-\u2069]/u);
  }));
