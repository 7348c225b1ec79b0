import {cleanText} from '../core/text/text.js';

/** Removes secrets from an external text. `member` is the name that the text has in its JSON object. */
export type Redact = (text: string, member?: string) => string;

/** An external text without control characters and secrets: cleaned first, which joins what those kept apart, and cut last. */
export const harmless = (text: string, redact: Redact, longest?: number, member?: string): string =>
  cleanText(redact(cleanText(text, Number.POSITIVE_INFINITY), member), longest);

/** A shorter key could be a common word, which would be removed from every answer. */
const shortestPlainKey = 8;

/** Replaces the key, plain and in base64, and what looks like an `Authorization` value, which gateways echo, with `[key]`. */
export function redactKey({key, scheme}: {readonly key: string; readonly scheme: string}): Redact {
  const encoded = Buffer.from(key).toString('base64').replace(/=+$/u, '');
  const plain = key.length >= shortestPlainKey ? [key] : [];
  const ours = new RegExp([`${spellings(encoded)}(?:${spelling('=')})*`, ...plain.map(spellings)].join('|'), 'giu');
  // In every encoding a character takes at least one character, so a shorter text cannot contain the key. The first search for a key takes
  // 40 ms, during which the till does not react.
  const shortest = Math.min(...[encoded, ...plain].map(text => [...text].length));
  const header = new RegExp(
    String.raw`\b(?:bearer|basic|${spellings(scheme)})\s{1,8}(?=[\w+/=.~-]{0,200}\d)[\w+/=.~-]{16,}`,
    'giu',
  );
  return text => (text.length < shortest ? text : text.replaceAll(ours, '[key]')).replaceAll(header, '[key]');
}

/** Replaces a one-time password with `[code]`, except in longer numbers and `kept` texts. Under three characters it is like any other. */
export function redactCode({code, kept}: {readonly code: string; readonly kept: readonly string[]}): Redact {
  if (code.length < 3) return text => text;
  const significant = /^0*(?<digits>\d{3,})$/u.exec(code)?.groups?.['digits'];
  const secret = significant === undefined ? spelled(code) : `0*${spelled(significant)}`;
  const others = kept.filter(text => text.includes(code) && text !== code).map(text => RegExp.escape(text));
  const pattern = new RegExp([...others, alone(secret)].join('|'), 'giu');
  return text => text.replaceAll(pattern, found => (kept.includes(found) && found !== code ? found : '[code]'));
}

/** Returns a pattern for a text without a digit beside it, unless the one before ends an encoded character or an escape: `cvv%20100`. */
export const alone = (pattern: string): string =>
  String.raw`(?<=%[\da-f]{2}|\\u[\da-f]{4}|(?<!\p{N}\.?))(?:${pattern})(?!\.?\p{N})`;

/** Returns a pattern for the text in every encoding that JSON, HTML and URLs have for its characters, even if it is broken over lines. */
const spellings = (text: string): string =>
  Array.from(text, sign => (/[a-z0-9]/iu.test(sign) ? sign : spelling(sign))).join(String.raw`\s{0,3}`);

const spelled = (text: string): string => Array.from(text, spelling).join('');

function spelling(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  const percent = Buffer.from(sign).toString('hex').replaceAll(/../gu, '%$&');
  return String.raw`(?:\\{0,4}${RegExp.escape(sign)}|${percent}|\\{1,4}u0*${hex}|&#x0*${hex};|&#0*${point};)`;
}
