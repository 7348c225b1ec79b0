import * as z from 'zod';
import {momentText} from '../day/business-day.js';
import type {Messages} from '../messages/messages.js';
import {cleanText} from '../text/text.js';
import {settingFacts, settingSchema} from './setting-table.js';
import type {SettingAuthor} from './technical.js';

/** Returns the values of which a setting has one, as they are typed; undefined if it takes more than a few. */
export function settingChoices(name: string): readonly string[] | undefined {
  const schema = settingSchema(name);
  if (schema instanceof z.ZodBoolean) return ['true', 'false'];
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap(each => (each instanceof z.ZodLiteral ? String(each.value) : []));
  return settingFacts(name)?.choices;
}

/** Returns what can be typed for a setting: its choices, or an example; undefined if its name says enough. */
export function settingForm(name: string): string | undefined {
  const [, ...part] = name.split('.');
  const {example, usual} = settingFacts(name) ?? {};
  const own = typeof example === 'object' ? example[part.join('.')] : example;
  const written = typeof usual === 'number' ? String(usual) : undefined;
  return own ?? settingChoices(name)?.join(' · ') ?? written;
}

/** Returns the value that is meant by words such as `5, 10, 15` or `KES 50`; undefined if the setting has no such words. */
export function valueInWords(name: string, typed: string): unknown {
  if (/^\s*[[{]/u.test(typed)) return undefined; // JSON, with a mistake
  const schema = settingSchema(name);
  const parts = typed
    .split(/[,;\n]/u)
    .map(part => part.trim())
    .filter(part => part !== '');
  if (schema instanceof z.ZodBoolean) return {yes: true, no: false}[typed.trim().toLowerCase()];
  if (name === 'taxRates') return parts.map(taxRateIn);
  if (schema instanceof z.ZodArray) {
    const words = parts.flatMap(part => part.split(/\s+/u));
    return schema.element instanceof z.ZodNumber ? words.map(word => Number(word.replace(/%$/u, ''))) : words;
  }
  if (!(schema instanceof z.ZodRecord)) return undefined;
  return Object.fromEntries(
    parts.map(part => {
      const [, key = part, value = ''] = /^([^=]*?)\s*=\s*(.*)$/u.exec(part) ?? /^(\S+)\s+(.*)$/u.exec(part) ?? [];
      return [key, schema.valueType instanceof z.ZodArray ? value.split(/\s+/u) : value];
    }),
  );
}

/** Returns a value as a person reads and types it: what `valueInWords` reads, or else JSON. */
export function wordsOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const words = listed(name, value);
  const read = words === undefined ? undefined : valueInWords(name, words);
  return words !== undefined && JSON.stringify(read) === JSON.stringify(value) ? words : JSON.stringify(value);
}

function listed(name: string, value: unknown): string | undefined {
  if (Array.isArray(value))
    return value.map(each => (name === 'taxRates' ? taxRateText(each) : String(each))).join(', ');
  if (typeof value !== 'object' || value === null) return undefined;
  const pairs = Object.entries(value).map(([key, each]) => {
    const text = Array.isArray(each) ? each.join(' ') : String(each);
    return /\s/u.test(key) ? `${key} = ${text}` : `${key} ${text}`;
  });
  return pairs.join(', ');
}

/** `VAT 16 *, levy 2 +`: a star marks the rate of goods without one, a plus a rate that is added to the price. */
function taxRateIn(text: string): object {
  const {
    name = text,
    percent = '',
    marks = '',
  } = /^(?<name>.+?)\s+(?<percent>[\d.]+)\s*%?\s*(?<marks>[*+\s]*)$/u.exec(text)?.groups ?? {};
  const added = marks.includes('+') ? {included: false} : {};
  return {name, percent, ...added, ...(marks.includes('*') ? {default: true} : {})};
}

const taxRate = z.object({
  name: z.string(),
  percent: z.string(),
  included: z.boolean().optional(),
  default: z.boolean().optional(),
});

function taxRateText(value: unknown): string {
  const {name, percent, included, default: isUsual} = taxRate.parse(value);
  return [name, percent, isUsual === true && '*', included === false && '+'].filter(text => text).join(' ');
}

type Shown = {
  readonly name: string;
  readonly text: string | undefined;
  readonly usual: string | undefined;
  readonly outside: {readonly text: string; readonly from: string} | undefined;
  readonly author: SettingAuthor | undefined;
  readonly isChangedOutside: boolean;
};

/** Returns the value that is in force, as a person reads it, safe for the terminal whatever the file contains. */
export function shownValue({name, text, usual, outside}: Shown, words: Messages['settingsScreen']): string {
  const value = outside?.text ?? text ?? (usual === '' ? undefined : usual);
  if (value === undefined) return words.unset;
  const isYesOrNo = settingSchema(name) instanceof z.ZodBoolean;
  return isYesOrNo && (value === 'true' || value === 'false')
    ? words[value === 'true' ? 'yes' : 'no']
    : cleanText(value, 200);
}

/** Returns where that value comes from: a flag or a variable, a person, or nobody; empty if that is not known. */
export function shownOrigin(
  {text, usual, outside, author, isChangedOutside}: Shown,
  {settings, settingsScreen}: Pick<Messages, 'settings' | 'settingsScreen'>,
  zone: string,
): string {
  if (outside !== undefined) return outside.from;
  if (isChangedOutside) return settingsScreen.outside;
  if (author === undefined)
    return text === undefined && usual !== undefined && usual !== '' ? settingsScreen.usual : '';
  const when = momentText(Date.parse(author.at), zone);
  return author.person === null
    ? settings.setOutside({when})
    : settings.setBy({person: cleanText(author.person, 40), when});
}
