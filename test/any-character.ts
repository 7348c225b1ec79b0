import fc from 'fast-check';

const surrogates = {first: 0xd800, count: 0x800};

/** Any character of Unicode, for `fc.string`. The unit `binary` gives the same, but first lists all of them for a second. */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({min: 0, max: 0x10ffff - surrogates.count}).map(
  number => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  character => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || character !== String.fromCodePoint(point)) throw new Error('not one character');
    return point < surrogates.first ? point : point - surrogates.count;
  },
);

/** Any code points, surrogates alone too, with many marks and emoji. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.nat({max: 0xffff}),
        fc.nat({max: 0x3000}),
        fc.integer({min: 0x1f000, max: 0x1faff}),
        fc.constantFrom(0xe0067, 0xe0101),
      ),
      {maxLength},
    )
    .map(points => String.fromCodePoint(...points));

/** Any UTF-16 units, as a careless program hands them over. */
export const anyUnits: fc.Arbitrary<string> = fc
  .array(fc.nat({max: 0xffff}))
  .map(units => String.fromCharCode(...units));
