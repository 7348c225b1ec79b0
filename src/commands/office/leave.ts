import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {commandOf} from '../define.js';
import {withTill} from '../reading.js';

export const command = commandOf({examples: ['duka leave --as Amina'], action: leave});

/** Leaves the office, which keeps what it has of the journal. Under `--json` `{url}`. */
async function leave(session: Session): Promise<ExitCode> {
  return withTill(session, 'leave', async ({till}) => {
    const {url} = await till.leaveOffice();
    if (session.isJson) writeJson(session, {url});
    else writeLines(session, [`✓ ${messages(session.language).office.left({url})}`]);
    return exitCodes.done;
  });
}
