import fc from 'fast-check';
import type * as z from 'zod';
import {currencies} from '../../src/core/money/money.js';
import type {Json} from '../../src/core/service/answer.js';
import {hostileJson, hostileText} from './mutations.js';

/** What a schema is made of, as far as those of the journal are. */
type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Json>>;
  readonly values?: readonly Json[];
  readonly valueType?: Schema;
  readonly getter?: () => Schema;
  readonly checks?: readonly {readonly _zod: {readonly def: Check}}[];
};
type Check = {readonly check: string; readonly pattern?: RegExp; readonly value?: number};
type Schema = z.core.$ZodType;

const day = fc.constantFrom('2026-11-20', '2026-11-21', '2024-02-29');
/** As the service answers, more or less. */
const body: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    response_code: fc.constantFrom('00', '06', '09', 0),
    transaction_reference: hostileJson,
    transaction_amount: fc.constantFrom<Json>(200, '200', -1, null),
    transaction_status: fc.constantFrom('Completed', 'Failed', 'Reversed', 'Success'),
    currency: fc.constantFrom<Json>('KES', 'USD', 5),
    data: hostileJson,
  }),
  hostileJson,
);
/** Members whose text means something of which the schema says nothing. */
const known: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  zone: fc.constantFrom('Africa/Nairobi', 'UTC'),
  dayStartsAt: fc.constantFrom('00:00', '04:30'),
  ...{businessDate: day, from: day, to: day, firstSeen: day},
  currency: fc.constantFrom(...currencies),
  body,
};

/** Values that a schema takes: a few references, so that events are about the same things, and texts of every kind. */
export function dataOf(schema: Schema, references: readonly string[]): fc.Arbitrary<Json> {
  const made = (inner: Schema | undefined): fc.Arbitrary<Json> =>
    inner === undefined ? fc.constant(null) : dataOf(inner, references);
  const {
    type,
    shape,
    element,
    innerType,
    options,
    entries,
    values,
    valueType,
    getter,
    checks = [],
  } = schema._zod.def as unknown as Definition;
  const defined = checks.map(({_zod: {def}}) => def);
  switch (type) {
    case 'lazy':
      return made(getter?.());
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape ?? {}).map(([name, member]) => [name, known[name] ?? made(member)])),
        {
          requiredKeys: Object.entries(shape ?? {}).flatMap(([name, {_zod}]) =>
            _zod.def.type === 'optional' ? [] : [name],
          ),
        },
      ) as fc.Arbitrary<Json>;
    case 'array':
      return fc.array(made(element), {maxLength: 3});
    case 'nullable':
      return fc.option(made(innerType), {nil: null});
    case 'optional':
      return made(innerType);
    case 'union':
      return fc.oneof(...(options ?? []).map(made));
    case 'enum':
      return fc.constantFrom(...Object.values(entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(values ?? []));
    case 'record':
      return fc.dictionary(fc.string({maxLength: 8}), made(valueType), {maxKeys: 3}) as fc.Arbitrary<Json>;
    case 'string':
      return textFor(defined, references);
    case 'number':
      return fc.oneof(
        fc.constantFrom(1, 2, 200),
        fc.nat({max: 10_000}).map(value => value + 1),
      );
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function textFor(checks: readonly Check[], references: readonly string[]): fc.Arbitrary<string> {
  const pattern = checks.find(({pattern: found}) => found !== undefined)?.pattern;
  if (pattern?.source.includes('8,15') === true) return fc.constantFrom(...references);
  if (pattern?.source.includes('{4}-') === true) return day;
  if (pattern !== undefined) return fc.stringMatching(pattern);
  if (checks.some(({check}) => check === 'length_equals')) return fc.constantFrom('KE', 'CI', 'ZZ');
  if (checks.some(({check}) => check === 'max_length')) return fc.constantFrom('Visa', 'Mastercard');
  return fc.oneof(
    fc.constantFrom('cashier', 'Completed', '00', '200', 'KES', ...references),
    hostileText.filter(text => text !== ''),
  );
}
