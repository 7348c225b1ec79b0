import {personSaid, problemOf} from '../../src/core/payment/said.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {commonText, plainText, type RuleSaid, ruleSaid} from '../../src/core/reconcile/rules.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {entered, type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {lineOf, textRules} from '../terminal/line.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-rule': {readonly line: Difference};
  }
}

type Rule = Filled<'text' | 'account' | 'person'> & {
  readonly line: Difference;
  /** The form is complete, and the one question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
type RuleAsks = {readonly kind: 'rule'; readonly rule: RuleSaid; readonly person: string};

const nobody = 'cashier';

/** Whether a rule can say where the entry belongs: it is of the bank alone, and of no payout. */
export const mayBeRule = ({reason}: Pick<Difference, 'reason'>): boolean => reason === 'credit-unexplained';

const narrationOf = ({facts}: Difference): string => String(facts['narration'] ?? '');
const personIn = (state: Rule): string => typedIn(state, 'person').trim();
const ruleIn = (state: Rule): RuleSaid => ({
  text: typedIn(state, 'text').trim(),
  account: typedIn(state, 'account').trim(),
  amount: null,
  tolerance: null,
});

function form(state: Rule, {words}: Context): Form<Rule> {
  const {fields} = words.reconcileScreen.rule;
  if (state.isAsked) return [];
  const rule = ruleIn(state);
  return [
    {
      id: 'text',
      label: fields.text,
      rules: textRules,
      check: () => problemOf(() => ruleSaid({...rule, account: rule.account || '-'})),
    },
    {id: 'account', label: fields.account, rules: textRules, check: () => problemOf(() => ruleSaid(rule))},
    {
      id: 'person',
      label: fields.person,
      rules: textRules,
      check: () => problemOf(() => personSaid(personIn(state))),
    },
  ];
}

function next(state: Rule, context: Context): Step<Rule, RuleAsks> {
  const fields = form(state, context);
  if (state.focus !== 'person') return {state: entered(fields, state) ?? state};
  return {state: firstWrong(fields, state) ?? {...state, isAsked: true, wrong: undefined}};
}

function describe(state: Rule, context: Context): readonly Block[] {
  const {line, isAsked, isWriting} = state;
  const said = context.words.reconcileScreen.rule;
  const amount = line.provider === null ? '' : namedAmount(line.provider, context.language);
  const {account} = ruleIn(state);
  const text = plainText(typedIn(state, 'text'));
  return [
    title(said.title),
    gap('above'),
    fact('what', [cleanText(narrationOf(line), 120), amount].filter(part => part !== '').join(' · '), {
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
            text: said.question({text, account: account ?? '', person: personIn(state)}),
          } as const,
          fact('means', isWriting ? said.writing : said.means, {tone: 'not-known'}),
        ]
      : fieldBlocks(form(state, context), state, context)),
  ];
}

const unlessAsked = (key: ScreenKey<Rule, RuleAsks>): ScreenKey<Rule, RuleAsks> => ({
  ...key,
  when: (state, context) => !state.isAsked && (key.when?.(state, context) ?? true),
});

/** A named person says where entries of the bank with this text belong: the words, and the one question before it is saved. */
export const rule: Screen<'reconcile-rule', Rule, RuleAsks> = {
  id: 'reconcile-rule',
  open: ({line}, {shop}) => {
    const person = shop.person === nobody ? {} : {person: lineOf(shop.person)};
    return {
      state: {
        line,
        lines: {text: lineOf(commonText(narrationOf(line))), ...person},
        focus: 'account',
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
