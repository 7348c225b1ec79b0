/** Those of a list that have what was typed in one of their texts, in any letters; all while nothing is typed. */
export function fitting<T>(all: readonly T[], typed: string, textsOf: (each: T) => readonly string[]): readonly T[] {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' ? all : all.filter(each => textsOf(each).some(text => text.toLowerCase().includes(wanted)));
}
