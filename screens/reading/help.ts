import {chargedCurrencies} from '../../src/core/payment/order.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {hasWords} from '../../src/core/text/text.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {scrollKey} from '../kit/list.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {type BindingId, bindingHelp, bindings, type KeyTexts, keyGroups, keyText} from '../terminal/bindings.js';
import {type LineRules, lineOf} from '../terminal/line.js';

/** The actions of the screen on which the help or the palette was opened. */
export type Behind = {readonly behind: readonly BindingId[]};

/** Returns the help for this shop: first the keys of the screen behind, then all keys. An action that the shop does not have says why. */
export function helpGroups(context: Context & KeyTexts & Behind): ReturnType<typeof bindingHelp> {
  const {shop, messages, language} = context;
  // A review is a separate program with its own help.
  const all = bindingHelp(context).filter((_, at) => keyGroups[at] !== 'review');
  const here = context.behind.filter(id => id !== 'help' && !bindings[id].isQuiet);
  const rows = here.map(id => ({key: keyText(id, context), text: messages.key.does[id].long}));
  const groups = rows.length === 0 ? all : [{title: messages.key.helpHere, rows}, ...all];
  if (shop.cards.areTyped && chargedCurrencies(shop.cards).length > 0) return groups;
  const {long: usual} = messages.key.does['by-card'];
  const why = problemText(new Problem(shop.cards.areTyped ? 'cards-in-naira-alone' : 'cards-not-typed'), language);
  return groups.map(({title, rows}) => ({
    title,
    rows: rows.map(({key, text}) => ({key, text: text === usual ? why : text})),
  }));
}

type Help = Filled<'find'> & Behind & {readonly offset: number};

/** For the search in the help, which a second question mark leaves. */
const helpRules: LineRules = {accepts: /^[^?]$/u, longest: 60};

const form = (_: Help, {messages}: Context): Form<Help> => [
  {id: 'find', label: messages.paletteScreen.field, rules: helpRules, edited: state => ({...state, offset: 0})},
];

/** Every key: first those of the screen behind, then all keys. Typed words leave only the lines that contain them. */
export const help: Screen<['help', Behind & {readonly find?: string}], Help> = {
  id: 'help',
  layout: 'tall',
  open: ({behind, find = ''}) => ({state: {behind, offset: 0, ...emptyForm('find'), lines: {find: lineOf(find)}}}),
  form,
  describe: (state, context) => {
    const {messages, isPlain} = context;
    const {behind, offset} = state;
    const typed = typedIn(state, 'find');
    const groups = helpGroups({...context, behind}).flatMap(({title, rows}, group) => {
      const found = rows.filter(({key, text}) => hasWords(`${title} ${key} ${text}`, typed));
      if (found.length === 0) return [];
      return [
        gap(`gap ${group}`),
        fact(`group ${group}`, title, {tone: 'strong', said: `${title}.`}),
        ...found.map(({key, text}, at) => fact(`key ${group} ${at}`, text, {lead: key})),
      ];
    });
    const lead = groups.length === 0 ? messages.paletteScreen.empty : messages.key.helpLead;
    return [
      ...fieldBlocks(form(state, context), state, context),
      paper(messages.key.helpTitle, offset, [
        fact('lead', lead),
        ...(isPlain ? [fact('again', messages.narration.again)] : []),
        ...groups,
      ]),
    ];
  },
  keys: [scrollKey(), {id: 'back', press: () => ({go: 'back'})}],
};
