import {messages} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {configOf, type Session} from '../../session/session.js';
import {tillFolder} from '../../till/opened-journal.js';

import {storedKey} from '../../till/signing.js';
import {withReading} from '../reading.js';
import type {Check} from './check.js';

/** Checks the till's signing key: whether it is the one that the journal names, and whether each key was signed by the one before. */
export async function checkSigningKey(session: Session): Promise<readonly Check[]> {
  const words = messages(session.language).doctor;
  const config = configOf(session);
  const {till = ''} = config;
  const stored = till === '' ? undefined : await storedKey(tillFolder(config, till)).catch(() => undefined);
  try {
    const keys = await withReading(session, async ({state}) => state.keys);
    const newest = keys.at(-1);
    if (newest === undefined) return [];
    const {isVouchedFor} = await import('../../print/signature.js');
    const odd = keys.find(key => !isVouchedFor(till, key));
    const facts = {key: newest.publicKey.slice(0, 8), keys: keys.length, line: odd?.fromSeq ?? newest.fromSeq};
    const isOther = stored?.publicKey !== newest.publicKey;
    const message = isOther ? words.signingKeyOther : odd === undefined ? words.signingKey : words.signingKeyUnsigned;
    const state = isOther || odd !== undefined ? 'warning' : 'ok';
    return [{name: 'signing-key', state, message: message(facts), facts}];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return []; // the check of the journal reports it
  }
}
