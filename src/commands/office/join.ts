import {messages} from '../../core/messages/messages.js';
import type {ExitCode} from '../../core/problem.js';
import {count, fields, text} from '../../core/spec/spec.js';
import {answer} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {commandOf} from '../define.js';
import {withTill} from '../reading.js';

export const command = commandOf({
  arguments: ['<url>', '<code>'],
  examples: ['duka join https://office.example.com 7K3M-9QX2-A0VT-4RDE --as Amina'],
  action: join,
});

export const answers = {
  join: fields({
    url: text('of the office'),
    shop: text('to which the till belongs there'),
    office: text('the public key of the office'),
    seq: count('up to which line the office has the journal'),
  }),
};

/** Joins the office with its code. The till sends its journal from its next opening on. */
async function join(session: Session, url: string, code: string): Promise<ExitCode> {
  return withTill(session, 'join', async ({till}) => {
    const joined = await till.joinOffice({url, code});
    const {shop, office, position} = joined;
    const {joined: sentence} = messages(session.language).office;
    return answer(session, answers.join, {url: joined.url, shop, office, seq: position.seq}, [
      `✓ ${sentence({url: joined.url, shop, line: position.seq, key: office.slice(0, 8)})}`,
    ]);
  });
}
