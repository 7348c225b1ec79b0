import {chargedCurrencies} from '../../src/core/card/order.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {type BindingId, bindingHelp, bindings, type KeyTexts, keyGroups, keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';

/** The help for this shop, from the keys of the screen behind it to all that there are; one that it does without says why. */
export function helpGroups(
  ear: Pick<Ear, 'shop' | 'words'> & KeyTexts & {readonly behind: readonly BindingId[]},
): ReturnType<typeof bindingHelp> {
  const {shop, words, language} = ear;
  // A review is a program of its own, with a help of its own.
  const all = bindingHelp(ear).filter((_, at) => keyGroups[at] !== 'review');
  const here = ear.behind.filter(id => id !== 'help' && !bindings[id].isQuiet);
  const rows = here.map(id => ({key: keyText(id, ear), text: words.key.does[id].long}));
  const groups = rows.length === 0 ? all : [{title: words.key.helpHere, rows}, ...all];
  if (shop.cards.areTyped && chargedCurrencies(shop.cards).length > 0) return groups;
  const {long: usual} = words.key.does['by-card'];
  const why = problemText(new Problem(shop.cards.areTyped ? 'cards-in-naira-alone' : 'cards-not-typed'), language);
  return groups.map(({title, rows}) => ({
    title,
    rows: rows.map(({key, text}) => ({key, text: text === usual ? why : text})),
  }));
}
