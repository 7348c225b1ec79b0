/** Joins texts to parts of at least `length` characters; only the last part may be shorter. */
export function* inParts(texts: Iterable<string>, length = 65_536): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < length) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
