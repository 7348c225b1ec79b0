/** The maximum length of a line in a field, and of a part in a structured field. A text that fills one continues in the next. */
const [fullLine, fullPart] = [65, 27];

/** Joins the lines of a field into one text. A word that was split at the end of a full line is joined again. */
export function joinedLines(lines: readonly string[], full = fullLine): string {
  let text = '';
  let isFull = true;
  for (const line of lines) {
    text += isFull ? line : ` ${line}`;
    isFull = line.length >= full;
  }
  return text;
}

/**
 * A business code of three digits, followed by parts that each begin with the same sign and a code of two digits:
 * `166?00UEBERWEISUNG?20EREF+778`.
 */
const structured = /^\d{3}(?<sign>[?>~^|#])(?=\d\d)/u;

/** Returns the texts of field 86. For a structured field, these are the name of the entry, its purpose, and the name of the other side. */
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
