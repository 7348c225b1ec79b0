type Variables = Readonly<Record<string, string | undefined>>;

/** The environment variables that give a reader access to the service, the till or the mail server. */
const secretVariables: ReadonlySet<string> = new Set(['DUKA_API_KEY', 'DUKA_TOKEN', 'DUKA_MAIL_PASSWORD']);

/** Returns the environment for another program, without the till's secrets. */
export function withoutSecrets(environment: Variables): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretVariables.has(name)));
}
