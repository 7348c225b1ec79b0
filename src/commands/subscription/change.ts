import {serviceTime} from '../../core/billing-dates.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {Change} from '../../core/subscription-evidence.js';
import {fill} from '../../core/words/fill.js';
import {subscriptionCommandWords} from '../../core/words/subscription-commands.js';
import {note} from '../print.js';
import {withTill} from '../reading.js';
import type {Session} from '../session.js';
import {refuseValue} from '../values.js';
import {idFrom} from './id.js';
import {writeSubscription} from './subscription-lines.js';
import {timeText} from './time-text.js';

type Options = Readonly<Partial<Record<'reason' | 'until', string>>>;

/** Pauses, resumes or cancels, and prints the subscription as it stands afterwards. None of them moves money. */
export function changeBy(change: Change) {
  return async (session: Session, typed: string, {reason = '', until}: Options): Promise<ExitCode> => {
    const id = idFrom(typed);
    const resumeAt = until === undefined ? undefined : timeFrom(session, until);
    return withTill(session, `subscription ${change}`, async ({till}) => {
      const known = await till.changeSubscription(id, {change, reason, ...(resumeAt === undefined ? {} : {resumeAt})});
      writeSubscription(session, till.state.registry, known);
      const {done} = subscriptionCommandWords[session.language];
      const said = resumeAt === undefined ? done[change] : fill(done.pauseUntil, {date: timeText(resumeAt)});
      note(session, `✓ ${said}`);
      return exitCodes.done;
    });
  };
}

/** A day, or a day and a time, as the service writes its own. */
function timeFrom({language}: Session, typed: string): string {
  const time = serviceTime(typed.trim());
  const named = {name: '--until', value: typed, language};
  return time?.toString({smallestUnit: 'second'}) ?? refuseValue(named, '2026-08-01 | 2026-08-01T09:00');
}
