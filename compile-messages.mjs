/**
 * Compiles `messages/<language>/<area>.json` (ICU MessageFormat) into one module a language and the types of all of them.
 * It ends with every fault in a line of its own where a language lacks a sentence, a blank or a plural form. No language
 * is the default of another: each is compared with all of them together.
 *
 * `node compile-messages.mjs [--draft LANGUAGE] [SOURCE [TARGET]]`: a draft may lack sentences, which are then left out of
 * the build with a warning for each, so that a language in the making can be tried.
 */
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {parse} from '@messageformat/parser';

const here = fileURLToPath(import.meta.url);

class Leaf {
  constructor(value) {
    this.value = value;
  }
}

/** Makes `target` from `source`, unless it was made from the same files. Throws a `MessageFaults` with every fault. */
export async function compileMessages({source = 'messages', target = 'src/core/messages/generated', drafts = []} = {}) {
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
  constructor(faults) {
    super(`${faults.join('\n')}\n${faults.length} faults in the messages`);
    this.name = 'MessageFaults';
    this.faults = faults;
  }
}

/** The text of each file by language and area. */
async function readAll(source) {
  const languages = (await readdir(source, {withFileTypes: true})).filter(entry => entry.isDirectory());
  const files = new Map();
  for (const language of languages.map(({name}) => name).sort()) {
    for (const file of (await readdir(`${source}/${language}`)).filter(name => name.endsWith('.json')).sort()) {
      files.set(`${language}/${file}`, await readFile(`${source}/${language}/${file}`, 'utf8'));
    }
  }
  return files;
}

/** The files to write, by name. */
function compiled(files, drafts) {
  const faults = [];
  const languages = [...new Set([...files.keys()].map(name => name.split('/')[0]))];
  const catalogues = new Map(languages.map(language => [language, new Map()]));
  for (const [name, text] of files) {
    const [language, file] = name.split('/');
    readArea({name, area: file.replace(/\.json$/, ''), language, text, sentences: catalogues.get(language), faults});
  }
  const whole = languages.filter(language => !drafts.includes(language));
  const blanks = agreed(catalogues, {whole, faults});
  for (const draft of languages.filter(language => drafts.includes(language))) complete(draft, catalogues, whole);
  if (faults.length > 0) throw new MessageFaults(faults);
  const made = new Map([
    ['catalogues.ts', types(languages, {...tree(ofCatalogue(blanks)), intl: intlTypes})],
    ['runtime-too-old.ts', runtimeTooOld(catalogues)],
    ['customer-sentences.ts', customerSentences(catalogues)],
  ]);
  for (const language of languages) {
    const sentences = ofCatalogue(catalogues.get(language));
    made.set(`${language}.ts`, module(language, {...tree(sentences), intl: intlOf(language)}));
  }
  return made;
}

function readArea({name, area, language, text, sentences, faults}) {
  // JSON.parse keeps the last of two equal keys and says nothing.
  const keys = [...text.matchAll(/^\s*[{]?\s*"((?:[^"\\]|\\.)+)"\s*:/gm)].map(([, key]) => key);
  for (const key of keys.filter((key, at) => keys.indexOf(key) !== at)) faults.push(`${name} ${key}: twice`);
  let entries;
  try {
    entries = Object.entries(JSON.parse(text));
  } catch (error) {
    faults.push(`${name}: ${error.message}`);
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
        faults.push(`${where}: ${error.message.split('\n')[0]}`);
      }
    }
  }
}

/** Whose numbers and plurals a language has on a till: `pt` alone would be Brazil's. */
const regions = {en: 'en-KE', pt: 'pt-PT', sw: 'sw-KE'};
const tagOf = language => regions[language] ?? language;

const plurals = new Map();

/** The plural forms that a language has, and those that a count on a till can reach (French and Portuguese keep `many` for millions). */
function pluralsOf(language) {
  const known = plurals.get(language);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(tagOf(language));
  const wanted = new Set(Array.from({length: 1000}, (_, count) => rules.select(count)));
  const found = {cardinal: rules.resolvedOptions().pluralCategories, wanted};
  plurals.set(language, found);
  return found;
}

/** The blanks of a sentence with the type of each: `text` takes a number too. */
function blanksOf(tokens, context, found = new Map(), counted = []) {
  const {where, faults} = context;
  const note = (name, type) => {
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
    const within = token.type === 'plural' ? [...counted, token.arg] : counted;
    for (const {tokens: inner} of token.cases ?? []) blanksOf(inner, context, found, within);
  }
  return found;
}

/** What of a token no sentence of the till may have; `counted` are the blanks of the plurals around it. */
function tokenFaults(token, context, counted) {
  const {where, faults} = context;
  const {type, arg, key, param} = token;
  if (type === 'argument' && counted.includes(arg)) {
    faults.push(`${where}: {${arg}} in its own plural is not written as the language writes numbers: use #`);
  } else if (type === 'argument' && arg === 'count') {
    faults.push(`${where}: {count} is not written as the language writes numbers: use {count, number}`);
  }
  if (type === 'function' && key !== 'number') faults.push(`${where}: {${arg}, ${key}} is no formatter of the till`);
  if (type === 'function' && param !== undefined) {
    faults.push(`${where}: {${arg}, ${key}} has a style: none is known`);
  }
  if (type === 'selectordinal') faults.push(`${where}: {${arg}, selectordinal} is not known`);
  if (type === 'plural') pluralFaults(token, context);
}

function pluralFaults({arg, cases, pluralOffset}, {where, language, faults}) {
  const keys = new Set(cases.map(({key}) => key));
  for (const form of new Set([...pluralsOf(language).wanted, 'other'])) {
    if (!keys.has(form)) faults.push(`${where}: plural {${arg}} lacks “${form}”`);
  }
  if (pluralOffset) faults.push(`${where}: {${arg}} has an offset: none is known`);
}

/** The blanks of every sentence, in which all languages agree; a count may stand in a language without its plural. */
function agreed(catalogues, {whole, faults}) {
  const ids = new Set(whole.flatMap(language => [...catalogues.get(language).keys()]));
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

/** The blanks that a sentence has in the languages that are whole. */
function blanksIn(catalogues, {id, whole, faults}) {
  const found = new Map();
  for (const language of whole) {
    const sentence = catalogues.get(language).get(id);
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

function disagreements(where, {blanks, others, faults}) {
  for (const name of others.keys()) {
    if (!blanks.has(name)) faults.push(`${where} lacks the blank {${name}}, which another language has`);
  }
  for (const name of blanks.keys()) {
    if (!others.has(name)) faults.push(`${where} has a blank {${name}}, which no other has`);
  }
}

/** Shows the id in the place of a sentence that a draft does not have yet, in the terminal of who drafts it. */
function complete(draft, catalogues, whole) {
  const sentences = catalogues.get(draft);
  for (const id of catalogues.get(whole[0]).keys()) {
    if (sentences.has(id)) continue;
    process.stderr.write(`${draft}: no sentence ${id} yet\n`);
    sentences.set(id, text(`[${id}]`));
  }
}

/** The leaves nested at the dots of their ids. */
function tree(leaves) {
  const root = {};
  for (const [id, leaf] of leaves) {
    const [area, ...path] = id.split('.');
    const names = [area.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), ...path];
    let branch = root;
    for (const name of names.slice(0, -1)) branch = branch[name] ??= {};
    branch[names.at(-1)] = new Leaf(leaf);
  }
  return root;
}

const text = value => ({tokens: [{type: 'content', value}], blanks: new Map()});
const named = (count, leafOf) => Object.fromEntries(Array.from({length: count}, (_, at) => [at, new Leaf(leafOf(at))]));
const intlTypes = {
  months: named(12, () => new Map()),
  weekdays: named(7, () => new Map()),
  decimalMark: new Leaf(new Map()),
  groupMark: new Leaf(new Map()),
  moneyOrder: new Leaf(new Map()),
  and: new Leaf(new Map()),
};

/**
 * The short names of the months, and of the days of the week from Monday, the marks between groups of digits and before
 * decimals, whether a currency comes before its number, and what stands before the last of a list: the first `Intl` of
 * a process takes 30 to 70 ms, so that they are made here.
 */
function intlOf(language) {
  const names = new Intl.DateTimeFormat(language, {weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC'});
  const part = (type, day) => {
    const {value} = names.formatToParts(day).find(each => each.type === type);
    return text(value);
  };
  return {
    months: named(12, month => part('month', Date.UTC(2024, month, 1))),
    weekdays: named(7, day => part('weekday', Date.UTC(2024, 0, 1 + day))),
    ...Object.fromEntries(
      Object.entries({...marksOf(language), moneyOrder: moneyOrderOf(language), and: andOf(language)}).map(
        ([name, value]) => [name, new Leaf(text(value))],
      ),
    ),
  };
}

/** Few terminals and code pages have U+202F: a blank between digits is U+00A0. */
function marksOf(language) {
  const parts = new Intl.NumberFormat(tagOf(language), {useGrouping: 'always'}).formatToParts(1000.5);
  const mark = type => parts.find(part => part.type === type).value.replace(/\s/u, '\u00A0');
  return {decimalMark: mark('decimal'), groupMark: mark('group')};
}

function andOf(language) {
  const parts = new Intl.ListFormat(tagOf(language), {type: 'conjunction'}).formatToParts(['A', 'B']);
  return parts.find(({type}) => type === 'literal').value;
}

function moneyOrderOf(language) {
  const style = {style: 'currency', currency: 'KES', currencyDisplay: 'code'};
  const [first] = new Intl.NumberFormat(tagOf(language), style).formatToParts(1);
  return first.type === 'currency' ? 'code-first' : 'code-last';
}

/** The tree as the text of an object, or of an array where its members are numbered from 0. */
function nested(branch, leafText, {list, member, indent = '  '}) {
  if (branch instanceof Leaf) return leafText(branch.value);
  const names = Object.keys(branch);
  const isList = names.every((name, at) => name === String(at));
  const inner = (name, lead) =>
    `${indent}${lead}${nested(branch[name], leafText, {list, member, indent: `${indent}  `})}`;
  if (isList) return `${list}[\n${names.map(name => `${inner(name, '')},`).join('\n')}\n${indent.slice(2)}]`;
  return `{\n${names.map(name => `${inner(name, `${member}${JSON.stringify(name)}: `)},`).join('\n')}\n${indent.slice(2)}}`;
}

function types(languages, root) {
  const leafType = blanks => {
    if (blanks.size === 0) return 'string';
    const facts = [...blanks].map(
      ([name, type]) => `readonly ${name}: ${{text: 'string | number', number: 'number', choice: 'string'}[type]}`,
    );
    return `(facts: {${facts.join('; ')}}) => string`;
  };
  return `// Made by compile-messages.mjs from the folder messages.
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

/** Sentences without a blank stay text, which costs least to load; the others become functions of their blanks. */
function module(language, root) {
  const leafCode = ({tokens, blanks}) => (blanks.size === 0 ? code(tokens) : `f => ${code(tokens)}`);
  return `// @ts-nocheck Made by compile-messages.mjs from messages/${language}.
import {choice, count, plural, text} from '../blanks.js';
const language = ${JSON.stringify({tag: tagOf(language), ...marksOf(language)})};
export const catalogue = ${nested(root, leafCode, {list: '', member: ''})} as const;
`;
}

/** The one sentence that is said before the till is loaded, by a Node that may not understand the till. */
function runtimeTooOld(catalogues) {
  const sentences = [...catalogues].map(([language, all]) => {
    const {tokens} = all.get('problem.runtime-too-old');
    return `  ${JSON.stringify(language)}: (f: {readonly version: string; readonly run: string}): string => ${code(tokens)},`;
  });
  return `// @ts-nocheck Made by compile-messages.mjs from the folder messages.
const text = String;
const choice = (value, forms) => (forms[value] ?? forms.other)();
export const runtimeTooOld = {
${sentences.join('\n')}
} as const;
`;
}

/** What customers are told is at hand in every language: nobody knows which of them stands at the till next. */
const toCustomers = 'payment.say.';
const ofCatalogue = sentences => new Map([...sentences].filter(([id]) => !id.startsWith(toCustomers)));

function customerSentences(catalogues) {
  const languages = [...catalogues].map(([language, all]) => {
    const said = [...all].filter(([id]) => id.startsWith(toCustomers));
    const lines = said.map(
      ([id, {tokens}]) => `    ${JSON.stringify(id.slice(toCustomers.length))}: ${code(tokens)} as string,`,
    );
    return `  ${JSON.stringify(language)}: {\n${lines.join('\n')}\n  },`;
  });
  return `// Made by compile-messages.mjs from the folder messages.
export const customerSentences = {
${languages.join('\n')}
} as const;
`;
}

/** An expression for a sentence; \`counted\` is the blank that # stands for. */
function code(tokens, counted) {
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
  const {values, positionals} = parseArgs({
    options: {draft: {type: 'string', multiple: true}},
    allowPositionals: true,
  });
  const [source, target] = positionals;
  try {
    await compileMessages({source, target, drafts: values.draft});
  } catch (error) {
    if (!(error instanceof MessageFaults)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
