import {type Language, type Messages, messages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import {fields, oneOf as one, text} from '../core/spec/spec.js';
import {shells} from '../runtime/said.js';
import {answerFile} from '../session/print.js';
import type {Session} from '../session/session.js';
import {
  type CommandSpec,
  type CommandTable,
  commandOf,
  descriptionOf,
  globalOptions,
  type Offer,
  type OptionSpecs,
} from './define.js';
import {oneOf} from './values.js';

export type CommandWords = {
  /** Empty for `duka` itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly subcommands: readonly CommandWords[];
  /** Its own options. Only `duka` itself includes the global ones. */
  readonly options: readonly OptionWords[];
  readonly offers: readonly Offer[];
};

type OptionWords = {
  /** `--json`, or `-V` and `--version`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly offer: Offer;
};

const helpOption = {'-h, --help': 'help'} satisfies OptionSpecs;

export function readTree(table: CommandTable, help: Messages['help']): CommandWords {
  const commands = subcommandsOf(table, [], help);
  const names = [...namesOf(commands), 'help'];
  const helping = {path: ['help'], description: help.helpCommand, subcommands: [], options: [], offers: [names]};
  const options = optionsOf({'-V, --version': 'version', ...globalOptions, ...helpOption}, help);
  return {path: [], description: help.tagline, subcommands: [...commands, helping], options, offers: []};
}

function subcommandsOf(table: CommandTable, path: readonly string[], help: Messages['help']): readonly CommandWords[] {
  return Object.entries(table).map(([name, spec]) => wordsOf(spec, [...path, name], help));
}

function wordsOf(spec: CommandSpec, path: readonly string[], help: Messages['help']): CommandWords {
  return {
    path,
    description: descriptionOf(spec, path.join(' '), help),
    subcommands: subcommandsOf(spec.commands ?? {}, path, help),
    options: optionsOf({...spec.options, ...helpOption}, help),
    offers: (spec.arguments ?? []).map(() => spec.offers ?? []),
  };
}

function optionsOf(options: OptionSpecs, help: Messages['help']): readonly OptionWords[] {
  return Object.entries(options).flatMap(([typed, spec]) => {
    if (typeof spec !== 'string' && 'isHidden' in spec) return [];
    const {says, offers = []} = typeof spec === 'string' ? {says: spec} : spec;
    const [flags = '', value] = typed.split(' <');
    return [
      {flags: flags.split(', '), description: help.options[says], takesValue: value !== undefined, offer: offers},
    ];
  });
}

const namesOf = (commands: readonly CommandWords[]): readonly string[] => commands.map(({path}) => path.at(-1) ?? '');

/** A command and everything below it, with itself first. */
export function everyCommand(command: CommandWords): readonly CommandWords[] {
  return [command, ...command.subcommands.flatMap(everyCommand)];
}

/** The script for bash 3.2, which macOS has, and later: it uses no associative arrays and no mapfile. */
export function bashScript(root: CommandWords): string {
  const commands = everyCommand(root);
  const valued = [...new Set(commands.flatMap(({options}) => options.filter(takesValue).flatMap(({flags}) => flags)))];
  return `_duka() {
  local current=\${COMP_WORDS[COMP_CWORD]} place='' awaited='' words='' options='' word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == = ]]; then continue; fi
    if [[ -n $awaited ]]; then awaited=''; continue; fi
    case $word in
      ${valued.join('|')}) awaited=$word ;;
      -*) ;;
      *) case "$place $word" in
        ${commands
          .filter(({path}) => path.length > 0)
          .map(placeOf)
          .join('|')}) place="$place $word" ;;
      esac ;;
    esac
  done
  if [[ $current == = ]]; then current=''; fi
  if [[ -n $awaited ]]; then
    case "$place $awaited" in
${commands.flatMap(valueCases).join('\n')}
    esac
  else
    case $place in
${commands.map(command => wordCase(command, root)).join('\n')}
    esac
    if [[ $current == -* || -z $words ]]; then words=$options; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _duka duka
`;
}

const takesValue = (option: OptionWords) => option.takesValue;

/** How the script notes which command it is in: each word with a space before it. */
const placeOf = ({path}: CommandWords): string => `"${path.map(word => ` ${word}`).join('')}"`;

function valueCases(command: CommandWords): readonly string[] {
  const {options, path} = command;
  return options.filter(takesValue).flatMap(({flags, offer}) => {
    const patterns = flags.map(flag => (path.length === 0 ? `*" ${flag}"` : `${placeOf(command)}" ${flag}"`));
    const folders = `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$current")); return`;
    if (offer === 'folders') return [`      ${patterns.join('|')}) ${folders} ;;`];
    return offer.length === 0 ? [] : [`      ${patterns.join('|')}) words='${offer.join(' ')}' ;;`];
  });
}

function wordCase(command: CommandWords, root: CommandWords): string {
  const {subcommands, offers, options} = command;
  const words = [...namesOf(subcommands), ...offers.flatMap(offer => (offer === 'folders' ? [] : offer))];
  const flags = [...options, ...(command === root ? [] : root.options)].flatMap(option => option.flags);
  return `      ${placeOf(command)}) words='${words.join(' ')}' options='${[...new Set(flags)].join(' ')}' ;;`;
}

/** The script for zsh: one function per command, which calls the function of the next word. */
export function zshScript(root: CommandWords): string {
  const functions = everyCommand(root).map(command => functionOf(command, root));
  return `${functions.join('\n\n')}

if [[ $funcstack[1] == _duka ]]; then _duka "$@"; else compdef _duka duka; fi
`;
}

function functionOf(command: CommandWords, root: CommandWords): string {
  const {options, offers, subcommands} = command;
  const all = [...options, ...(command === root ? [] : root.options)];
  const known = all.filter(({flags}, index) => all.findIndex(other => other.flags[0] === flags[0]) === index);
  const specs = [...known.flatMap(optionSpecs), ...(subcommands.length > 0 ? wordSpecs : offers.map(offerSpec))];
  const body = [
    '  local context state state_descr line',
    '  typeset -A opt_args',
    `  _arguments -C \\\n${specs.map(spec => `    ${spec}`).join(' \\\n')}`,
    ...(subcommands.length > 0 ? [dispatch(subcommands)] : []),
  ];
  return `${nameOf(command)}() {\n${body.join('\n')}\n}`;
}

const nameOf = ({path}: CommandWords) => ['_duka', ...path].join('_');
const wordSpecs = ["'1: :->command'", "'*:: :->rest'"];

function optionSpecs({flags, description, takesValue, offer}: OptionWords): readonly string[] {
  const value = takesValue ? `: :${actionOf(offer)}` : '';
  return flags.map(flag =>
    zshQuoted(`${flag}${takesValue && flag.startsWith('--') ? '=' : ''}[${escaped(description)}]${value}`),
  );
}

const offerSpec = (offer: Offer) => zshQuoted(`*: :${actionOf(offer)}`);

const actionOf = (offer: Offer): string => (offer === 'folders' ? '_files -/' : `(${offer.join(' ')})`);

function dispatch(subcommands: readonly CommandWords[]): string {
  const lines = subcommands.map(({path, description}) => `${path.at(-1)}:${description.replaceAll(':', '\\:')}`);
  const cases = subcommands.map(command => `        ${command.path.at(-1)}) ${nameOf(command)} ;;`);
  return `  case $state in
    command)
      local -a commands=(
${lines.map(line => `        ${zshQuoted(line)}`).join('\n')}
      )
      _describe -t commands duka commands ;;
    rest)
      case $line[1] in
${cases.join('\n')}
      esac ;;
  esac`;
}

const escaped = (text: string) => text.replaceAll(/[\\[\]:]/g, sign => `\\${sign}`);
const zshQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The script for fish 3 and later: one line for each word or option, with the place where it may be typed. */
export function fishScript(root: CommandWords): string {
  const commands = everyCommand(root);
  const valued = [...new Set(commands.flatMap(({options}) => options.filter(takesValue).flatMap(({flags}) => flags)))];
  const places = commands.filter(({path}) => path.length > 0).map(({path}) => fishQuoted(path.join(' ')));
  return `function __duka_place
    set -l place
    set -l awaited ''
    for word in (commandline -opc)[2..-1]
        if test -n "$awaited"
            set awaited ''
        else if contains -- $word ${valued.join(' ')}
            set awaited $word
        else if contains -- (string join ' ' $place $word) ${places.join(' ')}
            set place $place $word
        end
    end
    string join ' ' '' $place
end

function __duka_at
    test (__duka_place) = (string join ' ' '' $argv)
end

complete -c duka -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({path, options, offers, subcommands}: CommandWords): readonly string[] {
  const place = path.length === 0 ? '__duka_at' : `__duka_at ${path.join(' ')}`;
  const there = `complete -c duka -n ${fishQuoted(place)}`;
  const words = subcommands.map(child => `${there} -a ${child.path.at(-1)} -d ${fishQuoted(child.description)}`);
  const values = offers.flatMap(offer => (offer.length === 0 ? [] : [`${there} ${offered(offer)}`]));
  // The options of `duka` itself may be typed anywhere.
  const flags = options.map(option => optionLine(path.length === 0 ? 'complete -c duka' : there, option));
  return [...words, ...values, ...flags];
}

function optionLine(start: string, {flags, description, takesValue: isValued, offer}: OptionWords): string {
  const names = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = isValued ? [offer.length === 0 ? '-x' : `-x ${offered(offer)}`] : [];
  return [start, ...names, ...value, `-d ${fishQuoted(description)}`].join(' ');
}

const offered = (offer: Offer) =>
  `-a ${fishQuoted(offer === 'folders' ? '(__fish_complete_directories)' : offer.join(' '))}`;
const fishQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, sign => `\\${sign}`)}'`;

type Shell = (typeof shells)[number];

const uses: Readonly<Record<Shell, string>> = {
  bash: 'duka completion bash > ~/.local/share/bash-completion/completions/duka',
  zsh: 'duka completion zsh > "$' + '{fpath[1]}/_duka"',
  fish: 'duka completion fish > ~/.config/fish/completions/duka.fish',
};
const scripts: Readonly<Record<Shell, (root: CommandWords) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const command = commandOf({
  arguments: ['<shell>'],
  offers: shells,
  examples: Object.values(uses),
  action: completion,
});

export const answers = {
  completion: fields({shell: one(shells, 'the shell that it is for'), script: text('what the shell has to read')}),
};

async function completion(
  session: Session,
  typed: string,
  _: object,
  readTable: () => Promise<CommandTable>,
): Promise<ExitCode> {
  const {language} = session;
  const shell = oneOf({name: 'shell', value: typed.trim(), language}, shells);
  const script = completionScript(await readTable(), shell, language);
  return answerFile(session, answers.completion, {shell, script}, script);
}

/** What a shell has to read, whose words are all of the table of commands. */
export function completionScript(table: CommandTable, shell: Shell, language: Language): string {
  const root = readTree(table, messages(language).help);
  // zsh reads from the first line what a file in its folder completes.
  const marker = shell === 'zsh' ? '#compdef duka\n' : '';
  const heading = messages(language).completion.heading({shell, use: uses[shell]});
  return `${marker}# ${heading}\n\n${scripts[shell](root)}`;
}
