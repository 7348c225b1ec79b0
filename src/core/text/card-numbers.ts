/**
 * Finds card numbers in texts. This is the only such rule, for the journal, answers, evidence and foreign files. Digits of every script
 * count, and any characters except letters may be between them, written plainly or as HTML or a URL writes them.
 */

/** The text that replaces a card number. Its last four digits may be kept. */
export const cardLabel = (lastFour: string): string => `[card …${lastFour}]`;

/** Whether a text contains a whole card number, which must never be recorded. */
export const holdsCardNumber = (text: string): boolean => spansOf(text).length > 0;

/**
 * Returns the text with every card number in it reduced to its last four digits. Digits that adjoin the number without
 * a gap, such as its expiry and its security code, are removed with it. Hiding twice gives the same text.
 */
export function hideCardNumbers(text: string): string {
  let hidden = text;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const spans = spansOf(hidden);
    if (spans.length === 0) break;
    hidden = withLabels(hidden, spans);
  }
  return hidden;
}

/** Where a number was hidden, the digits beside it may be read in another way. A longer chain is only in a text made for it. */
const mostPasses = 8;

function withLabels(text: string, spans: readonly Span[]): string {
  let hidden = '';
  let shownTo = 0;
  for (const {start, end, lastFour} of spans) {
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

/** Returns the card numbers of a text as written, and with `&#160;`, `<br>` and `%20` as markup: `4%50` may be either. */
function spansOf(text: string): readonly Span[] {
  const isMarked = /[&<%]/.test(text);
  if (!mayHoldDigits(text, isMarked)) return [];
  const found = numbersRead(text, []);
  const inMarkup = isMarked ? numbersRead(text, [...text.matchAll(markup)].map(markOf)) : [];
  return joined([...found, ...inMarkup].sort((one, other) => one.start - other.start || one.end - other.end));
}

/** A cheap first check. Most texts have fewer than thirteen digits without a letter between them, and need only this. */
function mayHoldDigits(text: string, isMarked: boolean): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < shortest; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) count += 1;
    else if (!isMarked && (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) count = 0;
  }
  return count >= shortest;
}

/** Returns the numbers in a text in which each of the `marks` stands for other characters. */
function numbersRead(text: string, marks: readonly Mark[]): readonly Span[] {
  const found = rowsOf(text, marks).flatMap(numbersIn);
  if (found.length === 0) return [];
  const skipped = [...text.matchAll(inert)].filter(isInert).map(({0: {length}, index}) => ({index, length, says: 'x'}));
  const both = [...skipped, ...marks].sort((one, other) => one.index - other.index);
  return rowsOf(text, both).flatMap(numbersIn);
}

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
/**
 * Texts that have many digits but are certainly not cards: a full date and time, a UUID or a hash with a letter, Duka's own
 * label, and the barcode of an item or a book. A barcode is last: a hash may begin with thirteen digits.
 */
const inert = new RegExp(
  [
    String.raw`(?<!\p{N})(?:${year}([\/.\-])${month}\1${day}|${day}([\/.\-])${month}\2${year})[ T,]{1,2}${time}(?!\p{N})`,
    String.raw`(?<![\p{L}\p{N}])(?=[\d\-]{0,35}[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?=\d{0,63}[a-f])(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?![\p{L}\p{N}])`,
    String.raw`\[card …\d{4}\]`,
    String.raw`(?<!\p{N})(?:\d{13}|97[89](?:[ \-]?\d){10})(?![\p{N}\p{Cf}\p{M}])`,
  ].join('|'),
  'giu',
);

const isInert = ([text]: RegExpExecArray): boolean => !/^[\d -]+$/.test(text) || isBarcode(text.replaceAll(/\D/g, ''));

/** Whether a number has the length and the check digit of the barcode of an item or a book, which one in ten cards share. */
function isBarcode(digits: string): boolean {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return digits.length === 13 && sum % 10 === 0;
}

/** A part of a text that says other characters than those with which it is written. */
type Mark = {readonly index: number; readonly length: number; readonly says: string};

/** Character references, tags and the bytes of a URL. */
const markup =
  /&#(?:x(?<hexadecimal>[\da-f]{1,6})|(?<decimal>\d{1,7}));?|&[a-z]{2,31};?|<[^<>]{1,200}>|(?:%[\da-f]{2})+/giu;

function markOf({0: text, index, groups: {hexadecimal, decimal} = {}}: RegExpExecArray): Mark {
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const says = text.startsWith('%') ? inUrl(text) : point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
  return {index, length: text.length, says};
}

function inUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ' ';
  }
}

/** Digits with no letter between them: the value and the position in the text of each, and the group to which it belongs. */
type Row = {values: number[]; starts: number[]; ends: number[]; groups: Group[]};
/** Digits with nothing visible between them, by their places in the row. */
type Group = {readonly from: number; to: number};

/** Returns the rows of a text that are long enough for a card number. Of `marks` that overlap, the first one counts. */
function rowsOf(text: string, marks: readonly Mark[]): readonly Row[] {
  const rows: Row[] = [];
  let row: Row = {values: [], starts: [], ends: [], groups: []};
  let group: Group | null = null;
  const close = () => {
    if (row.values.length >= shortest) rows.push(row);
    if (row.values.length > 0) row = {values: [], starts: [], ends: [], groups: []};
    group = null;
  };
  const read = (point: number, start: number, end: number) => {
    const sign = signOf(point);
    if (sign === 'letter') close();
    else if (sign === 'gap') group = null;
    else if (sign !== 'unseen') {
      for (const value of sign) {
        group ??= {from: row.values.length, to: row.values.length};
        row.values.push(value);
        row.starts.push(start);
        row.ends.push(end);
        row.groups.push(group);
        group.to = row.values.length;
      }
    }
  };
  let next = 0;
  for (let at = 0; at < text.length; ) {
    while ((marks[next]?.index ?? at) < at) next += 1;
    const mark = marks[next];
    const point = text.codePointAt(at) ?? 0;
    const isMark = mark?.index === at;
    const end = at + (isMark ? mark.length : point > 0xffff ? 2 : 1);
    if (isMark) for (const said of mark.says) read(said.codePointAt(0) ?? 0, at, end);
    else read(point, at, end);
    at = end;
  }
  close();
  return rows;
}

/** What a character means for a number: digits, a gap between groups, an invisible character, or a letter, which ends it. */
type Sign = readonly number[] | 'gap' | 'unseen' | 'letter';
const plainSigns: Sign[] = [];
const otherSigns = new Map<number, Sign>();

const signOf = (point: number): Sign => plainSigns[point] ?? otherSigns.get(point) ?? learn(point);

function learn(point: number): Sign {
  const parts = Array.from(String.fromCodePoint(point).normalize('NFKC'), plainSign);
  const digits = parts.flatMap(part => (typeof part === 'object' ? part : []));
  const sign = digits.length > 0 ? digits : (parts.find(part => part === 'letter') ?? parts[0] ?? 'unseen');
  if (point < 0x80) plainSigns[point] = sign;
  else otherSigns.set(point, sign);
  return sign;
}

/** The digits of Chinese and Japanese, plain and as amounts are written out, by their value. */
const hanDigits = ['〇零', '一壹壱', '二贰貳弐', '三叁參', '四肆', '五伍', '六陆陸', '七柒', '八捌', '九玖'];

function plainSign(sign: string): Sign {
  const value = hanDigits.findIndex(signs => signs.includes(sign));
  if (value >= 0) return [value];
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
    if (from - first.from > mostAdjoining || !firstDigits.has(values[from])) continue;
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

/** The highest number of digits that may adjoin a card number without a gap: its length, noughts or its security code. */
const mostAdjoining = 5;

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
 * account number; it counts only if the expiry follows, or if a few digits adjoin a number of the common schemes.
 */
function isCard(part: Part): boolean {
  const {digits, from, to, first, last} = part;
  const number = digits.slice(from, to);
  const [before, after] = [from - first.from, last.to - to];
  if (before + after === 0) return issued.test(number) || formed.test(`${shapeOf(part)} ${number}`);
  if (before > 0 && after > 0) return false;
  if (before + after <= mostAdjoining && common.test(`${shapeOf(part)} ${number}`)) return true;
  return before === 0 && after <= longestExpiry && issued.test(number) && expiry.test(digits.slice(to, last.to));
}

/** Returns the number of digits that each of the groups has of the number: `4-4-4-4`. */
function shapeOf({groups, first, from, to}: Part): string {
  const sizes: number[] = [];
  for (let group: Group | undefined = first; group !== undefined && group.from < to && sizes.length < 6; ) {
    sizes.push(Math.min(group.to, to) - Math.max(group.from, from));
    group = groups[group.to];
  }
  return sizes.join('-');
}

/** A month and a year in either order, with or without the security code. */
const longestExpiry = 10;
const expiry = /^(?:(?:0[1-9]|1[0-2])(?:20)?[2-5]\d|[2-5]\d(?:0[1-9]|1[0-2]))(?:\d{3,4})?$/;

const firstDigits: ReadonlySet<number | undefined> = new Set([1, 2, 3, 4, 5, 6, 8]);

const mastercardWithTwo = '(?:222[1-9]|22[3-9]|2[3-6]|27[01]|2720)';

/** The shapes of card numbers, with beginnings that no known scheme issues. UATP's plain 1 counts only in its own groups. */
const formed = new RegExp(
  `^(?:(?:4-4-4-4|4-6-4|4-6-5|4-4-4-1|4-4-4-4-3) (?:[3-6]|(?=\\d{16}$)${mastercardWithTwo})|(?:15|4-5-6) 1)`,
);

/** Shapes and numbers that are no wallet and hardly a reference: Visa, Mastercard, Verve of sixteen digits, American Express. */
const common = new RegExp(
  `^(?:(?:16|4-4-4-4) (?=\\d{16}$)(?:4|5[1-5]|${mastercardWithTwo}|506[01]|650)|(?:15|4-6-5) 3[47]\\d{13}$)`,
);

/** The numbers that schemes issue, with each scheme's lengths, since wallets of Ivory Coast begin like some cards. */
const issued = new RegExp(
  [
    String.raw`^4(?:\d{12}|\d{15}|\d{17,18})$`, // Visa
    String.raw`^(?=\d{16}$)(?:5[1-5]|${mastercardWithTwo})`, // Mastercard
    String.raw`^3[47]\d{13}$`, // American Express
    String.raw`^(?=(?:\d{14}|\d{16}|\d{19})$)(?:30[0-5]|3095|3[689])`, // Diners Club
    String.raw`^(?=\d{16,19}$)(?:6[0245]|81|35(?:2[89]|[3-8])|220[0-4])`, // Discover, RuPay, UnionPay, JCB, Mir
    '^(?:50|5[6-9]|63|67)', // Maestro, Verve
  ].join('|'),
);
