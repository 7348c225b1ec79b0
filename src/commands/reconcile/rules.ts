import {momentText} from '../../core/day/business-day.js';
import {instantText} from '../../core/day/schema.js';
import {messages} from '../../core/messages/messages.js';
import type {ExitCode} from '../../core/problem.js';
import type {ReconciliationRecords} from '../../core/reconcile/records/records.js';
import {
  partsIn,
  plainText,
  type RuleSaid,
  ruleOffers,
  ruleSaid,
  type ShopRule,
} from '../../core/reconcile/rows/rules.js';
import {count, fields, list, made, named, optional, orNull, text} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note} from '../../session/print.js';
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

export const ruleCommands = ({list, add, remove}: RuleActions): CommandSpec => ({
  says: 'reconcile rules',
  commands: {
    list: commandOf({says: 'reconcile rules list', action: list}),
    add: commandOf({says: 'reconcile rules add', arguments: ['<text>'], options: addOptions, action: add}),
    remove: commandOf({says: 'reconcile rules remove', arguments: ['<text>'], action: remove}),
  },
});

const partSpec = fields({
  account: text('of the part'),
  percent: orNull(text('of the entry'), 'it takes the rest'),
  tax: orNull(text('the rate of the tax in it, in percent'), 'there is none'),
});
const ruleMembers = {
  text: text('in capitals, of the entries of a bank that it is of; `*` is anything'),
  amount: orNull(text('of this amount alone'), 'it is of any amount'),
  tolerance: orNull(text('`1 %`, or an amount'), 'no difference is let through'),
  account: orNull(text('where such entries belong'), 'it lets differences through, and no more'),
  learned: optional(count('the acceptances from which it was learned'), 'it was typed'),
  parts: made(
    optional(orNull(list(partSpec, 'of the account'), 'the account does not share out the whole'), 'it is one account'),
    ({split, account}: RuleSaid) => split && partsIn(account ?? ''),
  ),
};

const rulesAnswer = list(
  fields({
    ...ruleMembers,
    by: made(text('who stated it'), ({who}: ShopRule) => who),
    at: made(instantText('when'), ({when}: ShopRule) => when),
  }),
  'by their texts',
);
const ruleAnswer = named('rule', fields(ruleMembers, 'What entries of a bank are.'))();
const removedAnswer = fields({text: text('of the rule')});

export const answers = {
  'reconcile rules list': rulesAnswer,
  'office reconcile rules list': rulesAnswer,
  'reconcile rules add': ruleAnswer,
  'office reconcile rules add': ruleAnswer,
  'reconcile rules remove': removedAnswer,
  'office reconcile rules remove': removedAnswer,
};

export const listRules = async (session: Session): Promise<ExitCode> =>
  withReading(session, async ({state: {reconciled}}) => tellRules(session, reconciled));

export function tellRules(session: Session, records: ReconciliationRecords): Promise<ExitCode> {
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
  return answer(session, answers['reconcile rules list'], rules, () =>
    rules.length === 0 ? [words.none] : rules.map(ruleText),
  );
}

/** Adds or replaces a rule, by default with the account accepted before. Throws `Problem` person-missing, rule-invalid, split-invalid. */
export const addRule = async (session: Session, text: string, options: RuleOptions): Promise<ExitCode> =>
  withPerson(session, 'reconcile rules add', async ({till}, person) => {
    const rule = ruleTyped(till.state.reconciled, text, options);
    await till.decide({type: 'add-rule', rule, person});
    return tellRuleAdded(session, rule);
  });

/** A rule as it was typed. Without an account and a tolerance, it takes the account from what was accepted before. */
export function ruleTyped(records: ReconciliationRecords, text: string, options: RuleOptions): RuleSaid {
  const {amount = null, tolerance = null, account = null} = options;
  const typed = {text, amount, tolerance, account};
  return account === null && tolerance === null ? {...typed, ...learned(records, text)} : typed;
}

export function tellRuleAdded(session: Session, rule: RuleSaid): Promise<ExitCode> {
  const named = {text: plainText(rule.text)};
  note(session, `✓ ${messages(session.language).reconcileCommand.rules.added(named)}`);
  return answer(session, answers['reconcile rules add'], ruleSaid(rule), []);
}

/** The account of entries with the text, by the note with which all of them were accepted; empty if there is none. */
function learned(records: ReconciliationRecords, text: string): Partial<RuleSaid> {
  const offer = ruleOffers(records).find(each => each.text === plainText(text));
  return offer?.account == null ? {} : {account: offer.account, learned: offer.count};
}

/** Removes a rule. Throws `Problem` person-missing, rule-unknown, and the journal's. */
export const removeRule = async (session: Session, text: string): Promise<ExitCode> =>
  withPerson(session, 'reconcile rules remove', async ({till}, person) => {
    await till.decide({type: 'remove-rule', text, person});
    return tellRuleRemoved(session, text);
  });

export function tellRuleRemoved(session: Session, text: string): Promise<ExitCode> {
  const named = {text: plainText(text)};
  note(session, `✓ ${messages(session.language).reconcileCommand.rules.removed(named)}`);
  return answer(session, answers['reconcile rules remove'], named, []);
}
