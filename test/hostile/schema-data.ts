import fc from 'fast-check';
import {currencies} from '../../src/core/money/money.js';
import type {Json} from '../../src/core/service/answer.js';
import type {Spec, SpecForm} from '../../src/core/spec/spec.js';
import {hostileJson, hostileText} from './mutations.js';

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
/** Members whose text means something of which the specification says nothing. */
const members: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  zone: fc.constantFrom('Africa/Nairobi', 'UTC'),
  dayStartsAt: fc.constantFrom('00:00', '04:30'),
  businessDate: day,
  from: day,
  to: day,
  firstSeen: day,
  currency: fc.constantFrom(...currencies),
  body,
};

/** The values of members by their names, and of every other text. */
type Known = {readonly members: Readonly<Record<string, fc.Arbitrary<Json>>>; readonly texts: fc.Arbitrary<Json>};

/** Values that are as specified: a few references, so that events are about the same things, and texts of every kind. */
export function dataOf(
  spec: Spec,
  references: readonly string[],
  known: Known = meant(references),
): fc.Arbitrary<Json> {
  const made = (of: Spec) => dataOf(of, references, known);
  switch (spec.kind) {
    case 'object': {
      const members = Object.entries(spec.members);
      return fc.record(
        Object.fromEntries(members.map(([name, member]) => [name, known.members[name] ?? made(member)])),
        {requiredKeys: members.flatMap(([name, {kind}]) => (kind === 'optional' ? [] : [name]))},
      ) as fc.Arbitrary<Json>;
    }
    case 'list':
      return fc.array(made(spec.of), {maxLength: 3});
    case 'tuple':
      return fc.tuple(...spec.of.map(made));
    case 'nullable':
      return fc.option(made(spec.of), {nil: null});
    case 'optional':
      return made(spec.of);
    case 'choice':
      return fc.oneof(...Object.values(spec.cases).map(made));
    case 'dictionary':
      return fc.dictionary(fc.string({maxLength: 8}), made(spec.of), {maxKeys: 3}) as fc.Arbitrary<Json>;
    case 'json':
      return hostileJson;
    case 'fields':
    case 'derived':
      throw new Error('no line of a journal has one');
    case 'leaf':
      return pieceOf(spec, references, known.texts).filter(spec.test);
  }
}

const meant = (references: readonly string[]): Known => ({
  members,
  texts: fc.oneof(
    fc.constantFrom('cashier', 'Completed', '00', '200', 'KES', ...references),
    hostileText.filter(text => text !== ''),
  ),
});

function pieceOf(
  {says, form, values}: SpecForm & {kind: 'leaf'},
  references: readonly string[],
  texts: fc.Arbitrary<Json>,
): fc.Arbitrary<Json> {
  if (values !== undefined) return fc.constantFrom(...values);
  if (form?.source.includes('8,15') === true) return fc.constantFrom(...references);
  if (form !== undefined) return fc.stringMatching(form);
  if (says === '`YYYY-MM-DD`') return day;
  if (says === '`true`') return fc.constant(true);
  if (says === 'true or false') return fc.boolean();
  if (says === 'two letters') return fc.constantFrom('KE', 'CI', 'ZZ');
  if (says === 'text of at most 40 characters') return fc.constantFrom('Visa', 'Mastercard');
  if (says.includes('number'))
    return fc.oneof(
      fc.constantFrom(1, 2, 200),
      fc.nat({max: 10_000}).map(value => value + 1),
    );
  return texts;
}
