import {messages} from '../../core/messages/messages.js';
import type {ExitCode} from '../../core/problem.js';
import {fields, text} from '../../core/spec/spec.js';
import {answer} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {commandOf} from '../define.js';
import {withTill} from '../reading.js';

export const command = commandOf({examples: ['duka leave --as Amina'], action: leave});

export const answers = {leave: fields({url: text('of the office that the till left')})};

/** Leaves the office, which keeps what it has of the journal. */
async function leave(session: Session): Promise<ExitCode> {
  return withTill(session, 'leave', async ({till}) => {
    const {url} = await till.leaveOffice();
    return answer(session, answers.leave, {url}, [`✓ ${messages(session.language).office.left({url})}`]);
  });
}
