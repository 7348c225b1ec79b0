import {fill, messages} from '../../src/core/messages/messages.js';

import type {FirstRunField} from '../../src/till/start.js';
import {type Keymap, type KeyTexts, keyText} from '../terminal/bindings.js';
import type {FirstRunModel} from './first-run.js';

/** How the questions are answered. */
export const leadText = (texts: KeyTexts): string =>
  messages(texts.language).firstRun.lead({key: keyText('continue', texts)});

/** Which till was chosen: one that lies here, with what is open in it, or a new one. */
export function tillText({till, profile, offered, language}: FirstRunModel): string {
  const {tillFound, tillUnread, tillNew} = messages(language).firstRun;
  const found = offered.find(each => each.profile === profile && each.till === till);
  if (found === undefined) return tillNew;
  const {open, lastDay} = found;
  return open === undefined ? tillUnread({till}) : tillFound({till, open, lastDay});
}

/** What an answer is for, and the keys that choose one. */
export function hintText(
  field: FirstRunField,
  {profile, language}: Pick<FirstRunModel, 'profile' | 'language'>,
  keys: Keymap,
): string {
  const {emailOptional, hints} = messages(language).firstRun;
  if (field === 'email' && profile === 'sandbox') return emailOptional;
  return fill(hints[field], {key: keyText('choose', {language, keys})});
}
