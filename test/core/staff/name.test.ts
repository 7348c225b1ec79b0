import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../../src/core/problem.js';
import {looksLike, staffName} from '../../../src/core/staff/name.js';
import {forAll} from '../../hostile/runs.js';

const codeOf = (read: () => unknown) => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};

describe('two names that look alike', () => {
  it.each([
    ['Amina', 'аmina', 'a Cyrillic letter'],
    ['Amina', 'AMINA', 'capitals'],
    ['Amina', 'Amina ', 'a blank'],
    ['Amina', 'A\u200Bmina', 'a blank of no width'],
    ['Amina', 'Ami\u0301na', 'an accent'],
    ['Amina', 'Arnina', 'r and n for m'],
    ['Ali', 'AIi', 'a capital I for an l'],
    ['Paul', 'Ρaul', 'a Greek Rho'],
    ['Otto', '0tto', 'a digit'],
    ['Amina', 'Ａｍｉｎａ', 'full width'],
    ['Anne Marie', 'Anne-Marie', 'a hyphen'],
    ['Kofi', 'кofі', 'two Cyrillic letters'],
    ['Amina', 'Am\u00ADina', 'a soft hyphen'],
    ['Owner', 'Ovvner', 'two v for w'],
    ['TOM', 'ΤΟΜ', 'Greek capitals'],
    ['Hani', 'ΗΑΝΙ', 'a Greek Eta, which is an H in capitals alone'],
    ['HAWA', 'ᎻᎪᎳᎪ', 'Cherokee'],
    ['Dan', 'Ɗan', 'a hooked letter of Hausa'],
    ['Bjorn', 'Bjørn', 'a stroke'],
    ['ηλιας', 'ΗΛΙΑΣ', 'capitals of another script'],
  ])('%s and %s: %s', (one, other) => expect(looksLike(one, other)).toBe(true));

  it.each([
    ['Amina', 'Aminata'],
    ['Clara', 'Dara'],
    ['Juma', 'Jumo'],
    ['Kwame', 'Kwama'],
    ['أمينة', 'محمد'],
    ['ሰላም', 'አበበ'],
  ])('are not %s and %s', (one, other) => expect(looksLike(one, other)).toBe(false));

  it('stay alike whatever nobody sees is put into them', () => {
    const marks = fc.constantFrom(' ', '\u00A0', '\u200B', '\u200D', '\u202E', '\u0301', '\u00AD', '\uFE0F', '.', "'");
    const name = fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,12}$/u);
    forAll(name, fc.array(fc.tuple(fc.nat(12), marks)), (plain, put) => {
      const dressed = put.reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), plain);
      expect(looksLike(dressed.toUpperCase(), plain)).toBe(true);
    });
  });
});

describe('a name', () => {
  it.each([
    ['  Amina   Otieno ', 'Amina Otieno'],
    ['Aïcha N’Diaye', 'Aïcha N’Diaye'],
    ['محمد', 'محمد'],
    [` ${'x'.repeat(40)} `, 'x'.repeat(40)],
  ])('%s is kept as %s', (typed, kept) => expect(staffName(typed)).toBe(kept));

  it.each([
    ['', 'person-missing'],
    ['\u200B \u202E', 'person-missing'],
    ['аmina', 'name-of-two-scripts'],
    ['x'.repeat(41), 'name-too-long'],
    ['4012 8888 8888 1881', 'text-has-card'],
  ])('%s is refused: %s', (typed, code) => expect(codeOf(() => staffName(typed))).toBe(code));
});
