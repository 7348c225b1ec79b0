import {messages} from '../../src/core/messages/messages.js';
import type {Reconciliation} from '../../src/core/reconcile/reconcile.js';
import type {ShopRule} from '../../src/core/reconcile/rules.js';
import {cleanText} from '../../src/core/text/text.js';
import {type Block, fact, gap, type ListRow, title} from '../kit/block.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context, Step} from '../kit/step.js';
import {stepAt} from '../terminal/bindings.js';
import {limitTexts} from './rule.js';

declare module '../kit/places.js' {
  interface Places {
    /** What was accepted often enough to be worth a rule. */
    'reconcile-rules': {readonly offers: Reconciliation['ruleOffers']};
  }
}

type Rules = {readonly offers: Reconciliation['ruleOffers']; readonly index: number};
type Listed =
  | {readonly kind: 'offer'; readonly offer: Reconciliation['ruleOffers'][number]}
  | {readonly kind: 'rule'; readonly rule: ShopRule};

/** What may become a rule comes first; what has become one since is no offer any more. */
function listed({offers}: Rules, {till}: Context): readonly Listed[] {
  const {rules} = till.state.reconciled;
  return [
    ...offers
      .filter(({text}) => rules.every(rule => rule.text !== text))
      .map(offer => ({kind: 'offer', offer}) as const),
    ...rules.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(rule => ({kind: 'rule', rule}) as const),
  ];
}

function rowOf(each: Listed, context: Context): ListRow {
  const words = messages(context.language).reconcileCommand.rules;
  const {accepted} = context.words.reconcileScreen.rules;
  if (each.kind === 'offer') {
    const {text, count} = each.offer;
    return {id: `offer ${text}`, cells: [text, accepted({count}), ''], tone: 'not-known'};
  }
  const {rule} = each;
  const account = rule.account === null ? [] : [words.account({account: rule.account})];
  const limits = [...account, ...limitTexts(rule, context)].join(' · ');
  return {id: rule.text, cells: [rule.text, limits, cleanText(rule.who, 40)], tone: 'plain'};
}

function describe(state: Rules, context: Context): readonly Block[] {
  const rows = listed(state, context);
  const {columns, ...said} = context.words.reconcileScreen.rules;
  const marked = Math.min(state.index, Math.max(0, rows.length - 1));
  const one = rows[marked];
  return [
    title(said.title),
    gap('above'),
    fact('lead', said.lead, {tone: 'quiet', most: 2}),
    gap('below'),
    {
      kind: 'list',
      id: 'list',
      importance: 'standing',
      columns: [
        {title: columns.text, width: 20, grows: true},
        {title: columns.says, width: 24, givesWay: true},
        {title: columns.who},
      ],
      count: rows.length,
      rowAt: at => rowOf(rows[at] as Listed, context),
      marked,
      markedText: one === undefined ? '' : `${marked + 1}/${rows.length}: ${rowOf(one, context).cells.join(', ')}`,
      empty: messages(context.language).reconcileCommand.rules.none,
    },
  ];
}

function opened(state: Rules, context: Context): Step<Rules, never> {
  const one = listed(state, context)[state.index];
  if (one === undefined) return {};
  return one.kind === 'offer'
    ? {go: goTo('reconcile-rule', {narration: one.offer.text, amount: null})}
    : {go: goTo('reconcile-remove-rule', {rule: one.rule})};
}

const hasRows = (state: Rules, context: Context) => listed(state, context).length > 0;

/** The rules of the shop, and texts that were accepted so often that they are worth one. */
export const rules: Screen<'reconcile-rules', Rules> = {
  id: 'reconcile-rules',
  open: ({offers}) => ({state: {offers, index: 0}}),
  describe,
  keys: [
    {
      id: 'open-rule',
      when: (state, context) => hasRows(state, context) && context.till.writeFailure() === undefined,
      press: opened,
    },
    {
      id: 'select',
      when: hasRows,
      press: (state, context, {place, page}) => {
        const all = listed(state, context).length;
        const index = Math.max(0, Math.min(all - 1, state.index + stepAt(place, {page, all})));
        return {state: {...state, index}};
      },
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  beginnings: [
    ['d', 'r', 'r'],
    ['d', 'r', 'r', 'enter'],
  ],
};
