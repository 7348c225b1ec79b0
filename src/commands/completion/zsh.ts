import type {Offer} from '../define.js';
import {type CommandWords, everyCommand, type OptionWords} from './tree.js';

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
    quoted(`${flag}${takesValue && flag.startsWith('--') ? '=' : ''}[${escaped(description)}]${value}`),
  );
}

const offerSpec = (offer: Offer) => quoted(`*: :${actionOf(offer)}`);

function actionOf(offer: Offer): string {
  return offer === 'folders' ? '_files -/' : `(${offer.join(' ')})`;
}

function dispatch(subcommands: readonly CommandWords[]): string {
  const lines = subcommands.map(({path, description}) => `${path.at(-1)}:${description.replaceAll(':', '\\:')}`);
  const cases = subcommands.map(command => `        ${command.path.at(-1)}) ${nameOf(command)} ;;`);
  return `  case $state in
    command)
      local -a commands=(
${lines.map(line => `        ${quoted(line)}`).join('\n')}
      )
      _describe -t commands duka commands ;;
    rest)
      case $line[1] in
${cases.join('\n')}
      esac ;;
  esac`;
}

const escaped = (text: string) => text.replaceAll(/[\\[\]:]/g, sign => `\\${sign}`);
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
