import {cleanText} from '../core/text/text.js';

/** Takes secrets out of a foreign text; `member` is the name that the text has in its JSON object. */
export type Redact = (text: string, member?: string) => string;

/**
 * Foreign text without control characters and secrets. It is cleaned first, because cleaning joins what invisible
 * characters keep apart, and cut last, because a cut can leave half a secret.
 */
export function harmless(text: string, redact: Redact, longest?: number, member?: string): string {
  return cleanText(redact(cleanText(text, Number.POSITIVE_INFINITY), member), longest);
}

/** A shorter key would be a common word, and every answer would be full of holes. */
const shortestPlainKey = 8;

/**
 * Hides the key in plain and in base64, and whatever looks like the value of an Authorization header, behind `[key]`:
 * gateways and error pages echo the headers that they were sent.
 */
export function redactKey({key, scheme}: {readonly key: string; readonly scheme: string}): Redact {
  const encoded = Buffer.from(key).toString('base64').replace(/=+$/u, '');
  const plain = key.length >= shortestPlainKey ? [key] : [];
  const ours = new RegExp([`${spellings(encoded)}(?:${spelling('=')})*`, ...plain.map(spellings)].join('|'), 'giu');
  // In every spelling a sign is one character at least. The first look for a key takes 40 ms, in which the till hears nothing.
  const shortest = Math.min(...[encoded, ...plain].map(text => [...text].length));
  const header = new RegExp(
    String.raw`\b(?:bearer|basic|${spellings(scheme)})\s{1,8}(?=[\w+/=.~-]{0,200}\d)[\w+/=.~-]{16,}`,
    'giu',
  );
  return text => (text.length < shortest ? text : text.replaceAll(ours, '[key]')).replaceAll(header, '[key]');
}

/**
 * Hides a one-time password behind `[code]`. What was sent beside it is `kept` as it is, since a reference may have the
 * same digits in it, and so are longer numbers. A code of under three characters cannot be told from a response code.
 */
export function redactCode({code, kept}: {readonly code: string; readonly kept: readonly string[]}): Redact {
  if (code.length < 3) return text => text;
  const significant = /^0*(?<digits>\d{3,})$/u.exec(code)?.groups?.['digits'];
  const secret = significant === undefined ? spelled(code) : `0*${spelled(significant)}`;
  const others = kept.filter(text => text.includes(code) && text !== code).map(text => RegExp.escape(text));
  const pattern = new RegExp([...others, alone(secret)].join('|'), 'giu');
  return text => text.replaceAll(pattern, found => (kept.includes(found) && found !== code ? found : '[code]'));
}

/** A pattern for what no digit stands before or after, unless it ends the sign of a URL or an escape: `cvv%20100`. */
export function alone(pattern: string): string {
  return String.raw`(?<=%[\da-f]{2}|\\u[\da-f]{4}|(?<!\p{N}\.?))(?:${pattern})(?!\.?\p{N})`;
}

/** A pattern for the text in every spelling that JSON, HTML and URLs have for its signs, also broken over lines. */
function spellings(text: string): string {
  return Array.from(text, sign => (/[a-z0-9]/iu.test(sign) ? sign : spelling(sign))).join(String.raw`\s{0,3}`);
}

function spelled(text: string): string {
  return Array.from(text, spelling).join('');
}

function spelling(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  const percent = Buffer.from(sign).toString('hex').replaceAll(/../gu, '%$&');
  return String.raw`(?:\\{0,4}${RegExp.escape(sign)}|${percent}|\\{1,4}u0*${hex}|&#x0*${hex};|&#0*${point};)`;
}
