const length = 10_000;

/** Characters that could move a cursor, change a colour, break a line or a table, or set a terminal's title. */
const attack =
  '\u001b[2J\u001b[1;1H\u001b[31mPAID\u001b[0m\u001b]0;owned\u0007' +
  '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\' +
  '\u001b]52;c;b3duZWQ=\u0007\u009b2K\u0090q\u009c' +
  '\r\nSecond line\n\tthird\u000b\u000c\u0008\u0000\u007f\u0085\u2028\u2029' +
  '\u202egnihton diaP\u202c\u2066left\u2069\u200f\u200b\ufeffa\u0301\u0323\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

/** Returns `plain` followed by such characters, 10,000 UTF-16 units in total. */
export function hostileText(plain: string): string {
  return `${plain} ${attack} `.padEnd(length, 'm\u0336\u001b[1m ');
}
