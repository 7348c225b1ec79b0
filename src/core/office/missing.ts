import {listText} from '../messages/list-text.js';
import {type Language, messages} from '../messages/messages.js';
import type {HeldBack} from './view.js';

const mostNamed = 5;

/** Says which shops are in no figure, since a node of the database does not answer; undefined if there are none. */
export function missingText(missing: readonly string[], language: Language): string | undefined {
  if (missing.length === 0) return undefined;
  const words = messages(language).office;
  const names = missing.slice(0, mostNamed).map(shop => (shop === '' ? words.ownRecords : shop));
  return words.missingShops({shops: listText(missing.length > mostNamed ? [...names, '…'] : names, language)});
}

/** Says up to where the figures have the lines of a till that is held back, and what to do about the others. */
export const heldBackText = (till: HeldBack, language: Language): string =>
  messages(language).office.heldBack({...till, incident: till.incident ?? 0});
