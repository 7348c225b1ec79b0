import type {Command} from 'commander';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {writeJson} from '../session/print.js';
import type {Session} from '../session/session.js';
import {bashScript} from './completion/bash.js';
import {fishScript} from './completion/fish.js';
import {type Shell, shells} from './completion/offers.js';
import {type CommandWords, readTree} from './completion/tree.js';
import {zshScript} from './completion/zsh.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {oneOf} from './values.js';

export const define: Define = (command, {act, help: {commands}, readProgram}) => {
  const print = (session: Session, shell: string) => completion(session, shell, readProgram);
  command.description(commands.completion).argument('<shell>').action(act(print));
  examples(command, Object.values(uses));
};

/** The command that installs the script in each shell. */
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

async function completion(session: Session, typed: string, readProgram: () => Promise<Command>): Promise<ExitCode> {
  const {language, face, isJson} = session;
  const shell = oneOf({name: 'shell', value: typed.trim(), language}, shells);
  const root = readTree(await readProgram());
  // zsh reads from the first line what a file in its folder completes.
  const marker = shell === 'zsh' ? '#compdef duka\n' : '';
  const heading = messages(language).completion.heading({shell, use: uses[shell]});
  const script = `${marker}# ${heading}\n\n${scripts[shell](root)}`;
  if (isJson) writeJson(session, {shell, script});
  else face.write(script);
  return exitCodes.done;
}
