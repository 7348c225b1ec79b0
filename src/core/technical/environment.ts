type Variables = Readonly<Record<string, string | undefined>>;

/** The environment variables that give a reader access to the service, the till or the mail server. */
const secretVariables: ReadonlySet<string> = new Set(['DUKA_API_KEY', 'DUKA_TOKEN', 'DUKA_MAIL_PASSWORD']);

/** Returns the environment for another program, without the till's secrets. */
export const withoutSecrets = (environment: Variables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !secretVariables.has(name)));

/** Whether this environment's terminal shows ASCII only: by `TERM=dumb`, or by a locale that is named and is not UTF-8. */
export function isAsciiOnly(environment: Variables): boolean {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  return environment['TERM'] === 'dumb' || (locale !== '' && !/utf-?8/i.test(locale));
}

/** Whether sentences are shown instead of frames, although nobody has asked for them. */
export const needsSentences = (environment: Variables): boolean =>
  environment['INK_SCREEN_READER'] === 'true' || isAsciiOnly(environment);
