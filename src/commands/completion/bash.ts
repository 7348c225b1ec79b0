import {type CommandWords, everyCommand, namesOf, type OptionWords} from './tree.js';

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
function placeOf({path}: CommandWords): string {
  return `"${path.map(word => ` ${word}`).join('')}"`;
}

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
