import {randomUUID} from 'node:crypto';
import {faultOfAmount, hasCents, inCents, written} from '../amounts.js';
import {
  type Answer,
  fieldsIn,
  fieldsOf,
  isRefusal,
  json,
  type Refusal,
  type RefusalWriter,
  readTexts,
  refuse,
  requireTexts,
} from '../answer.js';
import {type Body, codeOf, type SandboxTrouble, type ServiceHandler, type Tenant, type World} from '../call.js';
import {spacedTimestamp} from '../clock.js';
import type {Database} from '../database.js';
import {answerInstead, isFaultBefore, spoil} from '../faults/broken-answer.js';
import {applyDueChanges, countRequest, type NewTransaction, type Outcome, planEnd} from '../transactions.js';
import {
  type CardPayment,
  cardsQuery,
  enterCardPayment,
  findTestCard,
  type TestCard,
  type Verdict,
  verdictOf,
} from './card-records.js';

type Asked = ChargeFields & {readonly tenant: Tenant; readonly network: TestCard['network']};

/** The time after the answer until the status record shows how an unclear charge ended. */
const unclearMilliseconds = 2000;

/** The outcome of a charge that was approved, at once or after the cardholder confirmed it. */
export const paid: Outcome = {status: 'Completed', reason: 'Payment Approved'};

/** `POST /card/card_charge/`: the expiry decides what the acquirer says. A refusal of fields or of an unknown card leaves no row. */
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
  if (verdict.kind === 'approved') return approve(world, asked, card.challenged);
  settleAs(world.database, enter(world, asked), verdict);
  applyDueChanges(world.database, world.now);
  return refusedCharge(verdict.reason, reference);
};

/** Ends the transaction of a charge as the acquirer decides: at once or, if the decision is unclear, later. */
export function settleAs(database: Database, payment: CardPayment, verdict: Verdict): void {
  const {started_at: at} = payment;
  if (verdict.kind === 'approved') planEnd(database, payment, paid, at);
  else if (verdict.kind === 'refused') planEnd(database, payment, {status: 'Failed', reason: verdict.reason}, at);
  else {
    const outcome = verdict.endsAs === 'Completed' ? paid : ({status: 'Failed', reason: verdict.reason} as const);
    planEnd(database, payment, outcome, at + unclearMilliseconds);
  }
}

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
  else planEnd(world.database, payment, paid, world.now);
  applyDueChanges(world.database, world.now);
  const answer = json(200, successfulForm(payment));
  return fault === undefined ? answer : spoil(answer, fault);
}

function enter(world: World, asked: Asked, challengeToken: string | null = null): CardPayment {
  const {card, callbackUrl, ...charge} = asked;
  const {database, now} = world;
  const lastFour = card.number.slice(-4);
  const payment = enterCardPayment(database, {...charge, payer_account_number: lastFour}, now, challengeToken);
  if (callbackUrl !== null) askForCallback(database, payment.transaction_reference, callbackUrl);
  return payment;
}

/** These words are documented. */
function duplicate(reference: string): string {
  const already = 'There is already an authentication outcome associated with the supplied transaction ID';
  return `Value '${reference}' is invalid. ${already}.`;
}

type Fields = Readonly<Record<string, unknown>>;

export const merchant = 'TEST MERCHANT';

/** Returns the answer for a charge that was refused or failed, in the documented shape. The status comes from an SDK. */
const refusedCharge = (reason: string, reference: string): Answer => json(400, failedForm(reason, reference));

/** Writes refusals of requests that were rejected before their fields were read. */
export const chargeDialect: RefusalWriter = ({refused}) => refusedCharge(refused.message, '');

/** Returns the answer for a charge that waits for the cardholder, with the form that leads to the bank. */
function challengedCharge(payment: CardPayment, {url, creq, html}: Challenge): Answer {
  return json(200, {
    statusOk: true,
    message: written('Kindly complete 3DS', payment.amount),
    debugMessage: '',
    description: payment.description,
    descriptor: merchant,
    waitForNotification: true,
    transactionReference: payment.transaction_reference,
    customerReference: payment.transaction_reference,
    do3dsAuth: true,
    threeDsUrl: url,
    formData: creq,
    threeDsHtml: html,
    paymentCompleted: false,
    amountPaid: 0,
    valueAmount: 0,
  });
}

/** Returns what the bank's page reports to the page around it, as JSON text in the documented form of a callback. */
export function callbackForm(payment: CardPayment): string {
  if (payment.status !== 'Completed') {
    return JSON.stringify(failedForm(payment.status_reason, payment.transaction_reference));
  }
  const at = spacedTimestamp(payment.changed_at);
  const form: Fields = {
    ...successfulForm(payment),
    payer_name: written(payment.payer_name, payment.amount),
    source_bank_name: payment.network,
    payment_date: at,
    created_at: at,
  };
  return JSON.stringify(form, (_name, value) => (typeof value === 'string' ? formEncoded(value) : value));
}

const successfulForm = (payment: CardPayment): Fields => ({
  statusOk: true,
  message: written('Approved', payment.amount),
  debugMessage: written('Transaction Successful', payment.amount),
  description: payment.description,
  descriptor: ' ',
  waitForNotification: true,
  transactionReference: payment.transaction_reference,
  customerReference: payment.transaction_reference,
  do3dsAuth: false,
  paymentCompleted: true,
  amountPaid: payment.amount,
  valueAmount: netOf(payment.amount),
  rrn: payment.retrieval_reference,
});

const failedForm = (reason: string, reference: string): Fields => ({
  statusOk: false,
  message: 'Transaction Failed',
  debugMessage: reason,
  waitForNotification: false,
  transactionReference: reference,
  do3dsAuth: false,
  paymentCompleted: false,
  amountPaid: 0,
  valueAmount: 0,
});

/** The documented example deducts 1.4 %: 24 becomes 23.664. */
const netOf = (amount: number): number => (inCents(amount) * 986) / 100_000;

/** Encodes text as a browser encodes a form, except for the colon, which the documented example leaves as it is. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll('%3A', ':');

/** What a merchant needs to send cardholders to their bank. */
export type Challenge = {
  readonly url: string;
  /** The base64 text of the form's one field, `creq`. */
  readonly creq: string;
  /** The same form as a piece of HTML that submits itself into a frame. */
  readonly html: string;
};

/** Returns the challenge whose page at the bank has the token. `baseUrl` is the address that the merchant's form is posted to first. */
export function challengeOf(token: string, baseUrl: string): Challenge {
  const url = `${baseUrl}/3ds/challenge`;
  // The fields of EMV 3-D Secure in base64, as the service writes them. 05 is a window of any size.
  const request = {
    threeDSServerTransID: randomUUID(),
    acsTransID: token,
    messageType: 'CReq',
    messageVersion: '2.2.0',
    challengeWindowSize: '05',
  };
  const creq = Buffer.from(JSON.stringify(request)).toString('base64');
  return {url, creq, html: selfSubmitting(url, creq)};
}

export function tokenOf(creq: string): string {
  const token = fieldsIn(Buffer.from(creq, 'base64').toString('utf8'))?.acsTransID;
  return typeof token === 'string' ? token : '';
}

function selfSubmitting(url: string, creq: string): string {
  return (
    '<div id="threedsChallengeRedirect" style="height: 100vh">' +
    `<form id="threedsChallengeRedirectForm" method="POST" action="${url}" target="challengeFrame">` +
    `<input type="hidden" name="creq" value="${creq}"></form>` +
    '<iframe id="challengeFrame" name="challengeFrame" width="100%" height="100%"></iframe>' +
    '<script>document.getElementById("threedsChallengeRedirectForm").submit();</script></div>'
  );
}

/** A callback that is due: its address, and the form to post. */
export type Callback = {readonly url: string; readonly body: URLSearchParams};

/** Records the address to which the merchant wants the result of a charge to be posted. */
function askForCallback(database: Database, reference: string, url: string): void {
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

/** The fields of a card_charge request after all checks. The card is only in memory, for this one request. */
type ChargeFields = Omit<NewTransaction, 'tenant' | 'method' | 'payer_account_number'> & {
  /** The address to which the merchant wants the result to be posted. */
  readonly callbackUrl: string | null;
  readonly card: AskedCard;
};

export type AskedCard = {
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly securityCode: string;
};

const longestReference = 15;

/** The only currencies for cards (documented). */
export const cardCurrencies: ReadonlySet<string> = new Set(['NGN', 'USD']);

const requiredTexts = [
  'first_name',
  'last_name',
  'email_address',
  'phone_number',
  'transaction_reference',
  'currency',
  'description',
] as const;

/** Returns the fields of a charge, or a refusal for the first bad field. No refusal repeats a card number, a code or a PIN. */
function readCharge(body: Body): ChargeFields | Refusal {
  if (body.service_type !== undefined && body.service_type !== 'Account') {
    return refuse(400, 'service_type must be Account');
  }
  const payload = fieldsOf(body.service_payload);
  if (payload === undefined) return refuse(400, 'service_payload is required');
  const texts = readPayer(payload);
  if (isRefusal(texts)) return texts;
  const {amount} = payload;
  if (typeof amount !== 'number') return refuse(400, 'amount is required');
  if (amount <= 0) return invalid(String(amount), 'amount must be greater than 0');
  if (!hasCents(amount)) return invalid(String(amount), 'amount can have 2 decimals at most');
  const link = payload.callback_url;
  if (link !== undefined && !isLink(link)) return invalid(String(link), 'callback_url must be a URL');
  const fields = fieldsOf(payload.card);
  const card = readCard(fields, 'card');
  if (isRefusal(card)) return card;
  const wrongPin = checkPin(fields?.pin, texts.currency);
  if (wrongPin !== undefined) return wrongPin;
  return {
    transaction_reference: texts.transaction_reference,
    description: texts.description,
    amount,
    currency: texts.currency,
    payer_name: `${texts.first_name} ${texts.last_name}`,
    callbackUrl: typeof link === 'string' ? link : null,
    card,
  };
}

/** Returns the merchant's reference if the body has one, else an empty text. Every refusal repeats it, whatever else is wrong. */
export function referenceOf(body: Body): string {
  const reference = fieldsOf(body.service_payload)?.transaction_reference;
  return typeof reference === 'string' ? reference : '';
}

/** Returns a card number as the service shows it in a refusal (documented): `401200xxxxxx1111`. */
function masked(number: string): string {
  if (!/^\d{12,19}$/.test(number)) return 'xxxx';
  return number.slice(0, 6) + 'x'.repeat(number.length - 10) + number.slice(-4);
}

function readPayer(payload: Body) {
  const texts = readTexts(payload, requiredTexts, {longestReference, tooLong: invalid});
  if (isRefusal(texts)) return texts;
  const {email_address: email, phone_number: phone, currency} = texts;
  if (!isEmail(email)) return invalid(email, 'email_address must be an email address');
  if (!/^\+?\d{7,15}$/.test(phone)) return invalid(phone, 'phone_number can only be numbers');
  if (!cardCurrencies.has(currency)) return invalid(currency, 'currency must be NGN or USD');
  return texts;
}

/** Returns a card without its PIN, from the fields of the request under `name`, or a refusal for the first bad field. */
export function readCard(card: Body | undefined, name: string): AskedCard | Refusal {
  if (card === undefined) return refuse(400, `${name} is required`);
  const texts = requireTexts(card, ['cardNumber', 'expiryMonth', 'expiryYear', 'securityCode'], `${name}.`);
  if (isRefusal(texts)) return texts;
  const {cardNumber: number, expiryMonth: month, expiryYear: year, securityCode} = texts;
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return invalid(month, `${name}.expiryMonth must be two digits`);
  if (!/^\d\d$/.test(year)) return invalid(year, `${name}.expiryYear must be two digits`);
  if (!/^\d{3,4}$/.test(securityCode)) return invalid('xxx', `${name}.securityCode must be 3 or 4 digits`);
  return {number, month, year, securityCode};
}

/** Documented: naira cards are charged with their PIN. For other cards no PIN is required, and one that is sent is ignored. */
function checkPin(pin: unknown, currency: string): Refusal | undefined {
  if (currency !== 'NGN') return undefined;
  if (typeof pin !== 'string' || pin === '') return refuse(400, 'card.pin is required');
  return /^\d{4,6}$/.test(pin) ? undefined : invalid('xxxx', 'card.pin must be 4 to 6 digits');
}

/** Uses the words of the documented refusals. */
const invalid = (value: string, rule: string): Refusal => refuse(400, `Value '${value}' is invalid. ${rule}.`);

/** Returns the documented words for a card that is not a test card. */
export const undetermined = (number: string): string =>
  `Value '${masked(number)}' is invalid. Unable to determine card payment.`;

export const isEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

const isLink = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
