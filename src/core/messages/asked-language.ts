/** Returns the language before a shop's settings are read: requested, else the machine's, else the first. Runs on Node 18. */
export function askedLanguage<L extends string>(asked: string | undefined, spoken: Readonly<Record<L, unknown>>): L {
  const known = Object.keys(spoken) as L[];
  const found = known.find(language => language === asked) ?? ofMachine(known) ?? known[0];
  if (found === undefined) throw new Error('no language is spoken');
  return found;
}

/** The first `Intl` of a process takes 15 ms. */
function ofMachine<L extends string>(known: readonly L[]): L | undefined {
  const [machine] = Intl.DateTimeFormat().resolvedOptions().locale.split('-');
  return known.find(language => language === machine);
}

/** The usual language by `language`, `country` or `zone` and its name, and by `zone` alone where there is no other. */
export type UsualLanguages<L extends string> = ReadonlyMap<string, L>;

type Said = {readonly language?: unknown; readonly country?: unknown; readonly zone?: unknown};

/**
 * The language that is spoken with a shop, whether or not its whole configuration is valid. What is said first takes precedence: on the
 * command line, in the environment, in the settings, and by the machine. Undefined if that makes no sense. Runs on Node 18.
 */
export function readerLanguage<L extends string>(usual: UsualLanguages<L>, ...said: readonly Said[]): L | undefined {
  const usualFor = (name: keyof Said) => {
    const value = said.map(each => each[name]).find(each => each !== undefined);
    if (value === undefined) return undefined;
    const text = typeof value === 'string' ? value : '';
    return {usual: usual.get(`${name} ${name === 'country' ? text.trim().toUpperCase() : text}`)};
  };
  const decisive = usualFor('language') ?? usualFor('country');
  return decisive === undefined ? (usualFor('zone')?.usual ?? usual.get('zone')) : decisive.usual;
}
