import type {Command} from 'commander';
import type {Messages} from '../../core/messages/messages.js';
import type {ExitCode} from '../../core/problem.js';
import type {Session} from '../../session/session.js';
import type {Act} from '../define.js';
import {needsSubcommand} from '../family.js';
import type {RuleOptions} from './rules.js';

/** Collects the values of an option that can be given more than once. */
export const each = (value: string, values: readonly string[] = []) => [...values, value];

/** Adds the options of every reconciliation: the days, the files and how to read them, and what to show. */
export function defineComparison(command: Command, {options}: Messages['help']): Command {
  return command
    .option('--day <day>', options.day)
    .option('--from <day>', options.fromDay)
    .option('--to <day>', options.toDay)
    .option('--provider-file <file>', options.providerFile, each)
    .option('--payout-file <file>', options.payoutFile, each)
    .option('--bank-file <file>', options.bankFile, each)
    .option('--interval <days>', options.fileInterval)
    .option('--map <column>', options.fileMap, each)
    .option('--decimal-mark <mark>', options.decimalMark)
    .option('--separator <sign>', options.separator)
    .option('--date-order <order>', options.dateOrder)
    .option('--currency <currency>', options.fileCurrency)
    .option('--part <name>', options.filePart)
    .option('--password-stdin', options.passwordStdin)
    .option('--unproved', options.unproved)
    .option('--as-of <instant>', options.asOf)
    .option('--codes <codes>', options.codes)
    .option('--all', options.allLines);
}

type RuleActions = {
  readonly list: (session: Session) => Promise<ExitCode>;
  readonly add: (session: Session, text: string, options: RuleOptions) => Promise<ExitCode>;
  readonly remove: (session: Session, text: string) => Promise<ExitCode>;
};

/** Adds the subcommands for the rules of a reconciliation. */
export function defineRules(
  family: Command,
  {act, help}: {readonly act: Act; readonly help: Messages['help']},
  {list, add, remove}: RuleActions,
): Command {
  const {commands, options} = help;
  const rules = family.command('rules').description(commands['reconcile rules']);
  needsSubcommand(rules, help);
  rules.command('list').description(commands['reconcile rules list']).action(act(list));
  const adding = rules.command('add').description(commands['reconcile rules add']).argument('<text>');
  adding
    .option('--account <account>', options.ruleAccount)
    .option('--amount <amount>', options.ruleAmount)
    .option('--tolerance <amount>', options.ruleTolerance)
    .action(act(add));
  rules.command('remove').description(commands['reconcile rules remove']).argument('<text>').action(act(remove));
  return rules;
}
