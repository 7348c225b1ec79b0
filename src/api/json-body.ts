import type {Json} from '../core/service/answer.js';
import {jsonIn} from '../core/text/json.js';
import {hidesSomething} from '../core/text/text.js';
import {hasDoubledMembers} from './doubled-members.js';
import {harmless, type Redact} from './redact.js';

const deepest = 12;
const mostMembers = 50_000;
/** The most characters of a text, by the name of its member; 2048 for all others. A member with length 0 is left out, whatever it is. */
export type Lengths = ReadonlyMap<string, number>;

/** `isDoubled`: an object had one member twice with different values; `body` has one of them. */
export type WholeBody = {readonly body: Json; readonly isDoubled: boolean};

const dangerousNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Returns the JSON of a body as a fresh copy: secrets are hidden, control characters are removed from every text, and members are left out
 * that could reach a prototype or whose name hides something. Returns `undefined` for a text that is not JSON, is more than 12 levels deep or
 * has more than 50,000 values: no answer of the service is like that.
 */
export function readJson(text: string, redact: Redact, lengths: Lengths = new Map()): WholeBody | undefined {
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  try {
    return {body: cleanCopy(value, redact, lengths), isDoubled: hasDoubledMembers(text)};
  } catch {
    return undefined;
  }
}

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
