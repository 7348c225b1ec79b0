import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {type CommandSpec, type CommandTable, descriptionOf, type Offer} from '../../src/commands/define.js';
import {wholeTable} from '../../src/commands/table.js';
import {languages, loadMessages, messages} from '../../src/core/messages/messages.js';

const file = 'docs/commands.md';
const page = readFileSync(file, 'utf8');
const marked = /(<!-- commands: (.*) -->\n)[\s\S]*?(<!-- \/commands -->)/g;
const table = await wholeTable();

type Typed = {readonly path: string; readonly spec: CommandSpec};

/** The commands that do something, each as it is typed. */
function everyAction(commands: CommandTable, family = ''): readonly Typed[] {
  return Object.entries(commands).flatMap(([name, spec]) => {
    const path = `${family}${name}`;
    return [...(spec.action === undefined ? [] : [{path, spec}]), ...everyAction(spec.commands ?? {}, `${path} `)];
  });
}

const hasFewWords = (offer: Offer): offer is readonly string[] =>
  offer !== 'folders' && offer.length > 0 && offer.length <= 7;

function synopsis({path, spec}: Typed): string {
  const options = Object.entries(spec.options ?? {}).flatMap(([flags, option]) => {
    if (typeof option === 'string') return [`[${flags}]`];
    if ('isHidden' in option) return [];
    const {offers = [], isRequired, isRepeatable} = option;
    const typed = hasFewWords(offers) ? flags.replace(/<.*>/, offers.join('|')) : flags;
    return [`${isRequired ? typed : `[${typed}]`}${isRepeatable ? '…' : ''}`];
  });
  return ['duka', path, ...(spec.arguments ?? []), ...options].join(' ').replaceAll('|', '\\|');
}

function rowsOf(names: string): string {
  const rows = names.split(' ').flatMap(name => everyAction({[name]: table[name] ?? {}}));
  const {help} = messages('en');
  return [
    '| command | what it does |',
    '|---|---|',
    ...rows.map(typed => `| \`${synopsis(typed)}\` | ${descriptionOf(typed.spec, typed.path, help)} |`),
  ].join('\n');
}

it(`is what ${file} has between its marks: to be replaced by this where it is not (vitest -u)`, async () => {
  const made = page.replaceAll(marked, (_, begin: string, names: string, end: string) =>
    [begin, rowsOf(names), '', end].join('\n'),
  );
  await expect(made).toMatchFileSnapshot(`../../${file}`);
});

it('has every command once', () => {
  const named = [...page.matchAll(marked)].flatMap(([, , names = '']) => names.split(' '));
  expect(named.toSorted()).toEqual(Object.keys(table).toSorted());
});

it.each(languages)('says in %s what every command does', async language => {
  await loadMessages(language);
  const {help} = messages(language);
  const isSilent = ({path, spec}: Typed) => descriptionOf(spec, path, help) === '';
  expect(
    [...everyAction(table), ...Object.entries(table).map(([path, spec]) => ({path, spec}))].filter(isSilent),
  ).toEqual([]);
});
