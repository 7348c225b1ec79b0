import {countryName} from '../market/markets.js';
import {causeText, flawText} from '../messages/cause.js';
import {fillFrom, type Language, messages, type Sentence} from '../messages/messages.js';
import {displayMoney, displayMoneyTexts} from '../money/display.js';
import type {Problem, ProblemCode, ProblemFacts} from '../problem.js';
import type {Action, Told} from '../rights/actions.js';
import type {Verb} from '../staff/schema.js';
import {personOf, type Staff} from '../staff/staff.js';
import {everySetting, settingFacts} from '../technical/setting-table.js';
import {settingForm} from '../technical/setting-words.js';
import {cleanText} from '../text/text.js';

export function problemText(problem: Problem, language: Language): string {
  const facts = withAmounts(withCountryNames(problem.facts, language), language);
  const text = messages(language).problem[problem.code];
  const said = withHeadings(text, withCauses(problem.code, facts, language));
  const form =
    problem.code === 'setting-invalid'
      ? String(facts['form'] ?? formWanted(String(facts['name'])) ?? '') || undefined
      : undefined;
  return form === undefined ? said : `${said} ${messages(language).settings.form({form})}`;
}

/** What can be typed for a setting, which a problem may call by the variable in its place. */
const formWanted = (name: string): string | undefined =>
  settingForm(everySetting.find(each => settingFacts(each)?.variable === name) ?? name);

/** Fills a sentence about a file. If the file has no headings, the part of the sentence that lists them is left out. */
export const withHeadings = (sentence: Sentence, facts: ProblemFacts): string =>
  facts['headings'] === ''
    ? fillFrom(sentence, {...facts, headings: noHeadings}).replace(/ [^.]+\uE000\./u, '')
    : fillFrom(sentence, facts);
const noHeadings = '\uE000';

/** People read what an error code or an id means; `--json` keeps the code. */
function withCauses(code: ProblemCode, facts: ProblemFacts, language: Language): ProblemFacts {
  if (code === 'journal-damaged' || code === 'journal-unproved')
    return {...facts, why: flawText(String(facts['why']), language)};
  if (code === 'not-allowed' || code === 'approval-needed')
    return {...facts, verb: messages(language).staff.verbs[facts['verb'] as Verb]};
  const name = causeIn[code];
  const cause = name === undefined ? undefined : facts[name];
  return name === undefined || typeof cause !== 'string' ? facts : {...facts, [name]: causeText(cause, language)};
}

/** The blank of each sentence that may hold an error code. */
const causeIn: Readonly<Partial<Record<ProblemCode, string>>> = {
  'file-not-readable': 'code',
  'file-not-writable': 'code',
  'copy-not-kept': 'code',
  'port-unusable': 'code',
  'practice-port-unusable': 'code',
  'practice-callback-lost': 'code',
  'practice-ended': 'code',
  'folder-unusable': 'code',
  'printer-unreachable': 'code',
  'service-unreachable': 'code',
  'office-unreachable': 'code',
  'settings-damaged': 'name',
  'plan-unclear': 'text',
  'subscription-unclear': 'text',
  'on-paid-failed': 'cause',
  'background-failed': 'cause',
  'program-unreadable': 'cause',
  'customers-not-shredded': 'cause',
  'journal-not-writable': 'cause',
  'journal-stopped': 'cause',
};

/** People read the names of countries; problems carry their codes. */
function withCountryNames(facts: ProblemFacts, language: Language): ProblemFacts {
  const named = Object.entries(facts).map(([name, value]) => {
    const isCountry = (name === 'country' || name === 'other') && typeof value === 'string';
    return [name, isCountry ? countryName(value, language) : value];
  });
  return Object.fromEntries(named);
}

/** The facts of problems that are amounts, in the form of `moneyText`. */
const amounts = new Set([
  ...['amount', 'ceiling', 'difference', 'discount', 'left', 'line', 'maximum', 'pieces', 'rest', 'step', 'sum'],
  ...['largest', 'tendered', 'tip', 'total', 'waiting'],
]);

function withAmounts(facts: ProblemFacts, language: Language): ProblemFacts {
  const worded = Object.entries(facts).map(([name, value]) =>
    amounts.has(name) && typeof value === 'string' ? [name, displayMoneyTexts(value, language)] : [name, value],
  );
  return Object.fromEntries(worded);
}

const longestText = 80;

/** Returns what is to be approved: the amount; which payment, line or person; and why. Empty if the verb says everything. */
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
