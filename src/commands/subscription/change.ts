import type {Change} from '../../core/endpoints/change-subscription.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {serviceTimeFrom} from '../../core/service/clock.js';

import {note} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTill} from '../reading.js';
import {refuseValue} from '../values.js';
import {idFrom} from './id.js';
import {writeSubscription} from './subscription-lines.js';
import {timeText} from './time-text.js';

export const changeOptions = {'--reason <text>': 'changeReason'} satisfies OptionSpecs;
export const pauseOptions = {...changeOptions, '--until <date>': 'pauseUntil'} satisfies OptionSpecs;

/** A command that pauses, resumes or cancels a subscription. */
export const changeCommand = (change: Change, options: typeof changeOptions, example: string) =>
  commandOf({
    arguments: ['<id>'],
    options,
    examples: [example],
    action: (session, typed, given) => changeBy(session, change, typed, given),
  });

/** Changes a subscription, and prints it as it is afterwards. None of the changes moves money. */
async function changeBy(
  session: Session,
  change: Change,
  typed: string,
  {reason = '', until}: OptionsOf<typeof pauseOptions>,
): Promise<ExitCode> {
  const id = idFrom(typed);
  const resumeAt = until === undefined ? undefined : timeFrom(session, until);
  return withTill(session, `subscription ${change}`, async ({till}) => {
    const known = await till.changeSubscription(id, {change, reason, ...(resumeAt === undefined ? {} : {resumeAt})});
    writeSubscription(session, till.state.registry, known);
    const {done} = messages(session.language).subscription;
    const said = resumeAt === undefined ? done[change] : done.pauseUntil({date: timeText(session, resumeAt)});
    note(session, `✓ ${said}`);
    return exitCodes.done;
  });
}

/** A day, or a day and a time, by the shop's clock, in the form in which the service writes times. */
function timeFrom(session: Session, typed: string): string {
  const named = {name: '--until', value: typed, language: session.language};
  return serviceTimeFrom(typed, configOf(session).zone) ?? refuseValue(named, '2026-08-01 | 2026-08-01T09:00');
}
