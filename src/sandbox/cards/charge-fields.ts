import {hasCents} from '../amounts.js';
import {fieldsOf, isRefusal, type Refusal, refuse} from '../answer.js';
import type {Body} from '../call.js';

/** The fields of a card_charge request after all checks. The card is only in memory, for this one request. */
export type ChargeFields = {
  readonly reference: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly payerName: string;
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
const longestText = 255;

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

type Texts = Readonly<Record<(typeof requiredTexts)[number], string>>;

/** Returns the fields of a charge, or a refusal for the first bad field. No refusal repeats a card number, a code or a PIN. */
export function readCharge(body: Body): ChargeFields | Refusal {
  if (body.service_type !== undefined && body.service_type !== 'Account') {
    return refuse(400, 'service_type must be Account');
  }
  const payload = fieldsOf(body.service_payload);
  if (payload === undefined) return refuse(400, 'service_payload is required');
  const texts = readTexts(payload);
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
    reference: texts.transaction_reference,
    description: texts.description,
    amount,
    currency: texts.currency,
    payerName: `${texts.first_name} ${texts.last_name}`,
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

function readTexts(payload: Body): Texts | Refusal {
  const texts: Record<string, string> = {};
  for (const name of requiredTexts) {
    const value = payload[name];
    if (typeof value !== 'string' || value.trim() === '') return refuse(400, `${name} is required`);
    const longest = name === 'transaction_reference' ? longestReference : longestText;
    if (value.length > longest) return invalid(value, `${name} cannot be longer than ${longest} characters`);
    texts[name] = value;
  }
  const {email_address: email, phone_number: phone, currency} = texts as Texts;
  if (!isEmail(email)) return invalid(email, 'email_address must be an email address');
  if (!/^\+?\d{7,15}$/.test(phone)) return invalid(phone, 'phone_number can only be numbers');
  if (!cardCurrencies.has(currency)) return invalid(currency, 'currency must be NGN or USD');
  return texts as Texts;
}

/** Returns a card without its PIN, from the fields of the request under `name`, or a refusal for the first bad field. */
export function readCard(card: Body | undefined, name: string): AskedCard | Refusal {
  if (card === undefined) return refuse(400, `${name} is required`);
  const {cardNumber: number, expiryMonth: month, expiryYear: year, securityCode} = card;
  if (typeof number !== 'string' || number === '') return refuse(400, `${name}.cardNumber is required`);
  if (typeof month !== 'string' || month === '') return refuse(400, `${name}.expiryMonth is required`);
  if (typeof year !== 'string' || year === '') return refuse(400, `${name}.expiryYear is required`);
  if (typeof securityCode !== 'string' || securityCode === '') return refuse(400, `${name}.securityCode is required`);
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
function invalid(value: string, rule: string): Refusal {
  return refuse(400, `Value '${value}' is invalid. ${rule}.`);
}

/** Returns the documented words for a card that is not a test card. */
export function undetermined(number: string): string {
  return `Value '${masked(number)}' is invalid. Unable to determine card payment.`;
}

export function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}

function isLink(value: unknown): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}
