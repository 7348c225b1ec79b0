import * as z from 'zod';
import {type Card, type CardForm, type CardRules, requireCard} from '../core/card/card.js';
import {Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import {Secret} from '../core/text/secret.js';
import {type Session, within} from '../session/session.js';
import {pipedInput} from './sign-in.js';

const longestInput = 4096;

/** The month or the year, in the ways in which people and programs write them. What the schema says about a bad value is discarded. */
const written = (digits: RegExp) => z.union([z.string(), z.number()]).transform(String).pipe(z.string().regex(digits));

const schema = z.strictObject({
  cardNumber: z.string(),
  expiryMonth: written(/^\d{1,2}$/),
  expiryYear: written(/^(?:\d{1,2}|\d{4})$/),
  securityCode: z.string(),
  pin: z.string().optional(),
  cardHolderName: z.string().optional(),
});

/**
 * Reads a card from standard input, which must end by `until`; with `--pin-stdin`, from what follows the PINs there. Returns undefined
 * if the command is interrupted first. Throws `Problem` card-input-invalid for anything but one card as JSON, or the first problem of
 * the card. No problem repeats a byte of the input.
 */
export async function readCardInput(session: Session, until: number, rules: CardRules): Promise<Card | undefined> {
  const {face} = session;
  const over = new AbortController();
  const left = until - face.world.monotonic();
  const input = pipedInput(session, {mostBytes: longestInput, signal: over.signal, isObject: true});
  const bytes = (await within(face, left, input).finally(() => over.abort())) ?? new Uint8Array();
  const secrets = takeSecrets(bytes);
  try {
    if (face.interrupted.aborted) return undefined;
    return requireCard(formOf(bytes, secrets), rules);
  } finally {
    for (const secret of secrets.values()) secret.wipe();
    bytes.fill(0);
  }
}

function formOf(bytes: Uint8Array, secrets: ReadonlyMap<string, Secret>): CardForm {
  const {success, data} = schema.safeParse(jsonIn(new TextDecoder().decode(bytes)));
  if (!success) throw new Problem('card-input-invalid');
  const {expiryMonth, expiryYear, cardHolderName: holder = ''} = data;
  const expiry = `${expiryMonth.padStart(2, '0')}/${expiryYear.padStart(2, '0')}`;
  const secret = (name: 'cardNumber' | 'securityCode' | 'pin') => secrets.get(name) ?? data[name] ?? '';
  return {number: secret('cardNumber'), expiry, securityCode: secret('securityCode'), pin: secret('pin'), holder};
}

const secretMembers: ReadonlySet<string> = new Set(['cardNumber', 'securityCode', 'pin']);
const [quote, backslash, colon] = [...Buffer.from('"\\:')];

/** Takes a card's secrets out of JSON and zeroes them there, so that no string of them is made; not those with a backslash. */
function takeSecrets(bytes: Uint8Array): ReadonlyMap<string, Secret> {
  const secrets = new Map<string, Secret>();
  let name = '';
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== quote) {
      if (bytes[at] !== colon && !isBlank(bytes[at])) name = ''; // what follows is not its value
      continue;
    }
    const from = at + 1;
    let isPlain = true;
    for (at = from; at < bytes.length && bytes[at] !== quote; at += 1) {
      if (bytes[at] !== backslash) continue;
      isPlain = false;
      at += 1;
    }
    const text = bytes.subarray(from, at);
    const isValue = name !== '';
    if (isValue) {
      secrets.get(name)?.wipe(); // if a name appears twice, the last value counts, as in all JSON
      secrets.delete(name);
    }
    if (isValue && isPlain) {
      secrets.set(name, new Secret(text));
      text.fill(0x30);
    }
    name = isValue ? '' : nameIn(text);
  }
  return secrets;
}

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function nameIn(text: Uint8Array): string {
  const name = text.length > 'securityCode'.length ? '' : new TextDecoder().decode(text);
  return secretMembers.has(name) ? name : '';
}
