import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {everyCommand, readTree} from '../../src/commands/completion.js';
import {commandNames, wholeTable} from '../../src/commands/table.js';
import {markets} from '../../src/core/market/markets.js';
import {languages, messages} from '../../src/core/messages/messages.js';
import {run} from './support.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const folder = mkdtempSync(join(tmpdir(), 'duka-completion-'));
const scripts = new Map<Shell, string>();
const scriptOf = (shell: Shell) => scripts.get(shell) ?? '';
const fileOf = (shell: Shell) => join(folder, `duka.${shell}`);

beforeAll(async () => {
  for (const shell of shells) {
    const {exit, out, err} = await run(['completion', shell], {environment: {DUKA_HOME: join(folder, 'home')}});
    expect({exit, err}).toEqual({exit: 0, err: ''});
    scripts.set(shell, out);
    writeFileSync(fileOf(shell), out);
  }
});

afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** What bash itself offers for a line at whose end the cursor stands, when it has sourced the script. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const typed = words.map(word => `'${word}'`).join(' ');
  const program = `
    source '${fileOf('bash')}'
    complete -p duka | grep -q -- '-F _duka' || exit 1
    COMP_WORDS=(duka ${typed}); COMP_CWORD=${words.length}
    _duka
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', program], {encoding: 'utf8', cwd: folder})
    .split('\n')
    .filter(line => line !== '');
}

const countries = markets.map(({country}) => country as string);
const currencies = [...new Set(markets.map(({currency}) => currency as string))];

describe('in bash, which really sources the script', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['every command', [''], [...commandNames, 'help']],
    ['the commands that begin so', ['co'], ['collect', 'completion']],
    [
      'the options of a charge, none of which is for a card',
      ['charge', '--c'],
      ['--currency', '--card-stdin', '--customer-email', '--customer-language'],
    ],
    ['subcommands', ['journal', ''], ['list', 'events', 'show', 'verify', 'accept', 'restore', 'export', 'review']],
    ['subcommands after a global option and its value', ['--profile', 'live', 'journal', 'v'], ['verify']],
    [
      'subcommands after a global option with a sign between',
      ['--profile', '=', 'live', 'bank', ''],
      ['list', 'holder'],
    ],
    ['profiles', ['--profile', ''], ['sandbox', 'test', 'live']],
    ['profiles after a sign', ['--profile', '='], ['sandbox', 'test', 'live']],
    ['profiles after a command', ['collect', '--profile', 's'], ['sandbox']],
    ['languages', ['--lang', ''], [...languages]],
    ['languages of a customer', ['collect', '--customer-language', ''], [...languages]],
    ['countries', ['collect', '--country', ''], countries],
    ['networks', ['collect', '--country', 'CI', '--network', 'WAV'], ['WAVCIV']],
    ['currencies of an option', ['collect', '--currency', 'X'], ['XOF', 'XAF']],
    ['currencies of an argument', ['bank', 'list', ''], currencies],
    ['outcomes', ['resolve', 'T7K0MZ4K8Q2RD', '--as', ''], ['paid', 'not-paid', 'done', 'failed']],
    ['shells', ['completion', ''], shells],
    ['what a till does with cash', ['cash', 'd'], ['drop', 'drawer']],
    ['the lists of an export', ['journal', 'export', '--lists', 'p'], ['payments']],
    ['formats of a slip alone', ['receipt', 'T7K0MZ4K8Q2RD', '--format', ''], ['text', 'escpos', 'html', 'pdf', 'png']],
    ['formats of a Z', ['shift', 'show', '--format', ''], ['text', 'escpos', 'html', 'pdf', 'png']],
    ['formats of an export alone', ['journal', 'export', '--format', 'h'], ['hledger']],
    ['how often a plan charges', ['plan', 'create', '--interval', 'M'], ['MONTHLY']],
    ['nothing where an interval is of days', ['reconcile', '--interval', ''], []],
    ['commands to be helped with', ['help', 'j'], ['join', 'journal']],
    ['the options of a command', ['collect', '--cu'], ['--currency', '--customer-email', '--customer-language']],
    ['global options after a command', ['pending', '--pe'], ['--person']],
    ['the flags of a command, but not those of another', ['pending', '--wa'], ['--watch']],
    ['nothing where only a person knows', ['collect', '--phone', ''], []],
  ])('%s', (_, words, offered) => expect(offeredByBash(...words)).toEqual(offered));

  it('folders, with blanks in their names', () => {
    mkdirSync(join(folder, 'my data'));
    mkdirSync(join(folder, 'my shop'));
    expect(offeredByBash('--home', 'my')).toEqual(expect.arrayContaining(['my data', 'my shop']));
    expect(offeredByBash('sandbox', '--data', 'my s')).toEqual(['my shop']);
  });
});

describe('the script', () => {
  it.each(shells)('for %s names every command and every option', async shell => {
    const commands = everyCommand(readTree(await wholeTable(), messages('en').help));
    expect(commands.length).toBeGreaterThan(commandNames.length);
    for (const {path, options} of commands) {
      const flags = options.flatMap(option => option.flags);
      for (const word of [...path, ...flags]) {
        const typed = shell === 'fish' && word.startsWith('-') ? word.replace(/^--?/, '') : word;
        expect(scriptOf(shell), word).toMatch(new RegExp(`[\\s'"(-]${typed}\\b`));
      }
    }
  });

  it('may take an option for one with a value wherever it stands', async () => {
    const options = everyCommand(readTree(await wholeTable(), messages('en').help)).flatMap(command => command.options);
    const kinds = new Map<string, boolean>();
    for (const {flags, takesValue} of options) {
      for (const flag of flags) {
        expect(kinds.get(flag) ?? takesValue, flag).toBe(takesValue);
        kinds.set(flag, takesValue);
      }
    }
  });

  it('for zsh begins as its folder of functions wants it, and has a function for each command (as text; syntax where zsh is)', () => {
    const script = scriptOf('zsh');
    expect(script).toMatch(/^#compdef duka\n# /);
    expect(script).toMatch(/compdef _duka duka; fi\n$/);
    expect(script).toContain('_duka_journal_verify() {');
    expect(script).toContain("'--profile=[sandbox, test or live (DUKA_PROFILE)]: :(sandbox test live)'");
    expect(script).toContain("'--home=[folder of the data (DUKA_HOME)]: :_files -/'");
    expect(script).toContain(`'*: :(${currencies.join(' ')})'`);
    expect(script).toContain(String.raw`04\:00`);
    expectSyntax('zsh');
  });

  it('for fish has a line for each word and its place (as text; syntax where fish is)', () => {
    const script = scriptOf('fish');
    expect(script).toMatch(/^complete -c duka -f$/m);
    expect(script).toMatch(/^complete -c duka -n '__duka_at' -a collect -d '/m);
    expect(script).toMatch(/^complete -c duka -n '__duka_at journal' -a verify -d '/m);
    expect(script).toMatch(/^complete -c duka -l profile -x -a 'sandbox test live' -d '/m);
    expect(script).toMatch(new RegExp(`^complete -c duka -n '__duka_at bank list' -a '${currencies.join(' ')}'$`, 'm'));
    expect(script.split('\n').filter(line => (line.match(/(?<!\\)'/g) ?? []).length % 2 === 1)).toEqual([]);
    expectSyntax('fish');
  });

  it('describes its words in the reader’s language', async () => {
    const {out} = await run(['completion', 'fish', '--lang', 'fr']);
    expect(out).toMatch(/^# Complète duka dans fish\./);
    expect(out).toContain("-a collect -d 'Demande");
  });
});

/** Lets the shell read the script without running it, where the shell is installed. */
function expectSyntax(shell: Shell): void {
  const {status, stderr, error} = spawnSync(shell, ['-n', fileOf(shell)], {encoding: 'utf8'});
  if (error === undefined) expect({status, stderr}).toEqual({status: 0, stderr: ''});
  else expect(error).toMatchObject({code: 'ENOENT'});
}

it('refuses a shell that it does not know, and says which it does', async () => {
  const {exit, out, err} = await run(['completion', 'powershell']);
  expect({exit, out}).toEqual({exit: 2, out: ''});
  expect(err).toContain('bash | zsh | fish');
});

it('gives the script to scripts as well', async () => {
  const {exit, json} = await run(['completion', 'bash', '--json']);
  expect([exit, json]).toEqual([0, {shell: 'bash', script: scriptOf('bash')}]);
});
