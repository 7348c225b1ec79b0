import {randomBytes, randomUUID} from 'node:crypto';
import {type Answer, json} from '../answer.js';
import type {ServiceCall, ServiceHandler, World} from '../call.js';
import {answerInstead, spoil} from '../faults/broken-answer.js';
import {isFaultBefore} from '../faults/fault-names.js';
import {hostileText} from '../hostile-text.js';
import {isRefusal, refuse} from '../refusal.js';
import {countRequest, insertTransaction} from '../transactions.js';
import {insertCollection, type Party, startCourse} from './collection-records.js';
import {endingOf} from './endings.js';
import {instructionsFor} from './instructions.js';
import {paysOnPage} from './links.js';
import {needsOtp, otpLength, paymentMethodOf} from './payment-methods.js';
import {type AskedCollection, readCollection} from './request-fields.js';

type Accepted = {readonly party: Party; readonly paymentToken: string; readonly pageToken: string | null};

/**
 * `POST /subsidiary/collections/v1/process-collection`: asks a customer for money. The endings of numbers that break the answer apply here,
 * except for a wallet that needs a one-time password, where they apply to process-otp.
 */
export const processCollection: ServiceHandler = (world, call) => {
  const reference = call.body.transaction_reference;
  // The words are documented for transfers; for collections none are documented.
  if (typeof reference === 'string' && countRequest(world.database, reference)) {
    return refuse(400, 'Transaction reference already exists');
  }
  const asked = readCollection(call.body);
  if (isRefusal(asked)) return asked;
  if (world.switches.unapproved.includes(asked.country.currency)) return refuse(400, 'Service Unavailable', '96');

  const party = partyOf(asked);
  const fault = party === 'otp' ? undefined : endingOf(asked.account).fault;
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  // The fault loses the link to the payment page together with the answer, so nobody could ever approve.
  const starts = party === 'network' || fault !== undefined;
  const accepted = accept(world, call, asked, {party, starts});
  const answer = acceptance(world, asked, accepted);
  return fault === undefined ? answer : spoil(answer, fault);
};

function partyOf({network, account}: AskedCollection): Party {
  if (paysOnPage(network)) return 'page';
  return needsOtp(network, account) ? 'otp' : 'network';
}

function accept(
  world: World,
  call: ServiceCall,
  asked: AskedCollection,
  {party, starts}: {readonly party: Party; readonly starts: boolean},
): Accepted {
  const paymentToken = randomUUID();
  const pageToken = party === 'page' ? randomBytes(24).toString('base64url') : null;
  const transaction = {
    transaction_reference: asked.reference,
    tenant: call.tenant,
    method: 'mobile-money',
    amount: asked.amount,
    currency: asked.country.currency,
    description: asked.description,
    payer_name: asked.payerName,
    payer_account_number: asked.account,
  } as const;
  insertTransaction(world.database, transaction, world.now);
  insertCollection(world.database, {
    transaction_reference: asked.reference,
    country: asked.country.code,
    bank_code: asked.network.code,
    payment_method: paymentMethodOf(asked.network, asked.account),
    payment_token: paymentToken,
    waits_for: party,
    page_token: pageToken,
    redirect_url: asked.redirectUrl,
    cancel_url: asked.cancelUrl,
  });
  if (starts) startCourse(world.database, transaction, world.now);
  return {party, paymentToken, pageToken};
}

/** The fields as several integrations received them, in the service's order. */
function acceptance(world: World, asked: AskedCollection, {party, paymentToken, pageToken}: Accepted): Answer {
  const written = endingOf(asked.account).hostile === true ? hostileText : (words: string) => words;
  const {before, after} = instructionsFor(asked.country, party);
  return json(200, {
    response_code: '09',
    response_message: written('PENDING'),
    transaction_reference: asked.reference,
    requires_otp: party === 'otp',
    otp_length: party === 'otp' ? otpLength : 0,
    before_payment_instruction: written(before),
    after_payment_instruction: written(after),
    payment_token: paymentToken,
    payee: `+${asked.account}`,
    payment_method: paymentMethodOf(asked.network, asked.account),
    transaction_channel: asked.network.code,
    redirect_customer_to_url_processing: party === 'page',
    ...(pageToken === null ? {} : {payment_completion_url: `${world.baseUrl}/pay/${pageToken}`}),
  });
}
