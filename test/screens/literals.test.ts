import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {transform} from 'esbuild';
import {expect, test} from 'vitest';

/**
 * Every sentence that a person reads is in the words catalogue. A literal is taken for one when it has two words, when it
 * begins like one, or when it is the text of an element; what esbuild makes of a file has each literal as it is meant.
 */
const twoWords = /\p{L}{2,}[\s,.;:!?…’]+\p{L}/u;
const likeASentence = /(?:^|\s)\p{Lu}\p{Ll}+/u;
const pieceOfOne = /^\s+\p{L}{2,}|\p{L}{2,}\s+$/u;
const anyLetters = /\p{L}{2,}/u;

/** Names of keys as Ink has them, names of settings, and what is told to nobody but us. */
const allowed: readonly RegExp[] = [/^\.{0,2}\//, /^(?:Customer)$/, /^Segmenter$/, /^[a-z]+\.[a-z]+$/];

/** What tests press to come to a state of a screen: its strings are keys, and what is typed. */
const keysOfTests = /beginnings: \[(?:\s*\[[^\]]*\],?)*\s*\]/u;

async function literalsOf(source: string, loader: 'ts' | 'tsx'): Promise<readonly {text: string; isChild: boolean}[]> {
  const {code} = await transform(source, {
    loader,
    jsx: 'automatic',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
  });
  const bare = code
    .replace(keysOfTests, '')
    .replaceAll(/^\s*(?:import|export) .*from .*;$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found: {text: string; isChild: boolean}[] = [];
  for (const match of bare.matchAll(
    /(?<child>children: \[?)?(?:"(?<double>(?:[^"\\\n]|\\.)*)"|`(?<template>(?:[^`\\]|\\.)*)`)/g,
  )) {
    const {child, double, template} = match.groups ?? {};
    const text = double ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, '\u0000');
    found.push({text, isChild: child !== undefined});
  }
  return found;
}

async function sentencesIn(source: string, loader: 'ts' | 'tsx' = 'tsx'): Promise<readonly string[]> {
  return (await literalsOf(source, loader))
    .filter(({text}) => !allowed.some(pattern => pattern.test(text)))
    .filter(
      ({text, isChild}) =>
        twoWords.test(text) || likeASentence.test(text) || pieceOfOne.test(text) || (isChild && anyLetters.test(text)),
    )
    .map(({text}) => text);
}

test('no sentence is written in the screens', {tags: ['slow']}, async () => {
  const folder = join(import.meta.dirname, '../../screens');
  const files = (await readdir(folder, {recursive: true})).filter(name => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(30);
  const found: (readonly [file: string, sentences: readonly string[]])[] = [];
  for (const file of files) {
    const source = await readFile(join(folder, file), 'utf8');
    found.push([file, await sentencesIn(source, file.endsWith('x') ? 'tsx' : 'ts')]);
  }
  expect(found.filter(([, sentences]) => sentences.length > 0)).toEqual([]);
});

test.each([
  ['the text of an element', 'export const A = () => <Text>paid</Text>;'],
  ['two words', "const a = {title: 'not paid'};"],
  ['a word that begins a sentence', "const a = span('Pending');"],
  ['a template', `const a = \`Sale \${id}\`;`],
  ['another language', "const a = 'Payé';"],
  ['a property of an element', 'export const A = () => <Field label="Wallet" />;'],
  ['text beside a value', 'export const A = () => <Text>due {age}</Text>;'],
])('%s would be found', async (_, source) => expect(await sentencesIn(source)).not.toEqual([]));

test.each([
  ["const a = 'shift-tab';"],
  [`const a = keys.get('page-up') ?? \`ctrl-\${letter}\`;`],
  [`const a = \`\${glyph} \${word}\`;`],
  ['const b = <Box flexDirection="column" />;'],
  ["const screen = {id: 'claim', beginnings: [['k', 'Amina', 'enter'], ['k']]};"],
  ["import {Box} from 'ink'; // A sentence for people who read code\n"],
])('%s is none', async source => expect(await sentencesIn(source)).toEqual([]));
