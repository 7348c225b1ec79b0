/** How long a line of a field is at most, and a part of a structured one: what fills it goes on in the next. */
const [fullLine, fullPart] = [65, 27];

/** Lines of a field as one text: a word that a full line breaks is whole again. */
export function joinedLines(lines: readonly string[], full = fullLine): string {
  let text = '';
  let isFull = true;
  for (const line of lines) {
    text += isFull ? line : ` ${line}`;
    isFull = line.length >= full;
  }
  return text;
}

/** A business code of three digits and parts of two, each behind the same sign: `166?00UEBERWEISUNG?20EREF+778`. */
const structured = /^\d{3}(?<sign>[?>~^|#])(?=\d\d)/u;

/** What field 86 says in words: of a structured one the name of the entry, its purpose and the other side's name. */
export function detailTexts(lines: readonly string[]): readonly string[] {
  const {sign} = structured.exec(lines[0] ?? '')?.groups ?? {};
  if (sign === undefined) return [joinedLines(lines)];
  const parts = lines.join('').slice(4).split(sign);
  const of = (isOf: (code: number) => boolean) =>
    parts.flatMap(part => (/^\d\d/.test(part) && isOf(Number(part.slice(0, 2))) ? [part.slice(2)] : []));
  return [
    ...of(code => code === 0),
    joinedLines(
      of(code => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)),
      fullPart,
    ),
    joinedLines(
      of(code => code === 32 || code === 33),
      fullPart,
    ),
  ];
}
