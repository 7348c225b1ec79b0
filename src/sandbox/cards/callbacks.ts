import type {Database} from '../database.js';
import {codeOf, type SandboxTrouble} from '../trouble.js';
import {type CardPayment, cardsQuery} from './card-records.js';
import {callbackForm} from './charge-answers.js';

/** A callback that is due: its address, and the form to post. */
export type Callback = {readonly url: string; readonly body: URLSearchParams};

/** Records the address to which the merchant wants the result of a charge to be posted. */
export function askForCallback(database: Database, reference: string, url: string): void {
  database.prepare('INSERT INTO callbacks (transaction_reference, url) VALUES (?, ?)').run(reference, url);
}

/** Returns the callbacks of charges that have ended. Each is returned once. */
export function takeCallbacks(database: Database): readonly Callback[] {
  const ended = database
    .prepare(`${cardsQuery} JOIN callbacks USING (transaction_reference) WHERE status IN ('Completed', 'Failed')`)
    .all() as (CardPayment & {readonly url: string})[];
  for (const {transaction_reference: reference} of ended)
    database.prepare('DELETE FROM callbacks WHERE transaction_reference = ?').run(reference);
  // JSON in one field of a form, as documented.
  return ended.map(payment => ({url: payment.url, body: new URLSearchParams({payload: callbackForm(payment)})}));
}

const patienceMilliseconds = 5000;

/** Posts callbacks in the background and ignores the answers. One that cannot be posted is told. */
export function postCallbacks(callbacks: readonly Callback[], tell: (trouble: SandboxTrouble) => void): void {
  for (const {url, body} of callbacks)
    post(url, body).catch((error: unknown) => tell({what: 'callback', url, code: codeOf(error)}));
}

/** It only posts to this machine: a stand-in for the service must not call other hosts. */
async function post(url: string, body: URLSearchParams): Promise<void> {
  if (!isThisMachine(new URL(url).hostname)) return;
  await fetch(url, {method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(patienceMilliseconds)});
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
