import {jsonIn} from '../core/text/json.js';

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

/** A name without what its spellings differ in. A name that consists only of that stays as it is. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase() || name;

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
