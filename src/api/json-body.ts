import type {Json} from '../core/service/answer.js';
import {plainName} from '../core/service/body.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import {harmless, type Redact} from './redact.js';

const deepest = 12;
const mostMembers = 50_000;
/** The most characters of a text, by the name of its member; 2048 for all others. A member with length 0 is left out, whatever it is. */
export type Lengths = ReadonlyMap<string, number>;

/** `isDoubled`: an object had one member twice with different values; `body` has one of them. */
type WholeBody = {readonly body: Json; readonly isDoubled: boolean};

const dangerousNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Returns the JSON of a body as a fresh copy: secrets are hidden, control characters are removed from every text, and members are left out
 * that could reach a prototype or whose name hides something. Returns `undefined` for a text that is not JSON, is more than 12 levels deep or
 * has more than 50,000 values: no answer of the service is like that.
 */
export function readJson(text: string, redact: Redact, lengths: Lengths = new Map()): WholeBody | undefined {
  const value = jsonIn(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return undefined;
  try {
    return {body: cleanCopy(value, redact, lengths), isDoubled: hasDoubledMembers(text)};
  } catch {
    return undefined;
  }
}

/** Characters that cleaning takes out of a word so that nobody sees that they were there. */
const hidden = /[[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]--[\t\n\r]]/v;

/** Whether a text has hidden characters although all that is seen of it is ASCII, where they mean nothing. */
const hidesSomething = (text: string): boolean =>
  hidden.test(text) && /^[ -~]*$/.test(cleanText(text, Number.POSITIVE_INFINITY));

function cleanCopy(root: unknown, redact: Redact, lengths: Lengths): Json {
  let members = 0;

  function copy(value: unknown, depth: number, name = ''): Json {
    members += 1;
    if (members > mostMembers) throw new RangeError('too many values');
    if (typeof value === 'string') return wordFrom(value, harmless(value, redact, lengths.get(name), name), name);
    if (typeof value === 'number') return copyNumber(value, text => redact(text, name));
    if (typeof value !== 'object' || value === null) return value === true || value === false ? value : null;
    if (depth > deepest) throw new RangeError('too deep');
    return Array.isArray(value) ? value.map(item => copy(item, depth + 1, name)) : copyMembers(value, depth);
  }

  function copyMembers(value: object, depth: number): Json {
    const result: Record<string, Json> = {};
    for (const [raw, member] of Object.entries(value)) {
      const name = harmless(raw, redact);
      const isLeftOut = dangerousNames.has(name) || lengths.get(name) === 0 || hidesSomething(raw);
      // If two names are equal after cleaning, the first one is kept.
      if (!isLeftOut && !Object.hasOwn(result, name)) result[name] = copy(member, depth + 1, name);
    }
    return result;
  }

  return copy(root, 1);
}

const personsName = /name$/i;

/**
 * The clean form of a text; U+FFFD follows it if something was hidden in it. So it is shown, searched and sealed as what is seen, but is equal
 * to no status, code, currency, amount or reference. The names of people are compared with nothing, and are often copied with such characters.
 */
const wordFrom = (raw: string, clean: string, member: string): string =>
  hidesSomething(raw) && !personsName.test(member) ? `${clean}\uFFFD` : clean;

/** A number that JSON cannot write back becomes text (`1e999` is read as infinity). So does a number that is a secret. */
function copyNumber(value: number, redact: Redact): Json {
  const text = String(value);
  if (!Number.isFinite(value) || redact(text) !== text) return redact(text);
  return value === 0 ? 0 : value;
}

/**
 * Returns whether a text of valid JSON has an object with the same member twice and different values. A reader takes one of them, and
 * nobody knows which one was meant. Two names are of the same member if they differ only in case, in what joins their words and in hidden
 * characters: `transaction_status`, `transactionStatus`. Two values are equal if they are written the same way. Takes time linear in the
 * length of the text.
 */
export function hasDoubledMembers(text: string): boolean {
  const open: (Members | undefined)[] = []; // undefined for an array
  for (let at = 0; at < text.length; at += 1) {
    const inner = open.at(-1);
    switch (text.charAt(at)) {
      case '"': {
        const to = endOfText(text, at);
        const next = afterSpace(text, to + 1);
        if (inner !== undefined && text[next] === ':')
          inner.current = {name: nameIn(text.slice(at, to + 1)), from: next + 1};
        at = next - 1;
        break;
      }
      case '{':
        open.push({before: new Map(), current: undefined});
        break;
      case '[':
        open.push(undefined);
        break;
      case ',':
        if (inner !== undefined && isAnother(inner, text, at)) return true;
        break;
      case '}':
      case ']':
        if (inner !== undefined && isAnother(inner, text, at)) return true;
        open.pop();
        break;
    }
  }
  return false;
}

/** The members of an object that has not ended: the complete ones by their plain names, and the one that is being read. */
type Members = {
  readonly before: Map<string, {readonly name: string; readonly value: string}>;
  current: {readonly name: string; readonly from: number} | undefined;
};

/** What an object says that has a member in one spelling only, and the other spelling empty. */
const empty: ReadonlySet<string> = new Set(['null', '""']);

/** Ends the member whose value goes up to `at`. Returns whether the object already has it with another value. */
function isAnother(members: Members, text: string, at: number): boolean {
  const {before, current} = members;
  if (current === undefined) return false;
  members.current = undefined;
  const {name} = current;
  const value = text.slice(current.from, at).trim();
  const plain = plainName(name);
  const first = before.get(plain);
  if (first === undefined || empty.has(first.value)) before.set(plain, {name, value});
  if (first === undefined || first.value === value) return false;
  return first.name === name || !(empty.has(first.value) || empty.has(value));
}

/** The index of the quotation mark that ends the string that begins at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? String(jsonIn(quoted)) : quoted.slice(1, -1));
