import type {Language} from './fill.js';
import {helpEnglish} from './help-en.js';
import {helpFrench} from './help-fr.js';

/** Every command that help speaks of; a family's own line stands under its bare name. */
export type CommandName =
  | 'collect'
  | 'charge'
  | 'otp'
  | 'status'
  | 'pending'
  | 'display'
  | 'refund'
  | 'resolve'
  | 'receipt'
  | 'cash'
  | 'cash sale'
  | 'cash refund'
  | 'cash in'
  | 'cash out'
  | 'cash drop'
  | 'cash drawer'
  | 'shift'
  | 'shift open'
  | 'shift hand-over'
  | 'shift x'
  | 'shift z'
  | 'shift show'
  | 'day'
  | 'claim'
  | 'why'
  | 'journal'
  | 'journal list'
  | 'journal show'
  | 'journal verify'
  | 'journal export'
  | 'bank'
  | 'bank list'
  | 'bank holder'
  | 'sandbox'
  | 'doctor'
  | 'demo'
  | 'completion';

type OptionName =
  | 'home'
  | 'profile'
  | 'baseUrl'
  | 'till'
  | 'person'
  | 'shop'
  | 'email'
  | 'zone'
  | 'dayStartsAt'
  | 'lang'
  | 'returnUrl'
  | 'listen'
  | 'onPaid'
  | 'plain'
  | 'json'
  | 'help'
  | 'version'
  | 'country'
  | 'network'
  | 'phone'
  | 'amount'
  | 'currency'
  | 'bank'
  | 'account'
  | 'otp'
  | 'sale'
  | 'again'
  | 'firstName'
  | 'lastName'
  | 'description'
  | 'customerEmail'
  | 'cardStdin'
  | 'cardAmount'
  | 'cardCurrency'
  | 'cardPhone'
  | 'cardAgain'
  | 'refundAmount'
  | 'refundReason'
  | 'resolveRefund'
  | 'wait'
  | 'waitForStatus'
  | 'watch'
  | 'as'
  | 'reason'
  | 'format'
  | 'width'
  | 'day'
  | 'float'
  | 'handTo'
  | 'count'
  | 'differenceNote'
  | 'approver'
  | 'skipQuestions'
  | 'waitForAnswers'
  | 'z'
  | 'zWidth'
  | 'print'
  | 'copy'
  | 'out'
  | 'cashAmount'
  | 'cashCurrency'
  | 'tendered'
  | 'cashReason'
  | 'cashRefundReason'
  | 'csvFormat'
  | 'fromDay'
  | 'toDay'
  | 'lists'
  | 'csvOut'
  | 'csv'
  | 'qr'
  | 'key'
  | 'verifyZ'
  | 'probe'
  | 'port'
  | 'data';

type UsageMistake =
  | 'missingArgument'
  | 'optionMissingArgument'
  | 'optionMissing'
  | 'unknownOption'
  | 'excessArguments'
  | 'unknownCommand'
  | 'subcommandMissing'
  | 'invalidValue';

export type HelpWords = {
  readonly tagline: string;
  readonly titles: {
    readonly usage: string;
    readonly arguments: string;
    readonly options: string;
    readonly globalOptions: string;
    readonly commands: string;
    readonly examples: string;
  };
  /** A heading and one line for each exit code. */
  readonly exits: readonly string[];
  readonly helpCommand: string;
  readonly commands: Readonly<Record<CommandName, string>>;
  readonly options: Readonly<Record<OptionName, string>>;
  readonly usage: Readonly<Record<UsageMistake, string>>;
};

/** What `--help` says, and the one line for a command that was typed wrongly. */
export const helpWords: Readonly<Record<Language, HelpWords>> = {en: helpEnglish, fr: helpFrench};
