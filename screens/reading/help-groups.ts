import {Problem} from '../../src/core/problem.js';
import {problemText} from '../../src/core/words/words.js';
import {bindingHelp, type KeyTexts, keyGroups} from '../terminal/bindings.js';
import type {Ear} from '../view.js';

/** The help for this shop: a key that it does without says why. */
export function helpGroups(ear: Pick<Ear, 'shop' | 'words'> & KeyTexts): ReturnType<typeof bindingHelp> {
  const {shop, words, language} = ear;
  // A review is a program of its own, with a help of its own.
  const groups = bindingHelp(ear).filter((_, at) => keyGroups[at] !== 'review');
  if (shop.cards.areTyped) return groups;
  const [, usual] = words.keys['by-card'];
  const why = problemText(new Problem('cards-not-typed'), language);
  return groups.map(({title, rows}) => ({
    title,
    rows: rows.map(({key, text}) => ({key, text: text === usual ? why : text})),
  }));
}
