import type {RuleOffer, ShopRule} from '../../src/core/reconcile/rows/rules.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, fact, gap, type ListRow, title} from '../../src/views/block.js';
import {markedList} from '../kit/list.js';
import {personOf, unlessWriting} from '../kit/question.js';
import type {Context, Screen, Step} from '../kit/screen.js';
import {goTo} from '../places.js';
import {limitTexts} from './rule.js';

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
      run: till => till.addRule(rule, person),
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
    {
      id: 'open-rule',
      when: rows.isFilled,
      press: opened,
    },
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
