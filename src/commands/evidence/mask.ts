import {maskWallet} from '../../core/market/wallet.js';
import {maskEmail} from '../../core/payment/payer.js';
import type {Json} from '../../core/service/answer.js';
import {hideCardNumbers} from '../../core/text/card-numbers.js';

/** The texts about a payment that nobody else may read. */
export type Secrets = {
  /** International digits of telephone numbers and wallets. */
  readonly phones: readonly string[];
  readonly keys: readonly string[];
};

/** Hides secrets in a text, and in JSON at any depth. */
export type Mask = {readonly text: (text: string) => string; readonly json: (value: Json, member?: string) => Json};

/** Members that make up a bank's challenge, that give access to a payment, or that are never kept of a card. */
const removed =
  /^(?:formdata|creq|cres|pareq|pares|md|pin|cvv|cvc|otp|securitycode|cardnumber|pan|expiry\w*|threeds\w*|acs\w*)$|token|secret|password|authorization|apikey/;
const holdsNumber = /phone|msisdn|mobile|wallet|account/;

const email = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[\p{L}\d]+/gu;
const address = /\b(?:https?|wss?):\/\/[^\s"'<>]+/giu;
const header = /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/giu;
const serviceKey = /\b[A-Z0-9]{2,8}-PK[A-Z]*-[\w-]{8,}/gu;
/** A shorter key would also match common words. */
const shortestKey = 8;
/** No national number is shorter, and this is more than the six digits that a mask leaves. */
const shortestPhone = 7;

/**
 * The mask of a payment. It keeps the last six digits of telephone numbers, the last four of cards, the first letter and the host of e-mail
 * addresses, and the host of web addresses. It removes keys, tokens and the parts of a bank's challenge completely.
 */
export function maskOf({phones, keys}: Secrets): Mask {
  const numbers = phones
    .filter(phone => phone.length >= shortestPhone)
    .map(phone => ({phone, pattern: patternOf(phone)}));
  const own = keys.filter(key => key.length >= shortestKey);
  const text = (whole: string) => {
    let masked = whole;
    for (const key of own) masked = masked.replaceAll(key, '[key]');
    masked = masked
      .replaceAll(header, '[key]')
      .replaceAll(serviceKey, '[key]')
      .replaceAll(address, found => `${URL.parse(found)?.origin ?? ''}/…`)
      .replaceAll(email, maskEmail);
    for (const {phone, pattern} of numbers) masked = masked.replaceAll(pattern, maskWallet(phone));
    return hideCardNumbers(masked);
  };
  const json = (value: Json, member = ''): Json => {
    const name = member.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (removed.test(name) && value !== null && typeof value !== 'boolean') return '[removed]';
    if (typeof value === 'string') return holdsNumber.test(name) ? maskDigits(text(value)) : text(value);
    if (typeof value === 'number') {
      const masked = holdsNumber.test(name) ? maskDigits(text(String(value))) : text(String(value));
      return masked === String(value) ? value : masked;
    }
    if (value === null || typeof value === 'boolean') return value;
    if (isList(value)) return value.map(item => json(item, member));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, json(item, key)]));
  };
  return {text, json};
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const gap = String.raw`[\s.()/\p{Pd}]{0,2}`;

/** Matches the number in every way in which it is written: with its country code or a zero before it, in groups, within other digits. */
function patternOf(phone: string): RegExp {
  return new RegExp(String.raw`\+?(?:\d${gap}){0,8}${phone.slice(-shortestPhone).split('').join(gap)}`, 'gu');
}

function maskDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < shortestPhone || text.startsWith('…') ? text : maskWallet(digits);
}
