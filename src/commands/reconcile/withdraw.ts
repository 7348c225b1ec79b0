import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {importNamed} from '../../core/reconcile/records/records.js';

import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {withTill} from '../reading.js';

/**
 * Removes a file that was read by mistake, by its name or the beginning of its SHA-256. Under `--json` `{file, sha256, kind}`. Throws
 * `Problem` file-not-imported, file-ambiguous if several match, and the journal's.
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
