import {languages, type Messages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import type {Session} from '../session/session.js';

type Help = Messages['help'];

/** What a shell offers for a value: a list of words, the existing folders, or nothing. */
export type Offer = readonly string[] | 'folders';

/** An option by the key of its description, and what a shell offers for its value. One with `isHidden` is for our own programs. */
type OptionSpec =
  | keyof Help['options']
  | {
      readonly says: keyof Help['options'];
      readonly offers?: Offer;
      readonly isRepeatable?: true;
      readonly isRequired?: true;
    }
  | {readonly isHidden: true};

/** Options by how they are typed, such as `--print` or `--amount <amount>`, in the order of the help. */
export type OptionSpecs = Readonly<Record<`-${string}`, OptionSpec>>;

export type CommandTable = Readonly<Record<string, CommandSpec>>;

/** A command. `offers` is for its argument. Without an action it only works with one of its subcommands. */
export type CommandSpec = {
  /** The key of its description, unless that is the command as it is typed. */
  readonly says?: keyof Help['commands'];
  readonly arguments?: readonly string[];
  readonly offers?: Offer;
  readonly options?: OptionSpecs;
  readonly examples?: readonly string[];
  readonly commands?: CommandTable;
  readonly action?: CommandAction<never>;
};

export type CommandAction<Parameters extends readonly unknown[]> = (
  session: Session,
  ...parameters: Parameters
) => Promise<ExitCode>;

/** A command with an action, which is called with its arguments, its options and a function that reads the whole table of commands. */
export const commandOf = <
  const Arguments extends readonly string[] = [],
  const Options extends OptionSpecs = Record<never, never>,
>(
  spec: Omit<CommandSpec, 'action'> & {
    readonly arguments?: Arguments;
    readonly options?: Options;
    readonly action: CommandAction<[...ArgumentsOf<Arguments>, OptionsOf<Options>, () => Promise<CommandTable>]>;
  },
): CommandSpec => spec;

export const descriptionOf = ({says}: CommandSpec, path: string, {commands}: Help): string =>
  (commands as Readonly<Record<string, string>>)[says ?? path] ?? '';

type ArgumentsOf<Arguments extends readonly string[]> = {
  readonly [At in keyof Arguments]: Arguments[At] extends `<${string}...>`
    ? readonly string[]
    : Arguments[At] extends `<${string}>`
      ? string
      : string | undefined;
};

export type OptionsOf<Options extends OptionSpecs> = {
  readonly [Flag in keyof Options as Options[Flag] extends {isRequired: true} ? never : NameOf<Flag>]?: ValueOf<
    Flag,
    Options[Flag]
  >;
} & {
  readonly [Flag in keyof Options as Options[Flag] extends {isRequired: true} ? NameOf<Flag> : never]: ValueOf<
    Flag,
    Options[Flag]
  >;
};

type ValueOf<Flag, Option> = Flag extends `${string} <${string}>`
  ? Option extends {isRepeatable: true}
    ? readonly string[]
    : string
  : boolean;
type NameOf<Flag> = Flag extends `--${infer Name} <${string}>`
  ? CamelCase<Name>
  : Flag extends `--${infer Name}`
    ? CamelCase<Name>
    : never;
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export const globalOptions = {
  '--as <name>': 'asPerson',
  '--home <folder>': {says: 'home', offers: 'folders'},
  '--profile <name>': {says: 'profile', offers: ['sandbox', 'test', 'live']},
  '--base-url <address>': 'baseUrl',
  '--till <id>': 'till',
  '--new-till': 'newTill',
  '--person <name>': 'person',
  '--approved-by <name>': 'approvedBy',
  '--pin-stdin': 'pinStdin',
  '--shop <name>': 'shop',
  '--email <address>': 'email',
  '--zone <name>': 'zone',
  '--day-starts-at <time>': 'dayStartsAt',
  '--lang <language>': {says: 'lang', offers: languages},
  '--return-url <address>': 'returnUrl',
  '--listen <address>': 'listen',
  '--on-paid <command>': 'onPaid',
  '--plain': 'plain',
  '--json': 'json',
} satisfies OptionSpecs;
