import {chargedCurrencies} from '../../src/core/payment/order.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {Context} from '../kit/step.js';
import {type BindingId, bindingHelp, bindings, type KeyTexts, keyGroups, keyText} from '../terminal/bindings.js';

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
