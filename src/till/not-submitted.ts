import {decideNotSubmitted} from '../core/journal/not-submitted.js';
import {decideLostMails} from '../core/mail/decide.js';
import type {TillContext} from './context.js';
import {record} from './handler.js';

/** At opening: writes down what became of what was decided and not sent, and of what lost its answer. Sends nothing. */
export async function closeNotSubmitted(context: TillContext): Promise<void> {
  const {isCopy} = context.journal;
  await record(context, ...decideNotSubmitted(context.state, {isCopy}));
  await record(context, ...decideLostMails(context.state));
}
