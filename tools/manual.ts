import {readFileSync} from 'node:fs';
import {type CommandWords, everyCommand, readTree} from '../src/commands/completion.js';
import {wholeTable} from '../src/commands/table.js';
import {loadMessages, messages} from '../src/core/messages/messages.js';

/** The words of every command in English, of which the manual page and the completions are made. */
export async function commandWords(): Promise<CommandWords> {
  await loadMessages('en');
  return readTree(await wholeTable(), messages('en').help);
}

/** The manual page duka(1), as roff. `date` is that of the version. */
export function manualPage(
  root: CommandWords,
  {version, date}: {readonly version: string; readonly date: Date},
): string {
  const [, ...commands] = everyCommand(root);
  const doing = commands.filter(({subcommands, path}) => subcommands.length === 0 && path[0] !== 'help');
  return `${[
    `.TH DUKA 1 "${date.toISOString().slice(0, 10)}" "Duka ${version}"`,
    '.SH NAME',
    `duka \\- ${roff(root.description)}`,
    '.SH SYNOPSIS',
    '.B duka\n[\\fIoptions\\fR] [\\fIcommand\\fR]',
    '.SH DESCRIPTION',
    'Without a command the screens of the till open. Everything on them can be done by command; duka \\fIcommand\\fR \\-\\-help explains one of them, with examples.',
    '.SH OPTIONS',
    ...optionsOf(root),
    '.SH COMMANDS',
    ...doing.flatMap(command => [
      `.SS duka ${roff(command.path.join(' '))}`,
      roff(command.description),
      ...optionsOf(command),
    ]),
    '.SH EXIT STATUS',
    ...exitCodes().flatMap(([code, meaning]) => [`.TP\n.B ${code}`, roff(meaning)]),
  ].join('\n')}\n`;
}

const optionsOf = ({options}: CommandWords): readonly string[] =>
  options
    .filter(({flags}) => !flags.includes('--help'))
    .flatMap(({flags, description, takesValue}) => [
      `.TP\n.B ${roff(flags.join(', '))}${takesValue ? ' \\fIvalue\\fR' : ''}`,
      roff(description),
    ]);

/** The table of exit codes in docs/commands.md, without its marks of Markdown. */
function exitCodes(): readonly (readonly [code: string, meaning: string])[] {
  const rows = readFileSync('docs/commands.md', 'utf8').matchAll(/^\| (\d+) \| (.*) \|$/gm);
  return [...rows].map(([, code = '', meaning = '']) => [code, meaning.replaceAll(/[*`]/g, '')]);
}

/** Text as roff prints it: no sign of it is a request, and a hyphen is the one that can be typed. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
