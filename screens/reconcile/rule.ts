import {messages} from '../../src/core/messages/messages.js';
import {problemOf} from '../../src/core/payment/said.js';
import {type DecimalAmount, namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {commonText, plainText, type RuleOffer, type RuleSaid, ruleSaid} from '../../src/core/reconcile/rules.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {entered, type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import {personField, personOf} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {lineOf, textRules} from '../terminal/line.js';

declare module '../kit/places.js' {
  interface Places {
    /** What the bank wrote of an entry like those that the rule is to be of, and its amount. */
    'reconcile-rule': Entry;
  }
}

type Entry = {readonly narration: string; readonly amount: DecimalAmount | null; readonly offer?: RuleOffer};
type Rule = Filled<'text' | 'amount' | 'tolerance' | 'account' | 'person'> & {
  readonly entry: Entry;
  /** The form is complete, and the one question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
type RuleAsks = {readonly kind: 'rule'; readonly rule: RuleSaid; readonly person: string};

/** Whether a rule can say where the entry belongs: it is of the bank alone, and of no payout. */
export const mayBeRule = ({reason}: Pick<Difference, 'reason'>): boolean => reason === 'credit-unexplained';

/** The entry of the bank that a line is of. */
export const entryOf = ({facts, provider}: Pick<Difference, 'facts' | 'provider'>): Entry => ({
  narration: String(facts['narration'] ?? ''),
  amount: provider,
});
const personIn = (state: Rule): string => typedIn(state, 'person').trim();
const ruleIn = (state: Rule): RuleSaid => ({
  text: typedIn(state, 'text').trim(),
  account: typedIn(state, 'account').trim(),
  amount: typedIn(state, 'amount').trim() || null,
  tolerance: typedIn(state, 'tolerance').trim() || null,
  ...(isLearned(state) && {learned: state.entry.offer?.count}),
});

/** Whether it is still what was accepted, and nobody typed another. */
const isLearned = (state: Rule): boolean =>
  state.entry.offer !== undefined &&
  typedIn(state, 'text').trim() === state.entry.offer.text &&
  typedIn(state, 'account').trim() === state.entry.offer.account;

const noLimits = {amount: null, tolerance: null} as const;
/** A field is checked beside others that are in order. */
const valid: RuleSaid = {...noLimits, text: 'RULE', account: '-'};

function form(state: Rule, context: Context): Form<Rule> {
  const {fields} = context.words.reconcileScreen.rule;
  if (state.isAsked) return [];
  const rule = ruleIn(state);
  return [
    {
      id: 'text',
      label: fields.text,
      rules: textRules,
      check: () => problemOf(() => ruleSaid({...rule, ...noLimits, account: '-'})),
    },
    {
      id: 'amount',
      label: fields.amount,
      hint: fields.amountHint,
      rules: textRules,
      check: () => problemOf(() => ruleSaid({...valid, amount: rule.amount})),
    },
    {
      id: 'tolerance',
      label: fields.tolerance,
      hint: fields.toleranceHint,
      rules: textRules,
      check: () => problemOf(() => ruleSaid({...valid, tolerance: rule.tolerance})),
    },
    {
      id: 'account',
      label: fields.account,
      rules: textRules,
      check: () => problemOf(() => ruleSaid({...rule, text: valid.text})),
    },
    personField(state, fields.person, context),
  ];
}

function next(state: Rule, context: Context): Step<Rule, RuleAsks> {
  const fields = form(state, context);
  const left = state.focus === 'person' ? firstWrong(fields, state) : entered(fields, state);
  return {state: left ?? {...state, isAsked: true, wrong: undefined}};
}

function describe(state: Rule, context: Context): readonly Block[] {
  const {entry, isAsked, isWriting} = state;
  const said = context.words.reconcileScreen.rule;
  const amount = entry.amount === null ? '' : namedAmount(entry.amount, context.language);
  const {account, ...limits} = ruleIn(state);
  const text = plainText(typedIn(state, 'text'));
  return [
    title(said.title),
    gap('above'),
    fact('what', [cleanText(entry.narration, 120), amount].filter(part => part !== '').join(' · '), {
      tone: 'strong',
      most: 2,
    }),
    fact('lead', said.lead),
    gap('below'),
    ...(isAsked
      ? [
          {
            kind: 'question',
            id: 'question',
            text: account
              ? said.question({text, account, person: personIn(state)})
              : said.within({text, tolerance: limits.tolerance ?? '', person: personIn(state)}),
          } as const,
          ...limitTexts(limits, context).map((each, at) => fact(`limit ${at}`, each)),
          fact('means', isWriting ? said.writing : said.means, {tone: 'not-known'}),
        ]
      : fieldBlocks(form(state, context), state, context)),
  ];
}

/** The amount alone that a rule is of, and how far one may be from what is expected. */
export function limitTexts(
  {amount, tolerance}: Pick<RuleSaid, 'amount' | 'tolerance'>,
  {language}: Pick<Context, 'language'>,
): readonly string[] {
  const words = messages(language).reconcileCommand.rules;
  return [
    ...(amount === null ? [] : [words.amount({amount})]),
    ...(tolerance === null ? [] : [words.tolerance({tolerance})]),
  ];
}

const unlessAsked = (key: ScreenKey<Rule, RuleAsks>): ScreenKey<Rule, RuleAsks> => ({
  ...key,
  when: (state, context) => !state.isAsked && (key.when?.(state, context) ?? true),
});

/** A named person says where entries of the bank with this text belong: the words, and the one question before it is saved. */
export const rule: Screen<'reconcile-rule', Rule, RuleAsks> = {
  id: 'reconcile-rule',
  open: (entry, context) => {
    const name = personOf(context);
    const person = name === '' ? {} : {person: lineOf(name)};
    const account = entry.offer?.account ?? '';
    return {
      state: {
        entry,
        lines: {text: lineOf(commonText(entry.narration)), ...(account && {account: lineOf(account)}), ...person},
        focus: account === '' ? 'account' : 'person',
        kept: undefined,
        wrong: undefined,
        isAsked: false,
        isWriting: false,
      },
    };
  },
  form,
  describe,
  keys: [
    ...[{id: 'continue' as const, press: next}, ...formKeys(form)].map(unlessAsked),
    {
      id: 'save-rule',
      when: ({isAsked, isWriting}) => isAsked && !isWriting,
      press: state => ({
        state: {...state, isWriting: true},
        asks: {kind: 'rule', rule: ruleIn(state), person: personIn(state)},
      }),
    },
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
  run: async ({rule: said, person}, till, answer) => {
    await till.addRule(said, person);
    answer(undefined);
  },
  reduce: () => ({go: 'back'}),
  refused: (state, problem) => ({
    state: {...state, isAsked: false, isWriting: false, focus: 'person', wrong: {field: 'person', problem}},
  }),
  beginnings: [
    ['d', 'r', 'end', 'enter', 'r'],
    ['d', 'r', 'end', 'up', 'enter', 'r', '631', 'enter', 'amina', 'enter'],
    ['d', 'r', 'end', 'up', 'enter', 'r'],
    ['d', 'r', 'end', 'enter', 'r', '631', 'enter', 'amina', 'enter'],
  ],
};
