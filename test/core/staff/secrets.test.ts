import {expect, it} from 'vitest';
import {Problem} from '../../../src/core/problem.js';
import {bareCode, checkBadge, checkPassphrase, checkPin, newCode, readToken} from '../../../src/core/staff/staff.js';

function codeOf(check: () => unknown): string {
  try {
    check();
    return 'taken';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

it.each([
  ['739154', 'taken'],
  ['7391', 'taken'],
  ['73915482', 'taken'],
  ['739', 'pin-invalid'],
  ['739154826', 'pin-invalid'],
  ['73a154', 'pin-invalid'],
  [' 739154', 'pin-invalid'],
  ['', 'pin-invalid'],
  ['1111', 'pin-weak'],
  ['99999999', 'pin-weak'],
  ['1112', 'taken'],
  ['2111', 'taken'],
  ['1234', 'pin-weak'],
  ['34567', 'pin-weak'],
  ['7890', 'pin-weak'],
  ['0123', 'pin-weak'],
  ['9876', 'pin-weak'],
  ['3210', 'pin-weak'],
  ['0987', 'pin-weak'],
  ['1235', 'taken'],
  ['2468', 'taken'],
] as const)('a PIN %s is %s', (pin, answer) => expect(codeOf(() => checkPin(pin))).toBe(answer));

it.each([
  ['OWN-77', 'taken'],
  ['OWN-7', 'badge-short'],
  ['', 'badge-short'],
  ['12345678', 'badge-short'],
  ['123456789', 'taken'],
] as const)('a badge %s is %s', (badge, answer) => expect(codeOf(() => checkBadge(badge))).toBe(answer));

it.each([
  ['goats eat it', 'taken'],
  ['goats eat i', 'passphrase-short'],
] as const)('a passphrase %s is %s', (text, answer) => expect(codeOf(() => checkPassphrase(text))).toBe(answer));

it('a code has twenty letters in groups of five, of which none is likelier', () => {
  const wanted: number[] = [];
  const random = (given: readonly number[]) => {
    const left = [...given];
    return (bytes: number) => {
      wanted.push(bytes);
      return Uint8Array.from(left.splice(0, bytes));
    };
  };
  const counted = Array.from({length: 20}, (_, at) => at);
  expect(newCode(random(counted))).toBe('23456-789AB-CDEFG-HJKMN');
  // The last that is as likely as the others, and those that would not be.
  expect(newCode(random([239, 240, 255, ...counted]))).toBe('Z2345-6789A-BCDEF-GHJKM');
  expect(wanted).toEqual([20, 20, 2]);
});

it.each([
  ['ab2cd-ef3gh', 'AB2CDEF3GH'],
  [' AB2CD EF3GH\n', 'AB2CDEF3GH'],
])('a code typed as %j is %s', (typed, code) => expect(bareCode(typed)).toBe(code));

const secret = '23456-789AB-CDEFG-HJKMN';

it.each([
  [`7.${secret}`, {number: 7, secret: '23456789ABCDEFGHJKMN'}],
  [` 123456.${secret.toLowerCase()}\n`, {number: 123456, secret: '23456789ABCDEFGHJKMN'}],
  [`7.${'A'.repeat(20)}`, {number: 7, secret: 'A'.repeat(20)}],
])('a token %j is read', (token, read) => expect(readToken(token)).toEqual(read));

it.each([
  '',
  secret,
  `x.${secret}`,
  `1234567.${secret}`,
  `.${secret}`,
  `7.${'A'.repeat(19)}`,
  `7.${'A'.repeat(41)}`,
  `7.${secret}!`,
  `7 ${secret}`,
  `see 7.${secret}`,
])('a token %j is none', token => expect(codeOf(() => readToken(token))).toBe('token-unreadable'));
