import {isOfOther} from '../core/endpoints/account-holder.js';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {fields, flag, list, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {answer, note} from '../session/print.js';
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

const standing = {
  active: flag('whether the service says that it is in use'),
  blocked: flag('whether the service takes no transactions with it'),
};
const notListed = 'the service does not list it';
export const answers = {
  'bank list': list(
    fields({
      code: text('by which the service calls it'),
      name: text('of the bank or wallet'),
      shortName: text('as the service shortens it; empty: it does not'),
      type: text('`mobile_money` for a wallet'),
      ...standing,
      country: text('by ISO 3166-1, alpha-3'),
      currency: text('by ISO 4217'),
      offered: flag('whether this till would request money from it'),
    }),
    'the banks and wallets as the service lists them',
  ),
  'bank holder': fields({
    currency: text('of the account'),
    bankCode: text('that was named'),
    accountNumber: text('that was named, without blanks'),
    name: text('of the holder'),
    status: text('of the account, in the words of the service'),
    bank: orNull(text('its name'), notListed),
    isOther: flag('whether the answer names another account than the one in question'),
    active: orNull(standing.active, notListed),
    blocked: orNull(standing.blocked, notListed),
  }),
};

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
  const {answer: said, banks} = await listBanks(session.surroundings(), currency);
  if (banks === undefined) throw accountsProblem(said, currency);
  return answer(session, answers['bank list'], banks, () => bankLines(session, banks));
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
  const {answer: said, outcome, bank} = await findHolder(session.surroundings(), question);
  if (outcome.kind === 'refused') throw new Problem('account-refused', {text: outcome.text});
  if (outcome.kind === 'unclear') throw accountsProblem(said, currency);
  const isOther = isOfOther(outcome, question);
  const {active = null, blocked = null, name: bankName = null} = bank ?? {};
  const {name, status} = outcome;
  const words = messages(session.language).command.holder;
  const found = {...question, name, status, bank: bankName, isOther, active, blocked};
  const shown = [question.accountNumber, bankName ?? '', question.bankCode].filter(each => each !== '');
  await answer(session, answers['bank holder'], found, [
    [name, status, ...shown].map(each => cleanText(each, 80)).join('   '),
  ]);
  if (bank !== undefined && (!bank.active || bank.blocked)) note(session, `! ${words.closed}`);
  if (isOther) note(session, `! ${words.other}`);
  return isOther ? exitCodes.needsPerson : exitCodes.done;
}

function bankLines({language}: Session, banks: readonly ListedBank[]): readonly string[] {
  const words = messages(language).command.bank;
  const rows = banks.map(bank => [
    signs[standingOf(bank)],
    bank.code,
    bank.name,
    bank.country,
    words[standingOf(bank)],
  ]);
  return inColumns(rows, {longest: 60});
}

/** Only a wallet can be asked for money; the holder of an account is told by every bank, also one that is closed now. */
const signs = {offered: '✓', unusable: '·', inactive: '!', blocked: '!'} as const;

function standingOf({offered, active, blocked}: ListedBank): keyof typeof signs {
  if (offered) return 'offered';
  if (!active) return 'inactive';
  return blocked ? 'blocked' : 'unusable';
}
