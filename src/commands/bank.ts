import {isOfOther} from '../core/endpoints/account-holder.js';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {accountsProblem, type ListedBank} from '../till/accounts.js';
import {findHolder, listBanks} from '../till/bank-list.js';
import {inColumns} from '../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {currencies} from './values.js';

const accountOptions = {
  '--currency <code>': {says: 'accountCurrency', offers: currencies, isRequired: true},
  '--bank <code>': {says: 'bank', isRequired: true},
  '--account <number>': {says: 'account', isRequired: true},
} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: ['duka bank list KES', 'duka bank holder --currency NGN --bank 000013 --account 0123456789'],
  commands: {
    list: commandOf({
      arguments: ['<currency>'],
      offers: currencies,
      examples: ['duka bank list KES', 'duka bank list XOF --json'],
      action: listOf,
    }),
    holder: commandOf({
      options: accountOptions,
      examples: ['duka bank holder --currency NGN --bank 000013 --account 0123456789'],
      action: holderOf,
    }),
  },
};

async function listOf(session: Session, typed: string): Promise<ExitCode> {
  const currency = currencyFrom(typed);
  const {answer, banks} = await listBanks(session.surroundings(), currency);
  if (banks === undefined) throw accountsProblem(answer, currency);
  if (session.isJson) writeJson(session, banks);
  else writeLines(session, bankLines(session, banks));
  return exitCodes.done;
}

/** Any currency code is allowed: the service also knows banks of currencies that this till does not take. */
function currencyFrom(typed: string): string {
  const currency = typed.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new Problem('currency-unknown', {currency: cleanText(currency, 20)});
  return currency;
}

/** Shows the name of the holder of an account, or throws if the service refuses to say. Sends no money. */
async function holderOf(
  session: Session,
  {currency: typed, bank: code, account}: OptionsOf<typeof accountOptions>,
): Promise<ExitCode> {
  const currency = currencyFrom(typed);
  const question = {currency, bankCode: code.trim(), accountNumber: account.replaceAll(/[\s-]/g, '')};
  const {answer, outcome, bank} = await findHolder(session.surroundings(), question);
  if (outcome.kind === 'refused') throw new Problem('account-refused', {text: outcome.text});
  if (outcome.kind === 'unclear') throw accountsProblem(answer, currency);
  const isOther = isOfOther(outcome, question);
  const found = {...question, name: outcome.name, status: outcome.status, bank: bank?.name ?? null, isOther};
  const words = messages(session.language).command.holder;
  if (session.isJson) writeJson(session, {...found, active: bank?.active ?? null, blocked: bank?.blocked ?? null});
  else {
    const where = [question.accountNumber, bank?.name ?? '', question.bankCode].filter(text => text !== '');
    writeLines(session, [[outcome.name, outcome.status, ...where].map(text => cleanText(text, 80)).join('   ')]);
  }
  if (bank !== undefined && (!bank.active || bank.blocked)) note(session, `! ${words.closed}`);
  if (isOther) note(session, `! ${words.other}`);
  return isOther ? exitCodes.needsPerson : exitCodes.done;
}

function bankLines({language}: Session, banks: readonly ListedBank[]): readonly string[] {
  const words = messages(language).command.bank;
  const rows = banks.map(bank => [signs[standing(bank)], bank.code, bank.name, bank.country, words[standing(bank)]]);
  return inColumns(rows, {longest: 60});
}

/** Only a wallet can be asked for money; the holder of an account is told by every bank, also one that is closed now. */
const signs = {offered: '✓', unusable: '·', inactive: '!', blocked: '!'} as const;

function standing({offered, active, blocked}: ListedBank): keyof typeof signs {
  if (offered) return 'offered';
  if (!active) return 'inactive';
  return blocked ? 'blocked' : 'unusable';
}
