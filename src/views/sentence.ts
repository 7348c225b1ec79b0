import {type Language, messages} from '../core/messages/messages.js';

/** Returns a sentence with a label, its value and optionally a reason. A single letter is the name of a key and is not capitalised. */
export function is(label: string, value: string, {language}: {readonly language: Language}, note = ''): string {
  const {is: plain, isBecause} = messages(language).narration;
  const name = label.length === 1 ? label : label.charAt(0).toUpperCase() + label.slice(1);
  return (note === '' ? plain : isBecause)({label: name, value, note});
}
