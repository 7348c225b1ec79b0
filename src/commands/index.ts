import {homeOf} from '../config.js';
import {usualLanguages} from '../core/market/markets.js';
import {languageAsked, loadMessages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import {languageSaid} from '../runtime/said.js';
import type {Face} from '../session/session.js';

/** Runs one command and returns its exit code. Never exits the process, never rejects. Only results go to `face.write`. */
export async function runCommand(argv: readonly string[], face: Face): Promise<ExitCode> {
  const {environment, systemZone} = face;
  const said = languageSaid(usualLanguages(), {environment, home: homeOf({}, environment), zone: systemZone});
  await loadMessages(said ?? languageAsked(environment['DUKA_LANG']));
  // The till's first frame does not wait until the modules that read a command line are loaded.
  if (argv.length === 0 && face.isTerminal) return openTheScreens(face);
  const {runLine} = await import('./line.js');
  return runLine(argv, face);
}

async function openTheScreens(face: Face): Promise<ExitCode> {
  try {
    return await face.openScreens({});
  } catch (error) {
    const {reportOutside} = await import('./line.js');
    return reportOutside(error, face);
  }
}
