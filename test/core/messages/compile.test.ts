import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {languages} from '../../../src/core/messages/messages.js';
import {compileMessages} from '../../../tools/compile-messages.js';

const folder = mkdtempSync(join(tmpdir(), 'duka-messages-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** The part of a file in every language, apart from the others, which would only take time. */
function copyOf(file: string): string {
  const source = mkdtempSync(join(folder, 'source-'));
  const part = basename(file);
  for (const language of languages) cpSync(join('messages', language, part), join(source, language, part));
  return source;
}

/** What the build says of the messages when somebody has changed a file. */
async function faultsAfter(file: string, change: (text: string) => string): Promise<string> {
  const source = copyOf(file);
  const path = join(source, file);
  const text = readFileSync(path, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(path, change(text));
  return compileMessages({source, target: join(folder, 'out')}).then(
    () => '',
    (error: Error) => error.message,
  );
}

const slips: readonly (readonly [name: string, file: string, from: RegExp | string, to: string, fault: RegExp])[] = [
  ['a lost sentence', 'fr/problem.json', / *"amount-missing".*\n/, '', /^fr: no sentence problem\.amount-missing$/m],
  ['a sentence that no other language has', 'sw/frame.json', '{', '{\n  "mine": "Yangu",', /no sentence frame\.mine/],
  [
    'an empty sentence',
    'sw/problem.json',
    /("amount-missing": )".*"/,
    '$1" "',
    /sw\/problem\.json amount-missing: empty/,
  ],
  ['a misspelt blank', 'sw/problem.json', '{country}', '{nchi}', /sw: problem\.\S+ lacks the blank \{country\}/],
  [
    'a blank of its own',
    'pt/spoken.json',
    '{amount}',
    '{amount} {shop}',
    /spoken\.paid lacks the blank \{shop\}, which another language has/,
  ],
  ['a lost plural form', 'fr/frame.json', /one \{[^}]*\} /, '', /fr\/frame\.json \S+: plural \{count\} lacks “one”/],
  ['a plural form of another language', 'en/frame.json', 'one {', 'few {', /en\/frame\.json \S+: .*few/],
  ['a lost brace', 'en/receipt.json', '{copy}', '{copy', /en\/receipt\.json copy: /],
  ['an apostrophe of the keyboard', 'fr/problem.json', '’', "'", /fr\/problem\.json \S+: ' is a quote/],
  [
    'a count as it comes',
    'en/frame.json',
    'other {#',
    'other {{count}',
    /en\/frame\.json \S+: \{count\} in its own plural/,
  ],
  [
    'a count without its formatter',
    'en/frame.json',
    '{count, number}',
    '{count}',
    /en\/frame\.json \S+: \{count\} is not written as the language writes numbers/,
  ],
  ['a sentence twice', 'en/receipt.json', '{', '{\n  "copy": "COPY {copy}",', /en\/receipt\.json copy: twice/],
  ['a formatter', 'en/receipt.json', '{copy}', '{copy, date}', /\{copy, date\} is no formatter of the till/],
  ['a style', 'en/receipt.json', '{copy}', '{copy, number, percent}', /\{copy, number\} has a style/],
  [
    'a choice where another language has a count',
    'en/frame.json',
    /"askedTimes|"recovered": ".*"/,
    '"recovered": "{count, select, one {A payment} other {Payments}} pending."',
    /frame\.recovered has \{count\} as a (?:choice|number), another language as a (?:choice|number)/,
  ],
];

describe('a translator’s slip ends the build', () => {
  it.each(slips)('%s', async (_, file, from, to, fault) =>
    expect(await faultsAfter(file, text => text.replace(from, to))).toMatch(fault),
  );
});

it('tells of every fault at once', async () => {
  const faults = await faultsAfter('fr/problem.json', text =>
    text.replace(/ *"amount-missing".*\n/, '').replace('{amount}', '{montant}'),
  );
  expect(faults).toMatch(
    /no sentence problem\.amount-missing[\s\S]*lacks the blank \{amount\}[\s\S]*faults in the messages$/,
  );
});

it('takes a draft as far as it goes', async () => {
  const source = copyOf('fr/problem.json');
  const target = join(folder, 'draft-out');
  const path = join(source, 'fr', 'problem.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/ *"amount-missing".*\n/, ''));
  await compileMessages({source, target, drafts: ['fr']});
  expect(readFileSync(join(target, 'fr.ts'), 'utf8')).toContain('"amount-missing": "[problem.amount-missing]"');
});
