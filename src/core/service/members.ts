import * as z from 'zod';
import {decimalOf} from '../money/decimal.js';
import type {Json} from './answer.js';
import {asBoolean, asInteger, asString, type Body, stated} from './body.js';

/** The members of the service's answers. None rejects a value, so that all is read; an unusable value counts as missing. */

type MemberValue = Json | undefined;

/** A text, or a number as the text that JSON writes. Undefined for anything else, for `""` and for the text `null`. */
export const text = z.transform((value: MemberValue) => asString(value));

/** A text that may be left out. A value that is present but is not a text becomes `?`, which equals no valid value. */
export const echo = z.transform((value: MemberValue) => stated(value));

/** A boolean, or the text `true` or `false`. */
export const flag = z.transform((value: MemberValue) => asBoolean(value));

/** Any JSON, as it came. */
export const anything = z.transform((value: MemberValue): MemberValue => value);

/** The same three, with null for a member that is missing or unusable. */
export const textOrNull = z.transform((value: MemberValue) => asString(value) ?? null);
export const flagOrNull = z.transform((value: MemberValue) => asBoolean(value) ?? null);
export const anythingOrNull = z.transform((value: MemberValue): Json => value ?? null);

/** A whole number from 0, which may come as text. */
export const integer = z.transform((value: MemberValue) => asInteger(value));
export const integerOrNull = z.transform((value: MemberValue) => asInteger(value) ?? null);

/** An amount in major units as decimal text, whether it came as a number or as a text; null for anything else. */
export const amountOrNull = z.transform((value: MemberValue) =>
  decimalOf(value) === undefined ? null : (asString(value) ?? null),
);

type Members = Readonly<Record<string, z.ZodType<unknown, MemberValue> & {readonly _zod: {readonly def: Read}}>>;
type Read = {readonly transform: (value: MemberValue, payload: never) => unknown};

/**
 * Returns a function that reads a body by a schema of such members. The result is that of `schema.parse`, but the function does not wrap
 * every value, because a till folds thousands of answers before its first frame. Members that the schema does not name are left out.
 */
export function reading<Shape extends Members>(schema: z.ZodObject<Shape>): (body: Body) => z.output<typeof schema> {
  const members = Object.entries(schema.shape).map(([name, {_zod}]) => ({name, read: _zod.def.transform}));
  const nothing = Object.fromEntries(members.map(({name}) => [name, undefined as unknown]));
  return body => {
    const result = {...nothing}; // a copy has all of its members at once
    for (const {name, read} of members) {
      result[name] = read(body[name], undefined as never);
    }
    return result as z.output<typeof schema>;
  };
}
