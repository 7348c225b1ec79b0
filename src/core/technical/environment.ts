type Variables = Readonly<Record<string, string | undefined>>;

/** What of the environment opens the service, the till or the mail server to whoever reads it. */
const secretVariables: ReadonlySet<string> = new Set(['DUKA_API_KEY', 'DUKA_TOKEN', 'DUKA_MAIL_PASSWORD']);

/** The environment for another program: the till's secrets are none of its business. */
export function withoutSecrets(environment: Variables): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretVariables.has(name)));
}
