import {problemOf} from '../../src/core/payment/said.js';
import {groupRule, type LineGroup} from '../../src/core/reconcile/result/work-entries.js';
import {type DecimalAmount, isZero, namedAmount} from '../../src/core/reconcile/rows/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/rows/discrepancy.js';
import {
  commonText,
  isSplit,
  partsIn,
  plainText,
  type RuleOffer,
  type RuleSaid,
  ruleSaid,
  type ShopRule,
  sharesOf,
} from '../../src/core/reconcile/rows/rules.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import type {Context, Form, FormField, Screen} from '../kit/screen.js';
import {lineOf, textRules} from '../terminal/line.js';

/** The bank's text and the amount of an entry like those that the rule will cover. */
type Entry = {
  readonly narration: string;
  readonly amount: DecimalAmount | null;
  readonly offer?: RuleOffer;
  readonly tolerance?: string;
};
type Rule = Questioned<'text' | 'amount' | 'tolerance' | 'account' | 'person'> & {readonly entry: Entry};

/** Whether a rule can say where the entry belongs: only the bank has it, and it belongs to no payout. */
export const mayBeRule = ({reason}: Pick<Difference, 'reason'>): boolean => reason === 'credit-unexplained';

export const entryOf = ({facts, provider}: Pick<Difference, 'facts' | 'provider'>): Entry => ({
  narration: String(facts['narration'] ?? ''),
  amount: provider,
});
/** Returns what a rule for lines of one cause is made from; undefined if no rule can cover them. */
export function ruleEntry(group: LineGroup): Entry | undefined {
  const said = groupRule(group);
  if (said === null) return undefined;
  const {text: narration, tolerance} = said;
  return {narration, amount: group.amounts[0] ?? null, ...(tolerance !== null && {tolerance})};
}
const ruleIn = (state: Rule): RuleSaid => ({
  text: typedIn(state, 'text').trim(),
  account: typedIn(state, 'account').trim(),
  amount: typedIn(state, 'amount').trim() || null,
  tolerance: typedIn(state, 'tolerance').trim() || null,
  ...(isLearned(state) && {learned: state.entry.offer?.count}),
});

/** Whether the rule is still the one offered from past acceptances, unchanged by the person. */
const isLearned = (state: Rule): boolean =>
  state.entry.offer !== undefined &&
  typedIn(state, 'text').trim() === state.entry.offer.text &&
  typedIn(state, 'account').trim() === state.entry.offer.account;

const noLimits = {amount: null, tolerance: null} as const;
/** A rule with valid fields. Each field is checked together with these. */
const valid: RuleSaid = {...noLimits, text: 'RULE', account: '-'};

function fields(state: Rule, context: Context): Form<Rule> {
  const {fields: labels} = context.messages.reconcileScreen.rule;
  const {amount, tolerance, ...said} = ruleIn(state);
  const field = (id: 'text' | 'amount' | 'tolerance' | 'account', rule: RuleSaid, hint = ''): FormField<Rule> => ({
    id,
    label: labels[id],
    hint,
    rules: textRules,
    check: () => problemOf(() => ruleSaid(rule)),
  });
  return [
    field('text', {...said, ...noLimits, account: valid.account}),
    field('amount', {...valid, amount}, labels.amountHint),
    field('tolerance', {...valid, tolerance}, labels.toleranceHint),
    field('account', {...said, amount, tolerance, text: valid.text}, labels.accountHint),
    personField(state, labels.person, context),
  ];
}

const asked = questionForm<Rule>({
  fields,
  yes: 'save-rule',
  asks: state => ({kind: 'write', run: till => till.addRule(ruleIn(state), namedIn(state))}),
  texts: (state, context) => {
    const {question, within, lead, title, means, writing} = context.messages.reconcileScreen.rule;
    const {account, ...limits} = ruleIn(state);
    const {narration, amount} = state.entry;
    const sum = amount === null ? '' : namedAmount(amount, context.language);
    const what = compact([cleanText(narration, 120), sum]).join(' · ');
    const facts = {text: plainText(typedIn(state, 'text')), person: namedIn(state)};
    return {
      title,
      about: [fact('what', what, {tone: 'strong', most: 2}), fact('lead', lead)],
      question: account ? question({...facts, account}) : within({...facts, tolerance: limits.tolerance ?? ''}),
      limits: [...limitTexts(limits, context), ...shareTexts(state, context)],
      means,
      writing,
    };
  },
});

/** Returns what each account gets of the entry from which the rule is made; empty for a rule with one account. */
function shareTexts(state: Rule, {language, messages}: Context): readonly string[] {
  const {amount} = state.entry;
  const account = typedIn(state, 'account').trim();
  const parts = isSplit(account) && !isLearned(state) ? partsIn(account) : null;
  if (parts === null || amount === null) return [];
  const {shared, taxed} = messages.reconcileScreen.rule;
  const named = (value: DecimalAmount['value']) => namedAmount({...amount, value}, language);
  return sharesOf(parts, amount).map(({account: each, net, tax}) => {
    const facts = {account: cleanText(each, 40), amount: named(net)};
    return isZero(tax) ? shared(facts) : taxed({...facts, tax: named(tax)});
  });
}

/** Returns the only amount that the rule covers, and how far an entry may differ from the expected one. */
export function limitTexts(
  {amount, tolerance}: Pick<RuleSaid, 'amount' | 'tolerance'>,
  {messages}: Context,
): readonly string[] {
  const words = messages.reconcileCommand.rules;
  return [
    ...(amount === null ? [] : [words.amount({amount})]),
    ...(tolerance === null ? [] : [words.tolerance({tolerance})]),
  ];
}

/** A named person says where entries of the bank with this text belong: the text, and one question before it is saved. */
export const rule: Screen<['reconcile-rule', Entry], Rule> = {
  ...asked,
  id: 'reconcile-rule',
  open: (entry, context) => {
    const person = unaskedFor(context);
    const account = entry.offer?.account ?? '';
    const {tolerance = ''} = entry;
    const filled = {
      text: lineOf(commonText(entry.narration)),
      ...(account && {account: lineOf(account)}),
      ...(tolerance && {tolerance: lineOf(tolerance)}),
    };
    const focus = account === '' && tolerance === '' ? 'account' : 'person';
    return {state: {...person, entry, lines: {...filled, ...person.lines}, focus, kept: undefined}};
  },
};

type RemoveRule = Questioned<'person'> & {readonly rule: ShopRule};

const removal = questionForm<RemoveRule>({
  fields: (state, context) => [personField(state, context.messages.reconcileScreen.rule.fields.person, context)],
  yes: 'remove-rule',
  asks: state => ({kind: 'write', run: till => till.removeRule(state.rule.text, namedIn(state))}),
  texts: (state, {messages: words}) => {
    const {removeTitle, removeQuestion, removeMeans, writing} = words.reconcileScreen.rule;
    const {text} = state.rule;
    const question = removeQuestion({text, person: namedIn(state)});
    return {title: removeTitle, about: [fact('what', text, {tone: 'strong'})], question, means: removeMeans, writing};
  },
});

/** A named person removes a rule of the shop after one question. */
export const removeRule: Screen<['reconcile-remove-rule', {readonly rule: ShopRule}], RemoveRule> = {
  ...removal,
  id: 'reconcile-remove-rule',
  open: ({rule}, context) => ({state: {...unaskedFor(context), rule, focus: 'person'}}),
};
