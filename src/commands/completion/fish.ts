import type {Offer} from '../define.js';
import {type CommandWords, everyCommand, type OptionWords} from './tree.js';

/** The script for fish 3 and later: one line for each word or option, with the place where it may be typed. */
export function fishScript(root: CommandWords): string {
  const commands = everyCommand(root);
  const valued = [...new Set(commands.flatMap(({options}) => options.filter(takesValue).flatMap(({flags}) => flags)))];
  const places = commands.filter(({path}) => path.length > 0).map(({path}) => quoted(path.join(' ')));
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

const takesValue = (option: OptionWords) => option.takesValue;

function linesOf({path, options, offers, subcommands}: CommandWords): readonly string[] {
  const place = path.length === 0 ? '__duka_at' : `__duka_at ${path.join(' ')}`;
  const there = `complete -c duka -n ${quoted(place)}`;
  const words = subcommands.map(child => `${there} -a ${child.path.at(-1)} -d ${quoted(child.description)}`);
  const values = offers.flatMap(offer => (offer.length === 0 ? [] : [`${there} ${offered(offer)}`]));
  // The options of `duka` itself may be typed anywhere.
  const flags = options.map(option => optionLine(path.length === 0 ? 'complete -c duka' : there, option));
  return [...words, ...values, ...flags];
}

function optionLine(start: string, {flags, description, takesValue: isValued, offer}: OptionWords): string {
  const names = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = isValued ? [offer.length === 0 ? '-x' : `-x ${offered(offer)}`] : [];
  return [start, ...names, ...value, `-d ${quoted(description)}`].join(' ');
}

const offered = (offer: Offer) =>
  `-a ${quoted(offer === 'folders' ? '(__fish_complete_directories)' : offer.join(' '))}`;
const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, sign => `\\${sign}`)}'`;
