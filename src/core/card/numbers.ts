/**
 * Finds card numbers in texts. This is the only such rule, for the journal, answers, evidence and foreign files. Digits
 * of every script count, and any characters except letters may be between them.
 */

/** The text that replaces a card number. Its last four digits may be kept. */
export const cardLabel = (lastFour: string): string => `[card …${lastFour}]`;

/** Whether a text contains a whole card number, which must never be recorded. */
export function holdsCardNumber(text: string): boolean {
  return spansOf(text).length > 0;
}

/**
 * Returns the text with every card number in it reduced to its last four digits. Digits that adjoin the number without
 * a gap, such as its expiry and its security code, are removed with it. Hiding twice gives the same text.
 */
export function hideCardNumbers(text: string): string {
  let hidden = '';
  let shownTo = 0;
  for (const {start, end, lastFour} of spansOf(text)) {
    hidden += text.slice(shownTo, start) + cardLabel(lastFour);
    shownTo = end;
  }
  return hidden + text.slice(shownTo);
}

/** Checks the check digit of ISO/IEC 7812: every second digit from the right counts twice. The digits are ASCII bytes. */
export function passesLuhn(digits: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of digits.entries()) {
    const value = byte - 0x30;
    const isDoubled = (digits.length - at) % 2 === 0;
    sum += isDoubled ? value * 2 - (value > 4 ? 9 : 0) : value;
  }
  return sum % 10 === 0;
}

/** The position of a number in a text, in UTF-16 units. */
type Span = {readonly start: number; readonly end: number; readonly lastFour: string};

const [shortest, longest] = [13, 19];

function spansOf(text: string): readonly Span[] {
  if (!mayHoldDigits(text)) return [];
  const found = rowsOf(text, []).flatMap(numbersIn);
  return found.length === 0 ? [] : joined(rowsOf(text, [...text.matchAll(inert)]).flatMap(numbersIn));
}

/** A cheap first check. Most texts have fewer than thirteen digits without a letter between them, and need only this. */
function mayHoldDigits(text: string): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < shortest; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) count += 1;
    else if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) count = 0;
  }
  return count >= shortest;
}

/** Merges numbers that overlap. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const before = all.at(-1);
    if (before === undefined || span.start >= before.end) all.push(span);
    else if (span.end >= before.end) all[all.length - 1] = {...span, start: before.start};
  }
  return all;
}

const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const month = '(?:0?[1-9]|1[0-2])';
const year = String.raw`(?:19|20)\d\d`;
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
/** Texts that have many digits but are certainly not cards: a full date and time, a UUID or a hash with a letter, and Duka's own label. */
const inert = new RegExp(
  [
    String.raw`(?<!\p{N})(?:${year}([\/.\-])${month}\1${day}|${day}([\/.\-])${month}\2${year})[ T,]{1,2}${time}(?!\p{N})`,
    String.raw`(?<![\p{L}\p{N}])(?=[\d\-]{0,35}[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?=\d{0,63}[a-f])(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?![\p{L}\p{N}])`,
    String.raw`\[card …\d{4}\]`,
  ].join('|'),
  'giu',
);

/** Digits with no letter between them: the value and the position in the text of each, and the group to which it belongs. */
type Row = {values: number[]; starts: number[]; ends: number[]; groups: Group[]};
/** Digits with nothing visible between them, by their places in the row. */
type Group = {readonly from: number; to: number};

/** Returns the rows of a text that are long enough for a card number. No row includes any of the `skipped` texts. */
function rowsOf(text: string, skipped: readonly RegExpExecArray[]): readonly Row[] {
  const rows: Row[] = [];
  let row: Row = {values: [], starts: [], ends: [], groups: []};
  let group: Group | null = null;
  const close = () => {
    if (row.values.length >= shortest) rows.push(row);
    if (row.values.length > 0) row = {values: [], starts: [], ends: [], groups: []};
    group = null;
  };
  let next = 0;
  for (let at = 0; at < text.length; ) {
    const skip = skipped[next];
    if (at === skip?.index) {
      close();
      at += skip[0].length;
      next += 1;
      continue;
    }
    const point = text.codePointAt(at) ?? 0;
    const end = at + (point > 0xffff ? 2 : 1);
    const sign = signOf(point);
    if (sign === 'letter') close();
    else if (sign === 'gap') group = null;
    else if (sign !== 'unseen') {
      for (const value of sign) {
        group ??= {from: row.values.length, to: row.values.length};
        row.values.push(value);
        row.starts.push(at);
        row.ends.push(end);
        row.groups.push(group);
        group.to = row.values.length;
      }
    }
    at = end;
  }
  close();
  return rows;
}

/**
 * What a character means for a number: one or more digits, a gap between groups, an invisible character, or a letter,
 * which ends the row.
 */
type Sign = readonly number[] | 'gap' | 'unseen' | 'letter';
const plainSigns: Sign[] = [];
const otherSigns = new Map<number, Sign>();

function signOf(point: number): Sign {
  return plainSigns[point] ?? otherSigns.get(point) ?? learn(point);
}

function learn(point: number): Sign {
  const parts = Array.from(String.fromCodePoint(point).normalize('NFKC'), plainSign);
  const digits = parts.flatMap(part => (typeof part === 'object' ? part : []));
  const sign = digits.length > 0 ? digits : (parts.find(part => part === 'letter') ?? parts[0] ?? 'unseen');
  if (point < 0x80) plainSigns[point] = sign;
  else otherSigns.set(point, sign);
  return sign;
}

function plainSign(sign: string): Sign {
  if (/\p{Nd}/u.test(sign)) return [digitOf(sign)];
  if (/[\p{L}\p{Nl}]/u.test(sign)) return 'letter';
  return /[\p{Cf}\p{M}]/u.test(sign) ? 'unseen' : 'gap';
}

/** The decimal digits of every script are in runs of ten code points, from zero to nine. */
function digitOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

/** Returns the card numbers in a row, by their start. They may overlap. */
function numbersIn({values, starts, ends, groups}: Row): readonly Span[] {
  const passes = luhnOf(values);
  const digits = values.join('');
  const found: Span[] = [];
  for (const [from, first] of groups.entries()) {
    if (from - first.from > longestPadding || !firstDigits.has(values[from])) continue;
    for (let to = from + shortest; to <= from + longest && to <= values.length; to += 1) {
      const last = groups[to - 1];
      if (last === undefined || !passes(from, to) || !isCard({digits, groups, from, to, first, last})) continue;
      found.push({start: starts[first.from] ?? 0, end: ends[last.to - 1] ?? 0, lastFour: digits.slice(to - 4, to)});
    }
  }
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns a function that checks the check digit of any part of the digits in constant time. */
function luhnOf(values: readonly number[]): (from: number, to: number) => boolean {
  // Sums up to each place, once with the digits at even places doubled and once with those at odd places.
  const sums = [new Int32Array(values.length + 1), new Int32Array(values.length + 1)] as const;
  for (const [at, value] of values.entries()) {
    const twice = value > 4 ? value * 2 - 9 : value * 2;
    sums[0][at + 1] = (sums[0][at] ?? 0) + (at % 2 === 0 ? twice : value);
    sums[1][at + 1] = (sums[1][at] ?? 0) + (at % 2 === 1 ? twice : value);
  }
  return (from, to) => {
    const sum = to % 2 === 0 ? sums[0] : sums[1]; // the last digit but one is doubled
    return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0;
  };
}

/** The highest number of digits that may precede a card number without a gap: zeros, or the length of the number. */
const longestPadding = 4;

/** Some digits of a row, and the groups of the first and the last of them. */
type Part = {
  readonly digits: string;
  readonly groups: readonly Group[];
  readonly from: number;
  readonly to: number;
  readonly first: Group;
  readonly last: Group;
};

/**
 * Whether digits with a correct check digit are those of a card. Digits that fill whole groups are, if a scheme issues
 * such numbers or the groups have the shape of a card number. A longer group is far more often a reference or an
 * account number; it counts only if the number has padding in front or its expiry after it.
 */
function isCard(part: Part): boolean {
  const {digits, from, to, first, last} = part;
  const number = digits.slice(from, to);
  if (from > first.from) return first === last && to === last.to && common.test(number);
  if (to < last.to)
    return last.to - to <= longestExpiry && issued.test(number) && expiry.test(digits.slice(to, last.to));
  return issued.test(number) || (likeIssued.test(number) && shapes.has(shapeOf(part)));
}

/** Returns the number of digits in each of the groups: `4-4-4-4`. */
function shapeOf({groups, first, to}: Part): string {
  const sizes: number[] = [];
  for (let group: Group | undefined = first; group !== undefined && group.from < to && sizes.length < 5; ) {
    sizes.push(group.to - group.from);
    group = groups[group.to];
  }
  return sizes.join('-');
}

/** The shapes of a card number: one group, or the groups that cards show. */
const shapes: ReadonlySet<string> = new Set([
  ...['4-4-4-4', '4-6-4', '4-6-5', '4-4-4-1', '4-4-4-4-3'],
  ...Array.from({length: longest - shortest + 1}, (_, more) => String(shortest + more)),
]);

/** A month and a year in either order, with or without the security code. */
const longestExpiry = 10;
const expiry = /^(?:(?:0[1-9]|1[0-2])(?:20)?[2-5]\d|[2-5]\d(?:0[1-9]|1[0-2]))(?:\d{3,4})?$/;

/** The first digits of cards. */
const firstDigits: ReadonlySet<number | undefined> = new Set([2, 3, 4, 5, 6, 8]);
/**
 * The beginnings with which a number counts as a card number if its groups have the shape of one. Only those with 2
 * require sixteen digits.
 */
const likeIssued = /^(?:[3-6]|(?=\d{16}$)(?:222[1-9]|22[3-9]|2[3-6]|27[01]|2720))/;

/** Numbers that cannot be a wallet and are hardly ever a reference: Visa, Mastercard and Verve of sixteen digits, and American Express. */
const common =
  /^(?:4\d{15}|(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|506[01]|650)\d+(?<=^\d{16})|3[47]\d{13})$/;

/**
 * The numbers that the schemes issue, with the lengths of each scheme. The lengths matter because wallets of Ivory
 * Coast begin like some cards.
 */
const issued = new RegExp(
  [
    String.raw`^4(?:\d{12}|\d{15}|\d{17,18})$`, // Visa
    String.raw`^(?=\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)`, // Mastercard
    String.raw`^3[47]\d{13}$`, // American Express
    String.raw`^(?=(?:\d{14}|\d{16}|\d{19})$)(?:30[0-5]|3095|3[689])`, // Diners Club
    String.raw`^(?=\d{16,19}$)(?:6[0245]|81|35(?:2[89]|[3-8])|220[0-4])`, // Discover, RuPay, UnionPay, JCB, Mir
    '^(?:50|5[6-9]|63|67)', // Maestro, Verve
  ].join('|'),
);
