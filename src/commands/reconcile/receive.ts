import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withPerson} from '../reading.js';
import {openDifference} from './keys.js';

export const receiveOptions = {'--again <reason>': 'receiveAgain'} satisfies OptionSpecs;

/**
 * Makes a payment of a row in the provider's file, for money that came unrequested. Under `--json` `{key, reference, by}`. Throws `Problem`
 * difference-unknown and what the decision about it throws.
 */
export async function receive(
  session: Session,
  typed: string,
  {again}: OptionsOf<typeof receiveOptions>,
): Promise<ExitCode> {
  return withPerson(session, 'reconcile receive', async ({till}, person) => {
    const {key} = openDifference(session, till.state.reconciled, typed);
    const reference = await till.receiveRow({key, person, again});
    note(session, `✓ ${messages(session.language).reconcileCommand.received({key, reference, person})}`);
    if (session.isJson) writeJson(session, {key, reference, by: person});
    return exitCodes.done;
  });
}
