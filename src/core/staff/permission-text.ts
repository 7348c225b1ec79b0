import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import type {Permission} from './permissions.js';

/** A right in words, with its limits where it has any. */
export function permissionText({right, most, mostInShift}: Permission, language: Language): string {
  const {rights, limit, shiftLimit} = messages(language).staff;
  return [
    rights[right],
    ...most.map(each => limit({amount: displayMoney(each, language)})),
    ...mostInShift.map(each => shiftLimit({amount: displayMoney(each, language)})),
  ].join(', ');
}
