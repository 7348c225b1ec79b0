import type {Answer} from '../answer.js';
import {page} from './html.js';
import {pageWords} from './page-words.js';

/** Returns the page for an address without a payment. */
export function unknownPage(): Answer {
  const {en, fr} = pageWords;
  return page(404, {language: 'en', title: en.unknown, main: `<h1>${en.unknown}</h1><p lang="fr">${fr.unknown}</p>`});
}
