/** As a spreadsheet shows a long number: `1.23457E+10`. Without the plus it may be a code. */
const inPowers = /^(?<first>[1-9])(?:[.,](?<rest>\d+?)0*)?E\+0*(?<power>[1-9]\d?)$/u;

/**
 * A reference of a provider in the form in which it is compared: without case, dashes, spaces and leading zeros, and without what a
 * spreadsheet adds to a number (`.0`, or a power of ten that still has all digits). In a key of a difference, a space is an underscore.
 */
export function plainReference(text: string): string {
  const bare = text.replaceAll(/[\s_\p{Pd}]/gu, '').toUpperCase();
  const {first, rest = '', power} = inPowers.exec(bare)?.groups ?? {};
  if (first === undefined) return bare.replace(/^(\d+)[.,]0+$/u, '$1').replace(/^0+(?=.)/u, '');
  if (rest.length === Number(power)) return `${first}${rest}`;
  return `${first}${rest === '' ? '' : `.${rest}`}E+${power}`;
}

/** The forms that a spreadsheet may have given a number, cut before or not, of which it cut digits: they may also be those of another number. */
export function cutForms(reference: string): readonly string[] {
  const {rest} = inPowers.exec(reference)?.groups ?? {};
  if (rest === undefined && !/^\d{7,}$/u.test(reference)) return [];
  const places = Math.min((rest?.length ?? reference.length - 1) - 1, mostPlaces);
  const forms = Array.from({length: places + 1}, (_, place) => Number(reference).toExponential(place).toUpperCase());
  return forms.map(plainReference);
}
const mostPlaces = 14;
