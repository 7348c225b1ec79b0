import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import type {Action, Told} from '../rights/actions.js';
import {personOf, type Staff} from '../staff/staff.js';
import {cleanText} from '../text/text.js';

const longestText = 80;

/**
 * Returns what exactly is to be approved, for a person to read: the amount; which payment, line or person; and why. It is empty if the verb
 * says everything.
 */
export function approvalText({amount, told}: Action, staff: Staff, language: Language): string {
  const words = messages(language).staff;
  const textOf = (one: Told): string => {
    if ('text' in one) return cleanText(one.text, longestText);
    if ('word' in one) return words.told[one.word];
    if ('role' in one) return words.roles[one.role];
    if ('verb' in one) return words.verbs[one.verb];
    if ('right' in one) return words.rights[one.right];
    if ('money' in one) return displayMoney(one.money, language);
    const person = personOf(staff, one.person);
    return person === undefined ? String(one.person) : `${person.number} ${cleanText(person.name, longestText)}`;
  };
  return [...(amount === undefined ? [] : [displayMoney(amount, language)]), ...(told?.() ?? []).map(textOf)].join(
    ' · ',
  );
}
