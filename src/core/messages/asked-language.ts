/**
 * Returns the language to use before a shop's settings are read: the requested one, else that of this machine, else the first available
 * one. Runs on Node 18.
 */
export function askedLanguage<L extends string>(asked: string | undefined, spoken: Readonly<Record<L, unknown>>): L {
  const [machine] = Intl.DateTimeFormat().resolvedOptions().locale.split('-');
  const known = Object.keys(spoken) as L[];
  const found = known.find(language => language === asked) ?? known.find(language => language === machine) ?? known[0];
  if (found === undefined) throw new Error('no language is spoken');
  return found;
}
