import {describe, expect, it} from 'vitest';
import {askedLanguage} from '../../../src/core/messages/asked-language.js';
import {choice, count, numberText, plural, text} from '../../../src/core/messages/blanks.js';
import {failureCause} from '../../../src/core/messages/cause.js';
import {
  fillFrom,
  groupMarkOf,
  isLanguage,
  type Language,
  languageAsked,
  languages,
  loadedLanguages,
  loadMessages,
  messages,
} from '../../../src/core/messages/messages.js';
import {approvalText, problemText, withHeadings} from '../../../src/core/present/problem-text.js';
import {Problem} from '../../../src/core/problem.js';
import {noStaff} from '../../../src/core/staff/staff.js';

describe('the language', () => {
  const [here = ''] = Intl.DateTimeFormat().resolvedOptions().locale.split('-');

  it.each<[what: string, asked: string | undefined, spoken: readonly string[], wanted: string]>([
    ['the one that was asked for', 'tlh', ['qya', here, 'tlh'], 'tlh'],
    ['that of the machine where none was', undefined, ['qya', here], here],
    ['that of the machine where nobody speaks it', 'sjn', ['qya', here], here],
    ['the first of all where nobody speaks that of the machine', 'sjn', ['qya', 'tlh'], 'qya'],
  ])('is %s', (_, asked, spoken, wanted) =>
    expect(askedLanguage(asked, Object.fromEntries(spoken.map(each => [each, 1])))).toBe(wanted),
  );

  it('is one that the till speaks', () => {
    expect(languages.map(languageAsked)).toEqual(languages);
    expect(() => askedLanguage('en', {})).toThrow('no language is spoken');
  });

  it.each([
    ['en', true],
    ['pt', true],
    ['EN', false],
    ['', false],
    ['toString', false],
    [undefined, false],
  ])('%j is one of them: %s', (asked, expected) => expect(isLanguage(asked)).toBe(expected));

  it('is loaded once, and an error before', async () => {
    const before = messages('fr');
    await loadMessages('fr', 'en');
    expect(messages('fr')).toBe(before);
    expect(loadedLanguages().toSorted()).toEqual(languages.toSorted());
    expect(() => messages('tlh' as Language)).toThrow('the messages of tlh are not loaded');
  });

  it('has its mark between thousands', () => {
    for (const language of languages) expect(groupMarkOf(language)).toBe(messages(language).intl.groupMark);
  });
});

describe('a blank', () => {
  const english = {tag: 'en', decimalMark: '.', groupMark: ','};
  const german = {tag: 'de', decimalMark: ',', groupMark: '.'};

  it.each([
    ['0', '0', '0'],
    ['999', '999', '999'],
    ['1000', '1,000', '1.000'],
    ['-1234567.05', '−1,234,567.05', '−1.234.567,05'],
    ['0.1234', '0.1234', '0,1234'],
  ])('%s is written %s or %s', (decimal, one, other) =>
    expect([numberText(decimal, english), numberText(decimal, german)]).toEqual([one, other]),
  );

  it('is a count or a text, which is cleaned', () => {
    expect(count(english, 1234)).toBe('1,234');
    expect([text(1234), text('a\u0007b'), text('x'.repeat(300)).length]).toEqual([
      '1234',
      expect.not.stringMatching(/\u0007/),
      200,
    ]);
  });

  const forms = {'=0': () => 'none', one: () => 'one', other: () => 'many'};

  it.each([
    [0, 'none'],
    [1, 'one'],
    [2, 'many'],
  ])('of %i things has the form %s', (value, form) => {
    expect(plural(english, value, forms)).toBe(form);
    expect(plural(english, value, {other: forms.other})).toBe('many');
  });

  it.each([
    ['one', 'one'],
    ['two', 'many'],
  ])('with the choice %s has the form %s', (value, form) => expect(choice(value, forms)).toBe(form));
});

it.each([
  ['unreachable', 'ENOSPC', messages('en').cause.full],
  ['unreachable', 'CERT_SOMETHING', messages('en').cause.untrusted],
  ['unreachable', 'ERR_TLS_SOMETHING', messages('en').cause.insecure],
  ['unreachable', 'HPE_SOMETHING', messages('en').cause.unreadable],
  ['declined', 'ENOSPC', 'ENOSPC'],
])('a request that failed, %s, with %s, did so because: %s', (reason, said, cause) =>
  expect(failureCause({reason, text: said}, 'en')).toBe(cause),
);

it('fills a sentence that a code selects, with commas in a list', () => {
  const sentence = ((facts: object) => JSON.stringify(facts)) as never;
  expect(fillFrom('plain', {a: 1})).toBe('plain');
  expect(fillFrom(sentence, {a: 1, b: 'x'})).toBe('{"a":1,"b":"x"}');
  expect(fillFrom(sentence, {a: ['x', 'y'], b: 2, c: 'z'})).toBe('{"a":"x, y","b":2,"c":"z"}');
});

describe('a problem', () => {
  const said = (problem: Problem) => problemText(problem, 'en').replaceAll('\u00A0', ' ');
  const {staff, country, journalFlaw} = messages('en');

  it('about a file leaves out the headings that it does not have', () => {
    const sentence = ((facts: {headings: string}) => `No amount. It seems to have: ${facts.headings}.`) as never;
    expect(withHeadings(sentence, {headings: 'a, b'})).toBe('No amount. It seems to have: a, b.');
    expect(withHeadings(sentence, {headings: ''})).toBe('No amount.');
  });

  it('is told in words, not in codes', () => {
    expect(said(new Problem('not-allowed', {name: 'Dara', verb: 'refund'}))).toContain(staff.verbs.refund);
    expect(said(new Problem('approval-needed', {verb: 'discount'}))).toContain(staff.verbs.discount);
    const damaged = new Problem('journal-damaged', {segment: '2026-11-20', line: 7, why: 'torn'});
    expect(said(damaged)).toContain(journalFlaw.torn);
    const other = new Problem('network-of-another-country', {network: 'MTN', country: 'KE', other: 'UG'});
    expect(said(other)).toContain(country.KE);
    expect(said(other)).toContain(country.UG);
    const elsewhere = new Problem('network-unknown', {network: 'KE', country: 'XX'});
    expect(said(elsewhere)).toMatch(/KE.*XX/);
  });
});

it('an approval of somebody who works here no more names the number', () => {
  const action = {verb: 'staff', facts: {}, told: () => [{person: 7}, {text: 'a\u0007b'}]} as const;
  expect(approvalText(action, noStaff, 'en')).toMatch(/^7 · a.?b$/);
  expect(approvalText({verb: 'staff', facts: {}}, noStaff, 'en')).toBe('');
});
