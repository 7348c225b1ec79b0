import {openSettings, type Settings} from '../../store/settings.js';
import {type Config, configure, type Environment, type Flags, homeOf} from '../config.js';

export {asExhaustion, causeOf} from '../../store/as-problem.js';
/** Makes a folder of the user's, and its missing parents, for them alone. Throws the operating system's error. */
export {makeMissing} from '../../store/disk.js';

/** The operating system's word for why nothing could listen on a port; undefined for every other error. */
export function listenCodeOf(error: unknown): string | undefined {
  const isOfListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  return isOfListening && 'code' in error ? String(error.code) : undefined;
}

/** Where a till finds its settings: the command line, the environment and the machine. */
export type HomeParts = {readonly flags: Flags; readonly environment: Environment; readonly systemZone: string};

/** The settings of a home; `decide` makes the configuration of them and throws as `configure` does. */
export type Home = {readonly settings: Settings; readonly decide: () => Config};

/** Reads the settings of the home that the parts name. Throws `Problem` setting-invalid for a file that cannot be read. */
export async function openHome({flags, environment, systemZone}: HomeParts): Promise<Home> {
  const settings = await openSettings(homeOf(flags, environment));
  return {settings, decide: () => configure(flags, environment, settings.read(), systemZone)};
}
