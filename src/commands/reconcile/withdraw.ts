import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import type {Import, Kept} from '../../core/reconcile/kept.js';

import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {withTill} from '../reading.js';

/**
 * Takes a file that was read by mistake out again, by its name or the beginning of its SHA-256. Under `--json` `{file, sha256,
 * kind}`. Throws `Problem` file-not-imported, file-ambiguous where several are meant, and the journal's.
 */
export async function withdraw(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile withdraw', async ({till}) => {
    const {kind, name, sha256} = importNamed(till.state.reconciled, typed.trim());
    await till.withdrawSource({kind, sha256});
    note(session, `✓ ${messages(session.language).reconcileCommand.withdrawn({file: name})}`);
    if (session.isJson) writeJson(session, {file: name, sha256, kind});
    return exitCodes.done;
  });
}

const shortestHash = 6;

function importNamed({imports}: Kept, typed: string): Import {
  const isMeant = ({name, sha256}: Import) =>
    name === typed || (typed.length >= shortestHash && sha256.startsWith(typed.toLowerCase()));
  const [found, ...others] = imports.filter(isMeant);
  if (found === undefined) throw new Problem('file-not-imported', {file: typed});
  if (others.length > 0) throw new Problem('file-ambiguous', {file: typed});
  return found;
}
