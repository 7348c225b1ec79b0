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
import {type Block, compact, fact, gap, type ListRow, title} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {
  namedIn,
  personField,
  personOf,
  type Questioned,
  questionForm,
  unaskedFor,
  unlessWriting,
} from '../kit/question.js';
import type {Context, Form, FormField, Screen, Step} from '../kit/screen.js';
import {goTo} from '../model.js';
import {lineOf, textRules} from '../terminal/line.js';

type Rules = {readonly offers: readonly RuleOffer[]; readonly index: number; readonly isWriting: boolean};
type Listed = {readonly kind: 'offer'; readonly offer: RuleOffer} | {readonly kind: 'rule'; readonly rule: ShopRule};

/** Returns the offers of rules first. An offer that has become a rule since is left out. */
function listed({offers}: Rules, {till}: Context): readonly Listed[] {
  const {rules} = till.state.reconciled;
  return [
    ...offers
      .filter(({text}) => rules.every(rule => rule.text !== text))
      .map(offer => ({kind: 'offer', offer}) as const),
    ...rules.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(rule => ({kind: 'rule', rule}) as const),
  ];
}

function rowOf(each: Listed, context: Context): Pick<ListRow, 'cells' | 'tone'> {
  const messages = context.messages.reconcileCommand.rules;
  const {accepted, acceptedAs} = context.messages.reconcileScreen.rules;
  if (each.kind === 'offer') {
    const {text, count, account} = each.offer;
    const says = account === null ? accepted({count}) : acceptedAs({count, account: cleanText(account, 40)});
    return {cells: [text, says, ''], tone: 'not-known'};
  }
  const {rule} = each;
  const account = rule.account === null ? [] : [messages.account({account: rule.account})];
  const {learned} = context.messages.reconcile.rule;
  const from = rule.learned === undefined ? [] : [learned({count: rule.learned})];
  const limits = [...account, ...limitTexts(rule, context), ...from].join(' · ');
  return {cells: [rule.text, limits, cleanText(rule.who, 40)], tone: 'plain'};
}

const rows = markedList<Rules, Listed>(listed, each =>
  each.kind === 'offer' ? `offer ${each.offer.text}` : each.rule.text,
);

function describe(state: Rules, context: Context): readonly Block[] {
  const {columns, ...said} = context.messages.reconcileScreen.rules;
  return [
    title(said.title),
    gap('above'),
    fact('lead', said.lead, {tone: 'quiet', most: 2}),
    gap('below'),
    rows.block(state, context, {
      columns: [
        {title: columns.text, width: 20, grows: true},
        {title: columns.says, width: 24, givesWay: true},
        {title: columns.who},
      ],
      row: each => rowOf(each, context),
      empty: context.messages.reconcileCommand.rules.none,
    }),
  ];
}

const opened = rows.withMarked(one =>
  one.kind === 'offer'
    ? {go: goTo('reconcile-rule', {narration: one.offer.text, amount: null})}
    : {go: goTo('reconcile-remove-rule', {rule: one.rule})},
);

/** Makes a rule of entries accepted each time with the same note, by the person at the till, whose name is asked for if unknown. */
function adopted(state: Rules, context: Context): Step<Rules> {
  const one = rows.markedIn(state, context);
  if (one?.kind !== 'offer') return {};
  const {text, account, count} = one.offer;
  const person = personOf(context);
  const rule = {text, account, amount: null, tolerance: null, learned: count};
  if (person === '') return {go: goTo('reconcile-rule', {narration: text, amount: null, offer: one.offer})};
  return {
    state: {...state, isWriting: true},
    asks: {
      kind: 'rule',
      run: till => till.decide({type: 'add-rule', rule, person}),
      done: now => ({state: {...now, isWriting: false}}),
      refused: (now, problem) => ({state: {...now, isWriting: false}, notice: {kind: 'problem', problem}}),
    },
  };
}

function mayAdopt(state: Rules, context: Context): boolean {
  const one = rows.markedIn(state, context);
  return one?.kind === 'offer' && one.offer.account !== null;
}

/** The rules of the shop, and texts that were accepted so often that a rule is worthwhile. */
export const rules: Screen<['reconcile-rules', {readonly offers: readonly RuleOffer[]}], Rules> = {
  id: 'reconcile-rules',
  open: ({offers}) => ({state: {offers, index: 0, isWriting: false}}),
  describe,
  keys: [
    unlessWriting({id: 'adopt-rule', when: mayAdopt, press: adopted}),
    {id: 'open-rule', when: rows.isFilled, press: opened},
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** The bank's text and the amount of an entry like those that the rule will cover. */
type Entry = {
  readonly narration: string;
  readonly amount: DecimalAmount | null;
  readonly offer?: RuleOffer;
  readonly tolerance?: string;
};
type Rule = Questioned<'text' | 'amount' | 'tolerance' | 'account' | 'person'> & {readonly entry: Entry};

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
  asks: state => ({
    kind: 'write',
    run: till => till.decide({type: 'add-rule', rule: ruleIn(state), person: namedIn(state)}),
  }),
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
function limitTexts(
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
  asks: state => ({
    kind: 'write',
    run: till => till.decide({type: 'remove-rule', text: state.rule.text, person: namedIn(state)}),
  }),
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
