import type {Card} from '../core/card/card.js';
import {staysWhole} from '../core/events/event-cards.js';
import {cardLabel, hideCardNumbers, holdsCardNumber} from '../core/text/card-numbers.js';
import type {Secret} from '../core/text/secret.js';
import type {Lengths} from './json-body.js';
import {alone, type Redact, redactCode} from './redact.js';

/** Members that make up the bank's challenge. A gap in them would break the payment, so only the full card number is hidden in them. */
const challengeMembers = new Set(['threeDsUrl', 'formData']);

/** The bank's challenge is useless unless complete. Codes that come back as numbers without leading zeros cannot be recognised. */
export const cardLengths: Lengths = new Map([
  ['threeDsUrl', 8 * 1024],
  ['formData', 100 * 1024],
  ['threeDsHtml', 0],
  ['securityCode', 0],
  ['cvv', 0],
  ['pin', 0],
]);

/** A complete time may contain digits of cards and codes by coincidence. Hiding them would lose the day of payment. */
const instant = /^\d{4}-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?Z?)?$/u;

/** Four consecutive digits of a card may stay. A receipt shows as many. */
const shortestFragment = 5;

/**
 * Hides a card: every five or more consecutive digits of its number (`[card]`, or `[card …1111]` for the whole number), also in groups or
 * encoded for a URL or a page; and its security code and PIN if they stand alone (`[code]`). Texts that were sent together with the card
 * (`kept`) and complete times stay unchanged. In the bank's challenge and in the service's `own` members (such as an id, which may have the
 * same digits as the code), only the whole number is hidden.
 */
export function redactCard(
  {number, securityCode, pin}: Card,
  kept: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Redact {
  const known = kept.filter(text => !isIn(number, text));
  const hideLikely = redactCardLike(known);
  const hideNumber = hideDigits({number, fragment: shortestFragment, kept: known});
  const hideWhole = hideDigits({number, fragment: number.length, kept: []});
  const beside = [...known, `…${number.slice(-4)}]`];
  const hideCode = redactLater(securityCode, beside);
  const hidePin = pin === undefined ? (text: string) => text : redactLater(pin, beside);
  return (text, member = '') => {
    if (instant.test(text)) return text;
    if (own.has(member)) return hideWhole(text);
    if (!challengeMembers.has(member)) {
      return hidePin(hideCode(hideNumber(hideLikely(hideWhole(text)))));
    }
    return Buffer.from(text, 'base64').includes(number.bytes) ? '[card]' : hideWhole(text);
  };
}

/** Whether a text contains the number. The number itself is never turned into a string. */
const isIn = (number: Secret, text: string) => Buffer.from(text).includes(number.bytes);
const holds = (number: Secret, digits: string) =>
  Buffer.from(number.bytes.buffer, number.bytes.byteOffset, number.length).includes(digits);

/** Hides a code. The pattern is only made when an answer has come. Until then the code is not in any string. */
function redactLater(code: Secret, kept: readonly string[]): Redact {
  let redact: Redact | undefined;
  return (text, member) => {
    redact ??= redactCode({code: code.slice(0), kept});
    return redact(text, member);
  };
}

/** The first digits and the last four of a card number, with signs in place of the others. */
const masked = String.raw`\d{4,8}[x*•#]{2,12}\d{4}`;

/** A JSON number with decimals. It is an amount and not a card number, so it must stay. */
const fraction = /^-?\d+\.\d+$/u;

/** Reduces every card number to `[card …1111]`, also first digits with the last four. Leaves challenge, `own` members and `kept` texts. */
export function redactCardLike(kept: readonly string[], own: ReadonlySet<string> = new Set()): Redact {
  const hideMasked = hideBeside(kept, alone(masked), found => cardLabel(found.slice(-4)));
  const spared = kept.filter(holdsCardNumber);
  return (text, member = '') => {
    if (own.has(member) || staysWhole(member, text) || isFraction(text)) return text;
    return hideMasked(spared.length === 0 ? hideCardNumbers(text) : hideBetween(spared, text));
  };
}

/** Whether a text is the way JavaScript writes a number with decimals. */
const isFraction = (text: string) => fraction.test(text) && String(Number(text)) === text;

function hideBetween(spared: readonly string[], text: string): string {
  const parts = text.split(new RegExp(`(${spared.map(standingAlone).join('|')})`, 'u'));
  return parts.map(part => (spared.includes(part) ? part : hideCardNumbers(part))).join('');
}

const standingAlone = (text: string) => String.raw`(?<![\p{L}\p{N}]\.?)${RegExp.escape(text)}(?!\.?[\p{L}\p{N}*•#])`;

/** Hides what the pattern finds. `kept` texts that the pattern would damage stay, if they stand alone. */
function hideBeside(kept: readonly string[], pattern: string, hide: Redact): Redact {
  const found = new RegExp(pattern, 'giu');
  const spared = new Set(kept.filter(text => text.replaceAll(found, hidden => hide(hidden)) !== text));
  const either = new RegExp([...Array.from(spared, standingAlone), pattern].join('|'), 'giu');
  return text => text.replaceAll(either, part => (spared.has(part) ? part : hide(part)));
}

/** A digit in every encoding that JSON, HTML and URLs have for it, and the gaps between the groups of a number. */
const digit = String.raw`(?:\d|%3\d|\\{1,4}u003\d|&#x0*3\d;|&#0*(?:4[89]|5[0-7]);)`;
const gap = String.raw`(?:[\s\p{Pd}./_+]|%20|%2d|%2b|&nbsp;)`;
const digitOrGap = new RegExp(`${gap}|(?<digit>${digit})`, 'giu');

type Hiding = {readonly number: Secret; readonly fragment: number; readonly kept: readonly string[]};

/** Hides every run of `fragment` or more digits that are also consecutive in the number. */
function hideDigits({number, fragment, kept}: Hiding): Redact {
  const row = `${digit}(?:${gap}{0,3}${digit}){${shortestFragment - 1},}`;

  function hide(found: string): string {
    const digits = [...found.matchAll(digitOrGap)].filter(({groups}) => groups?.['digit'] !== undefined);
    const plain = digits.map(([spelled]) => digitOf(spelled)).join('');
    let hidden = '';
    let shownTo = 0;
    for (let start = 0; start < plain.length; start += 1) {
      const end = endOfRow(plain, start);
      const [first, last] = [digits[start], digits[end - 1]];
      if (first === undefined || last === undefined || end === start) continue;
      const label = isIn(number, plain.slice(start, end)) ? cardLabel(number.slice(-4)) : '[card]';
      hidden += found.slice(shownTo, first.index) + label;
      shownTo = last.index + last[0].length;
      start = end - 1;
    }
    return hidden + found.slice(shownTo);
  }

  /** The end of the run of digits to hide that begins at `start`, or `start` if there is none. */
  function endOfRow(plain: string, start: number): number {
    let end = start;
    for (let at = start; at <= end && isPart(plain.slice(at, at + fragment)); at += 1) end = at + fragment;
    return end;
  }

  const isPart = (digits: string) => digits.length === fragment && holds(number, digits);
  return hideBeside(kept, row, hide);
}

function digitOf(spelled: string): string {
  const decimal = /^&#0*(?<point>\d\d);$/u.exec(spelled)?.groups?.['point'];
  return decimal === undefined ? spelled.replace(';', '').slice(-1) : String.fromCodePoint(Number(decimal));
}
