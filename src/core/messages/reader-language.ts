/** The usual language by `language`, `country` or `zone` and its name, and by `zone` alone where there is no other. */
export type UsualLanguages<L extends string> = ReadonlyMap<string, L>;

type Said = {readonly language?: unknown; readonly country?: unknown; readonly zone?: unknown};

/**
 * The language that is spoken with a shop, whether or not its whole configuration is valid. What is said first takes precedence: on the
 * command line, in the environment, in the settings, and by the machine. Undefined if that makes no sense. Runs on Node 18, and alone,
 * so that the entry is one file.
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
