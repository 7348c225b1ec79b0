import * as z from 'zod';
import {decimalOf} from '../money/decimal.js';
import type {Json} from './answer.js';
import {asBoolean, asInteger, asString, type Body, stated} from './body.js';

/**
 * The kinds of members in what the service answers. None of them rejects: an answer about money is worth reading to its end,
 * and what is there and is of no use is as if it were not told.
 */

type MemberValue = Json | undefined;

/** A text, or a number taken for the text that JSON writes. Undefined for all else, `""` and the text `null` too. */
export const text = z.transform((value: MemberValue) => asString(value));

/** A text that may be left out, but not be anything else: what is there and is no text is `?`, which equals nothing. */
export const echo = z.transform((value: MemberValue) => stated(value));

/** A truth value, or the text `true` or `false`. */
export const flag = z.transform((value: MemberValue) => asBoolean(value));

/** Any JSON, as it came. */
export const anything = z.transform((value: MemberValue): MemberValue => value);

/** The same three where a record says null for what it does not tell. */
export const textOrNull = z.transform((value: MemberValue) => asString(value) ?? null);
export const flagOrNull = z.transform((value: MemberValue) => asBoolean(value) ?? null);
export const anythingOrNull = z.transform((value: MemberValue): Json => value ?? null);

/** A whole number from 0, which may be text. */
export const integer = z.transform((value: MemberValue) => asInteger(value));
export const integerOrNull = z.transform((value: MemberValue) => asInteger(value) ?? null);

/** An amount in major units as decimal text, whether it came as a number or as a text. */
export const amountOrNull = z.transform((value: MemberValue) =>
  decimalOf(value) === undefined ? null : (asString(value) ?? null),
);

type Members = Readonly<Record<string, z.ZodType<unknown, MemberValue> & {readonly _zod: {readonly def: Read}}>>;
type Read = {readonly transform: (value: MemberValue, payload: never) => unknown};

/**
 * What reads a body by a schema of such members: the same as `schema.parse`, without its wrapping of every value, since a till
 * folds thousands of answers before its first frame. Members that the schema does not name are left out.
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
