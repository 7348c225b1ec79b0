import {type Language, messages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import {fields, oneOf as one, text} from '../core/spec/spec.js';
import {shells} from '../runtime/said.js';
import {answerFile} from '../session/print.js';
import type {Session} from '../session/session.js';
import {bashScript, type CommandWords, fishScript, readTree, zshScript} from './completion/scripts.js';
import {type CommandTable, commandOf} from './define.js';
import {oneOf} from './values.js';

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
