/** Numbers three lines high, of blocks that every terminal has, the console of an old PC too. */
const shapes: Readonly<Record<string, readonly [string, string, string]>> = {
  '0': ['█▀█', '█ █', '▀▀▀'],
  '1': ['▀█ ', ' █ ', '▀▀▀'],
  '2': ['▀▀█', '█▀▀', '▀▀▀'],
  '3': ['▀▀█', ' ▀█', '▀▀▀'],
  '4': ['█ █', '▀▀█', '  ▀'],
  '5': ['█▀▀', '▀▀█', '▀▀▀'],
  '6': ['█▀▀', '█▀█', '▀▀▀'],
  '7': ['▀▀█', '  █', '  ▀'],
  '8': ['█▀█', '█▀█', '▀▀▀'],
  '9': ['█▀█', '▀▀█', '▀▀▀'],
  '.': [' ', ' ', '▀'],
  ',': [' ', ' ', '▄'],
  '−': ['  ', '▀▀', '  '],
  ' ': [' ', ' ', ' '],
  '\u00A0': [' ', ' ', ' '],
};

/** The three lines of a number such as `1,250.00`. */
export function bigText(number: string): readonly [string, string, string] {
  const letters = [...number].map(letter => shapes[letter] ?? [letter, ' ', ' ']);
  const line = (at: 0 | 1 | 2) => letters.map(shape => shape[at]).join(' ');
  return [line(0), line(1), line(2)];
}
