import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import type {Permission} from './permissions.js';

/** Returns a right in words, with its limits if it has any. */
export function permissionText({right, most, mostInShift}: Permission, language: Language): string {
  const {rights, limit, shiftLimit} = messages(language).staff;
  return [
    rights[right],
    ...most.map(each => limit({amount: displayMoney(each, language)})),
    ...mostInShift.map(each => shiftLimit({amount: displayMoney(each, language)})),
  ].join(', ');
}
