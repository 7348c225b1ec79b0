import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {commandOf} from '../define.js';
import {withTill} from '../reading.js';

export const command = commandOf({
  arguments: ['<url>', '<code>'],
  examples: ['duka join https://office.example.com 7K3M-9QX2-A0VT-4RDE --as Amina'],
  action: join,
});

/** Joins the office with its code. The till sends its journal from its next opening on. Under `--json` `{url, shop, office, seq}`. */
async function join(session: Session, url: string, code: string): Promise<ExitCode> {
  return withTill(session, 'join', async ({till}) => {
    const joined = await till.joinOffice({url, code});
    const {shop, office, position} = joined;
    const {joined: sentence} = messages(session.language).office;
    if (session.isJson) writeJson(session, {url: joined.url, shop, office, seq: position.seq});
    else writeLines(session, [`✓ ${sentence({url: joined.url, shop, line: position.seq, key: office.slice(0, 8)})}`]);
    return exitCodes.done;
  });
}
