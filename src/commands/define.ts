import type {Command} from 'commander';
import type {Messages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import type {Session} from '../session/session.js';

/** Connects the work of a command to its place in the command line. */
export type Act = <Parameters extends readonly unknown[]>(
  perform: (session: Session, ...parameters: Parameters) => Promise<ExitCode>,
) => (...parameters: Parameters) => Promise<void>;

/** `readProgram` reads the command line with every command defined. */
type Parts = {readonly act: Act; readonly help: Messages['help']; readonly readProgram: () => Promise<Command>};

/** What every command module exports: a function that declares the command's arguments, options and examples, and what it does. */
export type Define = (command: Command, parts: Parts) => void;
