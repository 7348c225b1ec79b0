export type ChallengeHints = {
  /** Whether there is a browser on this machine that can be opened for the cashier. */
  readonly opensBrowser: boolean;
  /** Over SSH: the command that brings the page to the cashier's own machine. */
  readonly ssh?: string;
};

type Where = {
  /** The address of the page. */
  readonly url: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** The user logged in here and the name of this machine, for the command. If they are missing, the environment gives them. */
  readonly user?: string;
  readonly host?: string;
};

/** Returns how the cashier can open the page. A page on the shop's network needs no tunnel: its link works as it is. */
export function challengeHints({
  url,
  port,
  environment,
  platform = process.platform,
  user,
  host,
}: Where): ChallengeHints {
  const {SSH_CONNECTION: connection = '', SSH_TTY: terminal = ''} = environment;
  if (connection === '' && terminal === '') return {opensBrowser: hasScreen(environment, platform)};
  if (new URL(url).hostname !== '127.0.0.1') return {opensBrowser: false};
  const person = user ?? environment['USER'] ?? 'user';
  const machine = host ?? connection.split(' ')[2] ?? 'host';
  return {opensBrowser: false, ssh: `ssh -L ${port}:127.0.0.1:${port} ${person}@${machine}`};
}

function hasScreen(environment: Where['environment'], platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** Opens the page in the system's browser. Returns false if this could not be attempted. Never throws and writes nothing. */
export async function openBrowser(url: string): Promise<boolean> {
  try {
    const {default: open} = await import('open');
    await open(url);
    return true;
  } catch {
    return false;
  }
}
