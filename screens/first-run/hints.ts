import {fill} from '../../src/core/words/fill.js';
import {screenWords} from '../../src/core/words/screens.js';
import type {FirstRunField} from '../../src/till/start.js';
import {type Keymap, type KeyTexts, keyText} from '../terminal/bindings.js';
import type {FirstRunModel} from './first-run.js';

/** How the questions are answered. */
export const leadText = (texts: KeyTexts): string =>
  fill(screenWords[texts.language].firstRun.lead, {key: keyText('continue', texts)});

/** What an answer is for, and the keys that choose one. */
export function hintText(
  field: FirstRunField,
  {profile, language}: Pick<FirstRunModel, 'profile' | 'language'>,
  keys: Keymap,
): string {
  const {emailOptional, hints} = screenWords[language].firstRun;
  if (field === 'email' && profile === 'sandbox') return emailOptional;
  return fill(hints[field], {key: keyText('choose', {language, keys})});
}
