import {decimalOf} from '../money/decimal.js';
import type {Json} from './answer.js';
import {asBoolean, asInteger, asString, type Body, stated} from './body.js';

/** The members of the service's answers. None rejects a value, so that all is read; an unusable value counts as missing. */

type MemberValue = Json | undefined;

/** A text, or a number as the text that JSON writes. Undefined for anything else, for `""` and for the text `null`. */
export const text = asString;

/** A text that may be left out. A value that is present but is not a text becomes `?`, which equals no valid value. */
export const echo = stated;

/** A boolean, or the text `true` or `false`. */
export const flag = asBoolean;

/** Any JSON, as it came. */
export const anything = (value: MemberValue): MemberValue => value;

/** The same three, with null for a member that is missing or unusable. */
export const textOrNull = (value: MemberValue) => asString(value) ?? null;
export const flagOrNull = (value: MemberValue) => asBoolean(value) ?? null;
export const anythingOrNull = (value: MemberValue): Json => value ?? null;

/** A whole number from 0, which may come as text. */
export const integer = asInteger;
export const integerOrNull = (value: MemberValue) => asInteger(value) ?? null;

/** An amount in major units as decimal text, whether it came as a number or as a text; null for anything else. */
export const amountOrNull = (value: MemberValue) => (decimalOf(value) === undefined ? null : (asString(value) ?? null));

/** What `reading` has read of a record that has everything without which it is none. */
export type Known<Read extends (body: Body) => object> = {
  readonly [Name in keyof ReturnType<Read>]: Exclude<ReturnType<Read>[Name], undefined>;
};

/** Returns a function that reads these members of a body. Members that they do not name are left out. */
export function reading<Readers extends Readonly<Record<string, (value: MemberValue) => unknown>>>(
  readers: Readers,
): (body: Body) => {[Name in keyof Readers]: ReturnType<Readers[Name]>} {
  const members = Object.entries(readers);
  const nothing = Object.fromEntries(members.map(([name]) => [name, undefined as unknown]));
  return body => {
    const result = {...nothing}; // a copy has all of its members at once
    for (const [name, read] of members) result[name] = read(body[name]);
    return result as {[Name in keyof Readers]: ReturnType<Readers[Name]>};
  };
}
