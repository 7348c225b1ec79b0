import {type Claim, claimDays, momentText, worthAsking} from '../../src/core/claim/claim.js';
import {dateText} from '../../src/core/day/business-day.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import type {ClaimCheck} from './claim-form.js';

export const readerOf = ({language, shop, till}: Context) => ({
  language,
  zone: shop.zone,
  now: till.now(),
});

/** Nothing fits, but not all of it was looked at. */
export function isNothingYet({focus, isReading, read, unread}: ClaimCheck, {kind}: Claim): boolean {
  const isThrough =
    (focus === 'answer' || focus === 'tail') && !isReading && read !== undefined && unread === undefined;
  return kind === 'never-asked' && !isThrough;
}

/** Whether the service is being asked, or how it can be; empty where it would have nothing to add. */
export function askText({focus}: ClaimCheck, claim: Claim, context: Context): string {
  const open = worthAsking(claim);
  const {asking, noAnswer, screen} = context.messages.claim;
  const busy = open.find(({reference}) => context.till.outlook(reference).isAsking);
  if (busy !== undefined) return asking({reference: busy.reference});
  if (open.length === 0) return '';
  const keys = {key: keyText('ask-claim', context), enter: keyText('continue', context)};
  const key = (focus === 'who' ? screen.askKeyLater : screen.askKey)(keys);
  return context.till.link().state === 'down' ? `${noAnswer} ${key}` : key;
}

/** What was looked at: never less than it says. */
export function coverageText({read, isReading, unread}: ClaimCheck, context: Context): string {
  const {since, sinceNothing, screen} = context.messages.claim;
  if (isReading) return screen.reading;
  if (unread !== undefined) return problemText(unread, context.language);
  if (read === undefined) return screen.atHand({key: keyText('continue', context), days: claimDays});
  return read.since === undefined
    ? sinceNothing
    : since({date: dateText(read.since, context.language)}).replace(/\.\.$/u, '.');
}

/** A payment in the columns of a list: its verdict, amount, payer, time, reference and channel. */
export function fitCells(payment: Payment, context: Context): readonly string[] {
  const {language} = context;
  const {request, requestedAt, reference} = payment;
  return [
    context.messages.payment.verdicts[badgeOf(payment)],
    displayMoney(request.amount, language),
    maskPayer(request),
    momentText(requestedAt, readerOf(context)),
    reference,
    channelName(request, language),
  ];
}
