import {momentText} from '../../core/day/business-day.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {ReconciliationRecords} from '../../core/reconcile/records/records.js';
import {
  partsIn,
  plainText,
  type RuleSaid,
  ruleOffers,
  ruleSaid,
  type ShopRule,
} from '../../core/reconcile/rows/rules.js';
import {cleanText} from '../../core/text/text.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {type CommandAction, type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withPerson, withReading} from '../reading.js';

const addOptions = {
  '--account <account>': 'ruleAccount',
  '--amount <amount>': 'ruleAmount',
  '--tolerance <amount>': 'ruleTolerance',
} satisfies OptionSpecs;
export type RuleOptions = OptionsOf<typeof addOptions>;

type RuleActions = {
  readonly list: CommandAction<[]>;
  readonly add: CommandAction<[string, RuleOptions]>;
  readonly remove: CommandAction<[string]>;
};

/** The subcommands for the rules of a reconciliation. */
export const ruleCommands = ({list, add, remove}: RuleActions): CommandSpec => ({
  says: 'reconcile rules',
  commands: {
    list: commandOf({says: 'reconcile rules list', action: list}),
    add: commandOf({says: 'reconcile rules add', arguments: ['<text>'], options: addOptions, action: add}),
    remove: commandOf({says: 'reconcile rules remove', arguments: ['<text>'], action: remove}),
  },
});

/**
 * Lists what people have stated about bank entries. Under `--json` an array of `{text, amount, tolerance, account, by, at}`, with the
 * `parts` of an account that is several.
 */
export async function listRules(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {reconciled}}) => tellRules(session, reconciled));
}

export function tellRules(session: Session, records: ReconciliationRecords): ExitCode {
  const {zone} = configOf(session);
  const words = messages(session.language).reconcileCommand.rules;
  const rules = records.rules.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const ruleText = ({text, amount, tolerance, account, learned, who, when}: ShopRule) =>
    [
      text,
      ...(amount === null ? [] : [words.amount({amount})]),
      ...(tolerance === null ? [] : [words.tolerance({tolerance})]),
      ...(account === null ? [] : [words.account({account})]),
      ...(learned === undefined ? [] : [messages(session.language).reconcile.rule.learned({count: learned})]),
      words.by({who: cleanText(who, 80), when: momentText(Date.parse(when), zone)}),
    ].join(' · ');
  if (session.isJson)
    writeJson(
      session,
      rules.map(({who, when, ...rule}) => ({...withParts(rule), by: who, at: when})),
    );
  else writeLines(session, rules.length === 0 ? [words.none] : rules.map(ruleText));
  return exitCodes.done;
}

function withParts({split, ...rule}: RuleSaid) {
  return {...rule, ...(split && {parts: partsIn(rule.account ?? '')})};
}

/**
 * Adds a rule, in place of one with the same text. Without an account and a tolerance, it takes the account from what was accepted before.
 * Under `--json` the rule. Throws `Problem` person-missing, rule-invalid, split-invalid, and the journal's.
 */
export async function addRule(session: Session, text: string, options: RuleOptions): Promise<ExitCode> {
  return withPerson(session, 'reconcile rules add', async ({till}, person) => {
    const rule = ruleTyped(till.state.reconciled, text, options);
    await till.addRule(rule, person);
    return tellRuleAdded(session, rule);
  });
}

/** A rule as it was typed. Without an account and a tolerance, it takes the account from what was accepted before. */
export function ruleTyped(records: ReconciliationRecords, text: string, options: RuleOptions): RuleSaid {
  const {amount = null, tolerance = null, account = null} = options;
  const typed = {text, amount, tolerance, account};
  return account === null && tolerance === null ? {...typed, ...learned(records, text)} : typed;
}

export function tellRuleAdded(session: Session, rule: RuleSaid): ExitCode {
  const named = {text: plainText(rule.text)};
  note(session, `✓ ${messages(session.language).reconcileCommand.rules.added(named)}`);
  if (session.isJson) writeJson(session, withParts(ruleSaid(rule)));
  return exitCodes.done;
}

/** The account of entries with the text, by the note with which all of them were accepted; empty if there is none. */
function learned(records: ReconciliationRecords, text: string): Partial<RuleSaid> {
  const offer = ruleOffers(records).find(each => each.text === plainText(text));
  return offer?.account == null ? {} : {account: offer.account, learned: offer.count};
}

/** Removes a rule. Under `--json` `{text}`. Throws `Problem` person-missing, rule-unknown, and the journal's. */
export async function removeRule(session: Session, text: string): Promise<ExitCode> {
  return withPerson(session, 'reconcile rules remove', async ({till}, person) => {
    await till.removeRule(text, person);
    return tellRuleRemoved(session, text);
  });
}

export function tellRuleRemoved(session: Session, text: string): ExitCode {
  const named = {text: plainText(text)};
  note(session, `✓ ${messages(session.language).reconcileCommand.rules.removed(named)}`);
  if (session.isJson) writeJson(session, named);
  return exitCodes.done;
}
