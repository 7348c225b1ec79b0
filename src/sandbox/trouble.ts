/** What went wrong beside the answers to requests: a callback was not posted, or the whole sandbox has ended. */
export type SandboxTrouble =
  | {readonly what: 'callback'; readonly url: string; readonly code: string}
  | {readonly what: 'ended'; readonly code: string};

/** The system's word for an error, or else its name. `fetch` hides the former in the cause. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const {code} = (error.cause instanceof Error ? error.cause : error) as {readonly code?: unknown};
  return typeof code === 'string' ? code : error.name;
}
