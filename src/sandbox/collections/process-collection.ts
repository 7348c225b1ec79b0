import {randomBytes, randomUUID} from 'node:crypto';
import {hostileText} from '../amounts.js';
import {type Answer, isRefusal, json, type Refusal, readTexts, refuse, requireTexts} from '../answer.js';
import type {Body, ServiceCall, ServiceHandler, World} from '../call.js';
import {cardRecord, findCardPayment} from '../cards/card-records.js';
import {isEmail} from '../cards/charge-card.js';
import {spacedTimestamp, timestamp} from '../clock.js';
import {
  type Country,
  findCountry,
  findNetwork,
  movesInWholeUnits,
  type Network,
  needsOtp,
  otpLength,
  paymentMethodOf,
  testOtp,
} from '../countries.js';
import {type Database, insertRow} from '../database.js';
import {answerInstead, isFaultBefore, oddMilliseconds, spoil} from '../faults/broken-answer.js';
import {countRequest, insertTransaction} from '../transactions.js';
import {type Collection, endingOf, endNow, findCollection, type Party, startCourse} from './collection-records.js';

type Accepted = {readonly party: Party; readonly paymentToken: string; readonly pageToken: string | null};

/** `POST /subsidiary/collections/v1/process-collection`: asks for money. Endings of numbers break this answer, or process-otp's. */
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

function partyOf({network, account}: CollectionFields): Party {
  if (paysOnPage(network)) return 'page';
  return needsOtp(network, account) ? 'otp' : 'network';
}

function accept(
  world: World,
  call: ServiceCall,
  asked: CollectionFields,
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
  insertRow(world.database, 'collections', {
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
function acceptance(world: World, asked: CollectionFields, {party, paymentToken, pageToken}: Accepted): Answer {
  const written = endingOf(asked.account).hostile === true ? hostileText : (words: string) => words;
  const {before, after} = texts[asked.country.language][party];
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

type Instructions = {readonly before: string; readonly after: string};

/** The instructions for the customer, by who acts next, in the languages of the service's countries. */
const texts: Readonly<Record<Country['language'], Readonly<Record<Party, Instructions>>>> = {
  fr: {
    otp: {
      before: 'Composez #144*82# puis choisissez l’option 2 pour obtenir votre code de paiement.',
      after: 'Saisissez le code à 4 chiffres reçu par SMS pour valider le paiement.',
    },
    page: {
      before: 'Vous allez être redirigé vers la page de paiement.',
      after: 'Validez le paiement sur la page, puis revenez chez le marchand.',
    },
    network: {
      before: 'Une demande de paiement va être envoyée sur votre téléphone.',
      after: 'Validez le paiement en saisissant votre code secret sur votre téléphone.',
    },
  },
  en: {
    otp: {
      before: 'Request a payment code from your mobile-money menu.',
      after: 'Enter the 4-digit code that you received to approve the payment.',
    },
    page: {
      before: 'You will be redirected to the payment page.',
      after: 'Approve the payment on the page, then return to the merchant.',
    },
    network: {
      before: 'A payment request will be sent to your phone.',
      after: 'Approve the payment by entering your mobile-money PIN on your phone.',
    },
  },
};

const triesAllowed = 3;
const otpTexts = ['payment_token', 'otp_code', 'payee', 'transaction_reference', 'transaction_channel'] as const;

/** `POST /subsidiary/collections/v1/process-otp`: takes the code that the customer of an XOF Orange payment received. */
export const processOtp: ServiceHandler = (world, {body, tenant}) => {
  const asked = requireTexts(body, otpTexts);
  if (isRefusal(asked)) return asked;
  const payment = findCollection(world.database, asked.transaction_reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  const mismatch = compare(body, payment);
  if (mismatch !== undefined) return mismatch;

  const right = body.otp_code === testOtp;
  if (payment.waits_for !== 'otp') return repeated(payment, right);
  return right ? takeRightOtp(world, payment) : takeWrongOtp(world, payment);
};

function compare(body: Body, payment: Collection): Refusal | undefined {
  if (typeof body.country_code !== 'string' || body.country_code.length !== 2) {
    return refuse(400, 'country_code must be 2 characters');
  }
  if (body.country_code !== payment.country) return refuse(400, 'INVALID COUNTRY CODE');
  if (payment.payment_method !== 'ORANGE_CI') return refuse(400, 'OTP is not required for this transaction');
  if (body.payment_token !== payment.payment_token) return refuse(400, 'Invalid payment token');
  // The answer states the payee with a plus, the number in the request had none: both mean the same wallet.
  if (String(body.payee).replace(/^\+/, '') !== payment.payer_account_number) return refuse(400, 'Invalid payee');
  if ((body.payment_method ?? 'ORANGE_CI') !== payment.payment_method) return refuse(400, 'Invalid payment method');
  if (body.transaction_channel !== payment.bank_code) return refuse(400, 'Invalid transaction channel');
  return undefined;
}

function takeRightOtp(world: World, payment: Collection): Answer {
  const {fault, hostile} = endingOf(payment.payer_account_number);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  startCourse(world.database, payment, world.now);
  const answer = otpAnswer('09', hostile === true ? hostileText('PENDING') : 'PENDING');
  return fault === undefined ? answer : spoil(answer, fault);
}

function countWrongOtp(database: Database, payment: Collection): number {
  database
    .prepare('UPDATE collections SET wrong_otps = wrong_otps + 1 WHERE transaction_reference = ?')
    .run(payment.transaction_reference);
  return payment.wrong_otps + 1;
}

/** Uses up one of the status queries that are to be refused. Returns false if there is none left. */
function takeRefusedStatusQuery(database: Database, payment: Collection): boolean {
  const update = database.prepare(
    `UPDATE collections SET refused_status_queries = refused_status_queries - 1
     WHERE transaction_reference = ? AND refused_status_queries > 0`,
  );
  return update.run(payment.transaction_reference).changes > 0;
}

function takeWrongOtp(world: World, payment: Collection): Answer {
  if (countWrongOtp(world.database, payment) >= triesAllowed) {
    endNow(world.database, payment, {status: 'Failed', reason: 'Maximum OTP attempts exceeded'}, world.now);
  }
  return otpAnswer('06', 'Invalid OTP');
}

/** A code for a payment that no longer waits for one changes nothing. A correct one is answered with the status of the payment. */
function repeated(payment: Collection, right: boolean): Answer {
  if (payment.status === 'Completed' && right) return otpAnswer('00', 'SUCCESS');
  if (payment.status === 'Initialized' && right) return otpAnswer('09', 'PENDING');
  return otpAnswer('06', right ? 'Transaction Failed' : 'Invalid OTP');
}

const otpAnswer = (code: '00' | '06' | '09', message: string): Answer =>
  json(200, {response_code: code, response_message: message, redirect_customer_to_url_processing: false});

/** `POST /subsidiary/funding/v1/process-collection`: pays an open collection in full, as documented for the service's sandbox. */
export const approveCollection: ServiceHandler = (world, {body, tenant}) => {
  const asked = requireTexts(body, ['transaction_reference', 'country_code']);
  if (isRefusal(asked)) return asked;
  const {transaction_reference: reference, country_code: country} = asked;
  const payment = findCollection(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  if (payment.country !== country) return refuse(400, 'INVALID COUNTRY CODE', '96');
  if (payment.response_code !== '09') return refuse(400, `Transaction is already ${payment.status}`);
  endNow(world.database, payment, {status: 'Completed', reason: 'Payment Approved'}, world.now);
  return json(200, {response_code: '00', response_message: 'Transaction approved'});
};

/** `GET /subsidiary/collections/v1/check-status?transaction_reference=&country_code=`: the status record. */
export const checkStatus: ServiceHandler = (world, {query, tenant}) => {
  const reference = query.get('transaction_reference');
  const country = query.get('country_code');
  if (!reference) return refuse(400, 'transaction_reference is required', '96');
  if (!country) return refuse(400, 'country_code is required', '96');
  const {statusCountries} = world.switches;
  if (findCountry(country) === undefined || statusCountries?.includes(country) === false) return invalidCountry();

  const payment = findCollection(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found', '96');
  if (payment.country !== country || takeRefusedStatusQuery(world.database, payment)) return invalidCountry();
  const {hostile, record} = endingOf(payment.payer_account_number);
  const answer = json(200, {
    response_code: payment.response_code,
    transaction_reference: payment.transaction_reference,
    transaction_amount: payment.amount,
    transaction_fee: payment.fee,
    transaction_status: payment.status,
    payer_name: hostile === true ? hostileText(payment.payer_name) : payment.payer_name,
    payer_account_number: payment.payer_account_number,
    start_date: timestamp(payment.started_at),
    // The text `null`, not the value null: documented.
    end_date: payment.ended_at === null ? 'null' : timestamp(payment.ended_at),
    currency: payment.currency,
  });
  return record !== undefined && world.now < payment.started_at + oddMilliseconds ? spoil(answer, record) : answer;
};

const invalidCountry = (): Refusal => refuse(400, 'INVALID COUNTRY CODE', '96');

const answered: ReadonlySet<string> = new Set(['Completed', 'Failed', 'Reversed']);

/**
 * `GET /merchant-collection/transfer_notification_controller/merchant/transaction-query?merchant_reference=`: a record in the shape of the
 * card family, for a card as well as for a collection of any country. A payment is not found before the customer has paid or it has failed.
 */
export const transactionQuery: ServiceHandler = (world, {query, tenant}) => {
  const reference = query.get('merchant_reference');
  if (!reference) return refuse(400, 'merchant_reference is required');
  const payment =
    findCollection(world.database, reference, tenant) ?? findCardPayment(world.database, reference, tenant);
  if (payment === undefined || !answered.has(payment.status)) return refuse(404, 'Transaction not found');
  const data = 'bank_code' in payment ? record(payment) : cardRecord(payment);
  return json(200, {message: 'Transaction fetched successfully', data, success: true});
};

function record(payment: Collection): Readonly<Record<string, unknown>> {
  const written = endingOf(payment.payer_account_number).hostile === true ? hostileText : (words: string) => words;
  return {
    transaction_reference: payment.service_reference,
    // A failed payment still shows the requested amount (observed), so the amount proves nothing.
    amount_received: payment.amount,
    transaction_fee: payment.fee,
    transaction_status: payment.status,
    sender_name: written(payment.payer_name),
    sender_account_number: payment.payer_account_number,
    source_bank_name: findNetwork(payment.bank_code, payment.currency)?.name ?? payment.bank_code,
    initiated_date: spacedTimestamp(payment.started_at),
    current_status_date: spacedTimestamp(payment.changed_at),
    currency: payment.currency,
    session_id: payment.service_reference.replace(/\D/g, ''),
    merchant_transaction_reference: payment.transaction_reference,
    transaction_type: 'Mobile Money',
    virtual_account_number: null,
    status_reason: written(payment.status_reason),
  };
}

/** The fields of a process-collection request after all checks that the service makes. */
type CollectionFields = {
  readonly reference: string;
  readonly description: string;
  readonly amount: number;
  readonly country: Country;
  readonly network: Network;
  /** The wallet; for ZAR, which has no wallets, the customer's phone number. */
  readonly account: string;
  readonly payerName: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
};

const longestReference = 100;

const requiredTexts = [
  'transaction_reference',
  'transaction_description',
  'customer_bank_code',
  'currency_code',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'customer_phone_number',
  'country_code',
] as const;

type Texts = Readonly<Record<(typeof requiredTexts)[number], string>>;

/** Returns the fields of a body of any of the three variants (momo, XOF, ZAR), or a refusal for the first bad field. */
function readCollection(body: Body): CollectionFields | Refusal {
  const texts = readTexts(body, requiredTexts, {longestReference, tooLong: (_, rule) => refuse(400, rule)});
  if (isRefusal(texts)) return texts;
  if (!isEmail(texts.customer_email)) return refuse(400, 'customer_email is not a valid email address');
  const place = readPlace(texts);
  if (isRefusal(place)) return place;
  const {country, network} = place;
  const account = readAccount(body, texts, country);
  if (typeof account !== 'string') return account;
  const amount = readAmount(body, country.currency);
  if (typeof amount !== 'number') return amount;
  const links = checkLinks(body, network);
  if (isRefusal(links)) return links;
  return {
    reference: texts.transaction_reference,
    description: texts.transaction_description,
    amount,
    country,
    network,
    account,
    payerName: `${texts.customer_first_name} ${texts.customer_last_name}`,
    ...links,
  };
}

function readPlace(texts: Texts): {readonly country: Country; readonly network: Network} | Refusal {
  const {country_code: countryCode, currency_code: currency, customer_bank_code: bankCode} = texts;
  const country = findCountry(countryCode);
  if (country === undefined) return refuse(400, 'INVALID COUNTRY CODE');
  if (country.currency !== currency) return refuse(400, `currency_code ${currency} is not valid for ${countryCode}`);
  const network = findNetwork(bankCode, currency);
  if (network === undefined || network.country !== countryCode) return refuse(400, 'Bank code is not correct');
  if (!network.active || network.blocked) return refuse(400, `${bankCode} is not available at the moment`);
  return {country, network};
}

/** The lengths and prefixes of customer_number are documented; of customer_phone_number only that it consists of digits. */
function readAccount(body: Body, texts: Texts, country: Country): string | Refusal {
  const phone = texts.customer_phone_number;
  if (!/^\d{8,15}$/.test(phone)) return refuse(400, 'customer_phone_number can only be numbers');
  if (country.digits === null) return phone;
  const wallet = body.customer_number;
  if (typeof wallet !== 'string' || wallet === '') return refuse(400, 'customer_number is required');
  if (!/^\d+$/.test(wallet)) return refuse(400, 'customer_number can only be numbers');
  if (wallet.length !== country.digits) return refuse(400, `customer_number must be ${country.digits} digits`);
  if (!wallet.startsWith(country.prefix)) return refuse(400, `customer_number must begin with ${country.prefix}`);
  return wallet;
}

function readAmount(body: Body, currency: string): number | Refusal {
  const amount = body.amount;
  if (typeof amount !== 'number') return refuse(400, 'amount is required');
  if (amount <= 0) return refuse(400, 'amount must be greater than 0');
  const decimals = movesInWholeUnits(currency) ? 0 : 2;
  const pattern = decimals === 0 ? /^\d{1,12}$/ : /^\d{1,12}(\.\d{1,2})?$/;
  if (!pattern.test(String(amount))) return refuse(400, `amount of ${currency} can have ${decimals} decimals at most`);
  return amount;
}

type Links = {readonly redirectUrl: string | null; readonly cancelUrl: string | null};

const longestLink = 2048;
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Where the customer is sent, or a refusal for a bad link: all three required for ZAR, redirect_url for Wave, optional for XOF. */
function checkLinks(body: Body, network: Network): Links | Refusal {
  if (network.currency === 'ZAR') {
    const redirectUrl = readLink(body, 'redirect_url');
    if (isRefused(redirectUrl)) return redirectUrl;
    const cancelUrl = readLink(body, 'cancel_url');
    if (isRefused(cancelUrl)) return cancelUrl;
    const errorUrl = readLink(body, 'error_url');
    if (isRefused(errorUrl)) return errorUrl;
    return {redirectUrl, cancelUrl};
  }
  const wanted = network.code === 'WAVCIV' || (network.currency === 'XOF' && body.redirect_url !== undefined);
  const redirectUrl = wanted ? readLink(body, 'redirect_url') : null;
  return isRefused(redirectUrl) ? redirectUrl : {redirectUrl, cancelUrl: null};
}

/** Whether the customer pays on a page (documented for Wave and ZAR). */
const paysOnPage = (network: Network): boolean => network.currency === 'ZAR' || network.code === 'WAVCIV';

const isRefused = (link: string | null | Refusal): link is Refusal =>
  link !== null && typeof link !== 'string' && isRefusal(link);

function readLink(body: Body, name: string): string | Refusal {
  const value = body[name];
  if (typeof value !== 'string' || value === '') return refuse(400, `${name} is required`);
  const url = URL.parse(value);
  if (url === null || value.length > longestLink) return refuse(400, `${name} is not a valid URL`);
  // The status was observed. The service only accepts https; the sandbox also accepts its own page.
  if (url.protocol !== 'https:' && !isOwnReturnPage(url)) return refuse(403, `${name} must be an https URL`);
  return url.href;
}

const isOwnReturnPage = (url: URL): boolean =>
  url.protocol === 'http:' && loopbackHosts.has(url.hostname) && url.pathname === '/sandbox/return';
