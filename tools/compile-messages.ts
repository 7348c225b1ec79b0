/**
 * Compiles `messages/<language>/<area>.json` (ICU MessageFormat) into one module a language and the types of all of them.
 * It ends with every fault in a line of its own where a language lacks a sentence, a blank or a plural form. No language
 * is the default of another: each is compared with all of them together.
 *
 * `node tools/compile-messages.ts [--draft LANGUAGE] [SOURCE [TARGET]]`: a draft may lack sentences, which are then left out of
 * the build with a warning for each, so that a language in the making can be tried.
 */
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {parse, type Select, type Token} from '@messageformat/parser';

const here = fileURLToPath(import.meta.url);

/** What a blank of a sentence takes: `text` takes a number too. */
type BlankType = 'text' | 'number' | 'choice' | 'other is missing';
type Blanks = ReadonlyMap<string, BlankType>;
type Sentence = {readonly tokens: readonly Token[]; readonly blanks: Blanks};
type Sentences = Map<string, Sentence>;
type Catalogues = ReadonlyMap<string, Sentences>;
type Faults = string[];
/** Where a sentence is, for what is wrong with it. */
type Context = {readonly where: string; readonly language: string; readonly faults: Faults};
type Branch<T> = {[name: string]: Branch<T> | Leaf<T>};

class Leaf<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** Makes `target` from `source`, unless it was made from the same files. Throws a `MessageFaults` with every fault. */
export async function compileMessages({
  source = 'messages',
  target = 'src/core/messages/generated',
  drafts = [],
}: {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly drafts?: readonly string[] | undefined;
} = {}): Promise<void> {
  const files = await readAll(source);
  const stamp = createHash('sha256')
    .update(JSON.stringify([await readFile(here, 'utf8'), drafts, [...files]]))
    .digest('hex');
  if ((await readFile(`${target}/stamp`, 'utf8').catch(() => '')) === stamp) return;
  const made = compiled(files, drafts);
  await rm(target, {recursive: true, force: true});
  await mkdir(target, {recursive: true});
  for (const [name, text] of made) await writeFile(`${target}/${name}`, text);
  await writeFile(`${target}/stamp`, stamp);
}

export class MessageFaults extends Error {
  constructor(faults: readonly string[]) {
    super(`${faults.join('\n')}\n${faults.length} faults in the messages`);
    this.name = 'MessageFaults';
  }
}

/** The text of each file by language and area. */
async function readAll(source: string): Promise<ReadonlyMap<string, string>> {
  const languages = (await readdir(source, {withFileTypes: true})).filter(entry => entry.isDirectory());
  const files = new Map<string, string>();
  for (const language of languages.map(({name}) => name).sort()) {
    for (const file of (await readdir(`${source}/${language}`)).filter(name => name.endsWith('.json')).sort()) {
      files.set(`${language}/${file}`, await readFile(`${source}/${language}/${file}`, 'utf8'));
    }
  }
  return files;
}

/** The files to write, by name. */
function compiled(files: ReadonlyMap<string, string>, drafts: readonly string[]): ReadonlyMap<string, string> {
  const faults: Faults = [];
  const catalogues = new Map<string, Sentences>();
  for (const [name, text] of files) {
    const [language = '', file = ''] = name.split('/');
    const sentences: Sentences = catalogues.get(language) ?? new Map();
    catalogues.set(language, sentences);
    readArea({name, area: file.replace(/\.json$/, ''), language, text, sentences, faults});
  }
  const languages = [...catalogues.keys()];
  const whole = languages.filter(language => !drafts.includes(language));
  const blanks = agreed(catalogues, {whole, faults});
  for (const draft of languages.filter(language => drafts.includes(language))) complete(draft, catalogues, whole);
  if (faults.length > 0) throw new MessageFaults(faults);
  const made = new Map([
    ['catalogues.ts', types(languages, {...tree(ofCatalogue(blanks)), intl: intlTypes})],
    ['runtime-too-old.ts', runtimeTooOld(catalogues)],
    ['customer-sentences.ts', customerSentences(catalogues)],
  ]);
  for (const [language, sentences] of catalogues)
    made.set(`${language}.ts`, module(language, {...tree(ofCatalogue(sentences)), intl: intlOf(language)}));
  return made;
}

type Area = {
  readonly name: string;
  readonly area: string;
  readonly language: string;
  readonly text: string;
  readonly sentences: Sentences;
  readonly faults: Faults;
};

function readArea({name, area, language, text, sentences, faults}: Area): void {
  // JSON.parse keeps the last of two equal keys and says nothing.
  const keys = [...text.matchAll(/^\s*[{]?\s*"((?:[^"\\]|\\.)+)"\s*:/gm)].map(([, key = '']) => key);
  for (const key of keys.filter((key, at) => keys.indexOf(key) !== at)) faults.push(`${name} ${key}: twice`);
  let entries: readonly [string, unknown][];
  try {
    entries = Object.entries(JSON.parse(text));
  } catch (error) {
    faults.push(`${name}: ${messageOf(error)}`);
    return;
  }
  for (const [key, sentence] of entries) {
    const where = `${name} ${key}`;
    if (typeof sentence !== 'string' || sentence.trim() === '') faults.push(`${where}: empty`);
    // ICU quotes with it: “l'{name}” would print the blank's name. The apostrophe of print is ’.
    else if (sentence.includes("'")) faults.push(`${where}: ' is a quote of the format, write ’`);
    else if (/[\p{Cc}\u2028\u2029]/u.test(sentence)) faults.push(`${where}: a sentence is one line`);
    else {
      try {
        const tokens = parse(sentence, {cardinal: pluralsOf(language).cardinal});
        sentences.set(`${area}.${key}`, {tokens, blanks: blanksOf(tokens, {where, language, faults})});
      } catch (error) {
        faults.push(`${where}: ${messageOf(error).split('\n')[0]}`);
      }
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whose numbers and plurals a language has on a till: `pt` alone would be Brazil's. */
const regions: Readonly<Record<string, string>> = {en: 'en-KE', pt: 'pt-PT', sw: 'sw-KE'};
const tagOf = (language: string) => regions[language] ?? language;

type Plurals = {readonly cardinal: Intl.LDMLPluralRule[]; readonly wanted: ReadonlySet<string>};
const plurals = new Map<string, Plurals>();

/** The plural forms that a language has, and those that a count on a till can reach (French and Portuguese keep `many` for millions). */
function pluralsOf(language: string): Plurals {
  const known = plurals.get(language);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(tagOf(language));
  const wanted = new Set<string>(Array.from({length: 1000}, (_, count) => rules.select(count)));
  const found = {cardinal: rules.resolvedOptions().pluralCategories, wanted};
  plurals.set(language, found);
  return found;
}

/** The blanks of a sentence with the type of each. */
function blanksOf(
  tokens: readonly Token[],
  context: Context,
  found = new Map<string, BlankType>(),
  counted: readonly string[] = [],
): Blanks {
  const {where, faults} = context;
  const note = (name: string, type: BlankType) => {
    const before = found.get(name);
    if (before !== undefined && before !== type && before !== 'text' && type !== 'text') {
      faults.push(`${where}: {${name}} is ${before} and ${type}`);
    }
    if (before === undefined || before === 'text') found.set(name, type);
  };
  for (const token of tokens) {
    if (token.type === 'argument') note(token.arg, 'text');
    if (token.type === 'function') note(token.arg, 'number');
    if (token.type === 'plural') note(token.arg, 'number');
    if (token.type === 'select') {
      note(token.arg, token.cases.some(({key}) => key === 'other') ? 'choice' : 'other is missing');
    }
    tokenFaults(token, context, counted);
    if (!('cases' in token)) continue;
    const within = token.type === 'plural' ? [...counted, token.arg] : counted;
    for (const {tokens: inner} of token.cases) blanksOf(inner, context, found, within);
  }
  return found;
}

/** What of a token no sentence of the till may have; `counted` are the blanks of the plurals around it. */
function tokenFaults(token: Token, context: Context, counted: readonly string[]): void {
  const {where, faults} = context;
  if (token.type === 'argument') {
    const {arg} = token;
    if (counted.includes(arg))
      faults.push(`${where}: {${arg}} in its own plural is not written as the language writes numbers: use #`);
    else if (arg === 'count')
      faults.push(`${where}: {count} is not written as the language writes numbers: use {count, number}`);
  }
  if (token.type === 'function') {
    const {arg, key, param} = token;
    if (key !== 'number') faults.push(`${where}: {${arg}, ${key}} is no formatter of the till`);
    if (param !== undefined) faults.push(`${where}: {${arg}, ${key}} has a style: none is known`);
  }
  if (token.type === 'selectordinal') faults.push(`${where}: {${token.arg}, selectordinal} is not known`);
  if (token.type === 'plural') pluralFaults(token, context);
}

function pluralFaults({arg, cases, pluralOffset}: Select, {where, language, faults}: Context): void {
  const keys = new Set(cases.map(({key}) => key));
  for (const form of new Set([...pluralsOf(language).wanted, 'other'])) {
    if (!keys.has(form)) faults.push(`${where}: plural {${arg}} lacks “${form}”`);
  }
  if (pluralOffset) faults.push(`${where}: {${arg}} has an offset: none is known`);
}

/** The languages that have to have every sentence. */
type Whole = {readonly whole: readonly string[]; readonly faults: Faults};

/** The blanks of every sentence, in which all languages agree; a count may stand in a language without its plural. */
function agreed(catalogues: Catalogues, {whole, faults}: Whole): ReadonlyMap<string, Blanks> {
  const ids = new Set(whole.flatMap(language => [...(catalogues.get(language)?.keys() ?? [])]));
  const all = new Map([...ids].map(id => [id, blanksIn(catalogues, {id, whole, faults})]));
  for (const [language, sentences] of catalogues) {
    for (const [id, {blanks}] of sentences) {
      const others = all.get(id);
      if (others === undefined) faults.push(`${language}: ${id} is in no other language`);
      else disagreements(`${language}: ${id}`, {blanks, others, faults});
    }
  }
  return all;
}

function blanksIn(catalogues: Catalogues, {id, whole, faults}: Whole & {readonly id: string}): Blanks {
  const found = new Map<string, BlankType>();
  for (const language of whole) {
    const sentence = catalogues.get(language)?.get(id);
    if (sentence === undefined) faults.push(`${language}: no sentence ${id}`);
    for (const [name, type] of sentence?.blanks ?? []) {
      const before = found.get(name) ?? 'text';
      if (before !== 'text' && type !== 'text' && before !== type) {
        faults.push(`${language}: ${id} has {${name}} as a ${type}, another language as a ${before}`);
      }
      found.set(name, before === 'text' ? type : before);
    }
  }
  return found;
}

type Compared = {readonly blanks: Blanks; readonly others: Blanks; readonly faults: Faults};

function disagreements(where: string, {blanks, others, faults}: Compared): void {
  for (const name of others.keys()) {
    if (!blanks.has(name)) faults.push(`${where} lacks the blank {${name}}, which another language has`);
  }
  for (const name of blanks.keys()) {
    if (!others.has(name)) faults.push(`${where} has a blank {${name}}, which no other has`);
  }
}

/** Shows the id in the place of a sentence that a draft does not have yet, in the terminal of who drafts it. */
function complete(draft: string, catalogues: Catalogues, whole: readonly string[]): void {
  const sentences = catalogues.get(draft);
  for (const id of catalogues.get(whole[0] ?? '')?.keys() ?? []) {
    if (sentences === undefined || sentences.has(id)) continue;
    process.stderr.write(`${draft}: no sentence ${id} yet\n`);
    sentences.set(id, text(`[${id}]`));
  }
}

/** The leaves nested at the dots of their ids. */
function tree<T>(leaves: ReadonlyMap<string, T>): Branch<T> {
  const root: Branch<T> = {};
  for (const [id, leaf] of leaves) {
    const [area = '', ...path] = id.split('.');
    const names = [area.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), ...path];
    let branch = root;
    for (const name of names.slice(0, -1)) {
      const inner = branch[name] ?? {};
      if (inner instanceof Leaf) throw new Error(`${id} is under a sentence`);
      branch = branch[name] = inner;
    }
    branch[names.at(-1) ?? ''] = new Leaf(leaf);
  }
  return root;
}

const nowhere = {offset: 0, line: 0, col: 0, text: '', lineBreaks: 0};
const text = (value: string): Sentence => ({tokens: [{type: 'content', value, ctx: nowhere}], blanks: new Map()});
const named = <T>(count: number, leafOf: (at: number) => T): Branch<T> =>
  Object.fromEntries(Array.from({length: count}, (_, at) => [at, new Leaf(leafOf(at))]));
const plain = (): Blanks => new Map();
const intlTypes: Branch<Blanks> = {
  months: named(12, plain),
  weekdays: named(7, plain),
  decimalMark: new Leaf(plain()),
  groupMark: new Leaf(plain()),
  moneyOrder: new Leaf(plain()),
  and: new Leaf(plain()),
  tag: new Leaf(plain()),
};

/**
 * The short names of the months, and of the days of the week from Monday, the marks between groups of digits and before
 * decimals, whether a currency comes before its number, what stands before the last of a list, and the tag for `Intl`: the first `Intl` of
 * a process takes 30 to 70 ms, so that they are made here.
 */
function intlOf(language: string): Branch<Sentence> {
  const names = new Intl.DateTimeFormat(language, {weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC'});
  const part = (type: 'month' | 'weekday', day: number) => text(partOf(names.formatToParts(day), type));
  return {
    months: named(12, month => part('month', Date.UTC(2024, month, 1))),
    weekdays: named(7, day => part('weekday', Date.UTC(2024, 0, 1 + day))),
    ...Object.fromEntries(
      Object.entries({
        ...marksOf(language),
        moneyOrder: moneyOrderOf(language),
        and: andOf(language),
        tag: tagOf(language),
      }).map(([name, value]) => [name, new Leaf(text(value))]),
    ),
  };
}

const partOf = <Type extends string>(
  parts: readonly {readonly type: Type; readonly value: string}[],
  wanted: Type,
): string => parts.find(({type}) => type === wanted)?.value ?? '';

/** Few terminals and code pages have U+202F: a blank between digits is U+00A0. */
function marksOf(language: string) {
  const parts = new Intl.NumberFormat(tagOf(language), {useGrouping: 'always'}).formatToParts(1000.5);
  const mark = (type: 'decimal' | 'group') => partOf(parts, type).replace(/\s/u, '\u00A0');
  return {decimalMark: mark('decimal'), groupMark: mark('group')};
}

function andOf(language: string): string {
  const parts = new Intl.ListFormat(tagOf(language), {type: 'conjunction'}).formatToParts(['A', 'B']);
  return partOf(parts, 'literal');
}

function moneyOrderOf(language: string): string {
  const style = {style: 'currency', currency: 'KES', currencyDisplay: 'code'} as const;
  const [first] = new Intl.NumberFormat(tagOf(language), style).formatToParts(1);
  return first?.type === 'currency' ? 'code-first' : 'code-last';
}

/** The tree as the text of an object, or of an array where its members are numbered from 0. */
function nested<T>(
  branch: Branch<T> | Leaf<T>,
  leafText: (value: T) => string,
  {list, member, indent = '  '}: {readonly list: string; readonly member: string; readonly indent?: string},
): string {
  if (branch instanceof Leaf) return leafText(branch.value);
  const names = Object.keys(branch);
  const isList = names.every((name, at) => name === String(at));
  const inner = (name: string, lead: string) =>
    `${indent}${lead}${nested(branch[name] ?? {}, leafText, {list, member, indent: `${indent}  `})}`;
  if (isList) return `${list}[\n${names.map(name => `${inner(name, '')},`).join('\n')}\n${indent.slice(2)}]`;
  return `{\n${names.map(name => `${inner(name, `${member}${JSON.stringify(name)}: `)},`).join('\n')}\n${indent.slice(2)}}`;
}

const typeNames = {text: 'string | number', number: 'number', choice: 'string', 'other is missing': 'string'} as const;

function types(languages: readonly string[], root: Branch<Blanks>): string {
  const leafType = (blanks: Blanks) => {
    if (blanks.size === 0) return 'string';
    const facts = [...blanks].map(([name, type]) => `readonly ${name}: ${typeNames[type]}`);
    return `(facts: {${facts.join('; ')}}) => string`;
  };
  return `// Made by compile-messages.ts from the folder messages.
export type Messages = ${nested(root, leafType, {list: 'readonly ', member: 'readonly '})};

/** Each language is a chunk of its own: only those that are spoken are read. */
export const catalogues = {
${languages.map(language => `  ${JSON.stringify(language)}: (): Promise<{catalogue: Messages}> => import('./${language}.js'),`).join('\n')}
} as const;

/** The mark between thousands, which is asked for before any language is read. */
export const groupMarks = {
${languages.map(language => `  ${JSON.stringify(language)}: ${JSON.stringify(marksOf(language).groupMark)},`).join('\n')}
} as const;
`;
}

/**
 * Sentences without a blank stay text, which costs least to load; the others become functions of their blanks. An area is made when its
 * first sentence is said.
 */
function module(language: string, root: Branch<Sentence>): string {
  const leafCode = ({tokens, blanks}: Sentence) => (blanks.size === 0 ? code(tokens) : `f => ${code(tokens)}`);
  const areas = Object.entries(root).map(([area, of]) => {
    const [name, made] = [JSON.stringify(area), nested({[area]: of}, leafCode, {list: '', member: ''})];
    return `\nget ${name}() { return kept(this, ${name}, ${made} as const); },`;
  });
  return `// @ts-nocheck Made by compile-messages.ts from messages/${language}.
import {choice, count, kept, plural, text} from '../blanks.js';
const language = ${JSON.stringify({tag: tagOf(language), ...marksOf(language)})};
export const catalogue = {${areas.join('')}};
`;
}

/** The one sentence that is said before the till is loaded, by a Node that may not understand the till. */
function runtimeTooOld(catalogues: Catalogues): string {
  const sentences = [...catalogues].map(([language, all]) => {
    const {tokens = []} = all.get('problem.runtime-too-old') ?? {};
    return `  ${JSON.stringify(language)}: (f: {readonly version: string; readonly run: string}): string => ${code(tokens)},`;
  });
  return `// @ts-nocheck Made by compile-messages.ts from the folder messages.
const text = String;
const choice = (value, forms) => (forms[value] ?? forms.other)();
export const runtimeTooOld = {
${sentences.join('\n')}
} as const;
`;
}

/** What customers are told is at hand in every language: nobody knows which of them stands at the till next. */
const toCustomers = 'payment.say.';
const ofCatalogue = <T>(sentences: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...sentences].filter(([id]) => !id.startsWith(toCustomers)));

function customerSentences(catalogues: Catalogues): string {
  const languages = [...catalogues].map(([language, all]) => {
    const said = [...all].filter(([id]) => id.startsWith(toCustomers));
    const lines = said.map(
      ([id, {tokens}]) => `    ${JSON.stringify(id.slice(toCustomers.length))}: ${code(tokens)} as string,`,
    );
    return `  ${JSON.stringify(language)}: {\n${lines.join('\n')}\n  },`;
  });
  return `// Made by compile-messages.ts from the folder messages.
export const customerSentences = {
${languages.join('\n')}
} as const;
`;
}

/** An expression for a sentence; `counted` is the blank that # stands for. */
function code(tokens: readonly Token[], counted?: string): string {
  const parts = tokens.map(token => {
    if (token.type === 'content') return JSON.stringify(token.value);
    if (token.type === 'octothorpe') return `count(language, f.${counted})`;
    if (token.type === 'argument') return `text(f.${token.arg})`;
    if (token.type === 'function') return `count(language, f.${token.arg})`;
    const cases = token.cases.map(({key, tokens: inner}) => {
      const value = code(inner, token.type === 'plural' ? token.arg : counted);
      return `${JSON.stringify(key)}: () => ${value}`;
    });
    const call = token.type === 'plural' ? `plural(language, f.${token.arg}` : `choice(f.${token.arg}`;
    return `${call}, {${cases.join(', ')}})`;
  });
  return parts.length === 0 ? '""' : parts.join(' + ');
}

if (here === process.argv[1]) {
  const {values, positionals} = parseArgs({options: {draft: {type: 'string', multiple: true}}, allowPositionals: true});
  const [source, target] = positionals;
  try {
    await compileMessages({source, target, drafts: values.draft});
  } catch (error) {
    if (!(error instanceof MessageFaults)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
