import {randomUUID} from 'node:crypto';
import {faultOfAmount} from '../amounts.js';
import type {Answer} from '../answer.js';
import {isRefusal} from '../answer.js';
import type {ServiceHandler, Tenant, World} from '../call.js';
import {answerInstead, isFaultBefore, spoil} from '../faults/broken-answer.js';
import {applyDueChanges, countRequest, type Outcome, planEnd} from '../transactions.js';
import {type CardPayment, enterCardPayment, findTestCard, type TestCard, verdictOf} from './card-records.js';
import {approvedCharge, askForCallback, challengedCharge, challengeOf, refusedCharge} from './charge-answers.js';
import {type ChargeFields, readCharge, referenceOf, undetermined} from './charge-fields.js';

type Asked = ChargeFields & {readonly tenant: Tenant; readonly network: TestCard['network']};

/** The time after the answer until the status record shows how an unclear charge ended. */
export const unclearMilliseconds = 2000;

/** The outcome of a charge that was approved, at once or after the cardholder confirmed it. */
export const paid: Outcome = {status: 'Completed', reason: 'Payment Approved'};

/**
 * `POST /card/card_charge/`: charges a card. Its expiry decides what the acquirer says; the cardholder is only asked to confirm what the
 * acquirer would approve. A request that is refused for a field or an unknown card leaves no row in the books.
 */
export const chargeCard: ServiceHandler = (world, {body, tenant}) => {
  const reference = referenceOf(body);
  if (countRequest(world.database, reference)) return refusedCharge(duplicate(reference), reference);
  const charge = readCharge(body);
  if (isRefusal(charge)) return refusedCharge(charge.refused.message, reference);
  if (world.switches.unapproved.includes(charge.currency)) return refusedCharge('Service Unavailable', reference);
  const card = findTestCard(charge.card.number);
  if (card === undefined) return refusedCharge(undetermined(charge.card.number), reference);

  const asked: Asked = {...charge, tenant, network: card.network};
  const verdict = verdictOf(charge.card, charge.amount, world.now);
  switch (verdict.kind) {
    case 'approved':
      return approve(world, asked, card.challenged);
    case 'refused':
      end(world, enter(world, asked), {status: 'Failed', reason: verdict.reason});
      return refusedCharge(verdict.reason, reference);
    case 'unclear': {
      const outcome: Outcome = verdict.endsAs === 'Completed' ? paid : {status: 'Failed', reason: verdict.reason};
      planEnd(world.database, enter(world, asked), outcome, world.now + unclearMilliseconds);
      return refusedCharge(verdict.reason, reference);
    }
  }
};

function approve(world: World, asked: Asked, challenged: boolean): Answer {
  const fault = faultOfAmount(asked.amount);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  if (challenged && fault === undefined) {
    const token = randomUUID();
    return challengedCharge(enter(world, asked, token), challengeOf(token, world.baseUrl));
  }
  const payment = enter(world, asked);
  // The fault loses the challenge together with the answer, so nobody could ever confirm. Such a charge succeeds without one.
  if (challenged) planEnd(world.database, payment, paid, world.now + unclearMilliseconds);
  else end(world, payment, paid);
  const answer = approvedCharge(payment);
  return fault === undefined ? answer : spoil(answer, fault);
}

function end(world: World, payment: CardPayment, outcome: Outcome): void {
  planEnd(world.database, payment, outcome, world.now);
  applyDueChanges(world.database, world.now);
}

function enter(world: World, asked: Asked, challengeToken: string | null = null): CardPayment {
  const {card, callbackUrl, ...charge} = asked;
  const {database, now} = world;
  const payment = enterCardPayment(database, {...charge, lastFour: card.number.slice(-4)}, now, challengeToken);
  if (callbackUrl !== null) askForCallback(database, payment.transaction_reference, callbackUrl);
  return payment;
}

/** These words are documented. */
function duplicate(reference: string): string {
  const already = 'There is already an authentication outcome associated with the supplied transaction ID';
  return `Value '${reference}' is invalid. ${already}.`;
}
