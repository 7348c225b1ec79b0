import {decideNotSubmitted} from '../core/books/not-submitted.js';
import {decideLostMails} from '../core/mail/decide.js';
import type {TillContext} from './context.js';
import {record} from './handler.js';

/** At opening, records what became of requests that were decided but not sent, and of requests whose answers were lost. Sends nothing. */
export async function closeNotSubmitted(context: TillContext): Promise<void> {
  const {isCopy} = context.journal;
  await record(context, ...decideNotSubmitted(context.state, {isCopy}));
  await record(context, ...decideLostMails(context.state));
}
