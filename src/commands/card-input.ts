import * as z from 'zod';
import {type Card, type CardForm, type CardRules, requireCard} from '../core/card.js';
import {Problem} from '../core/problem.js';
import type {Session} from './session.js';
import {within} from './within.js';

/** More than any card needs, in bytes. */
const longestInput = 4096;

/** As people and programs write months and years; anything that this schema says about a bad one is dropped. */
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
 * Reads a card from standard input, which must have ended by `until`; undefined when the command is interrupted before.
 * Throws `Problem` card-input-invalid for anything but one card as JSON, or the first problem of the card; none repeats a
 * byte of what was read.
 */
export async function readCardInput({face}: Session, until: number, rules: CardRules): Promise<Card | undefined> {
  const over = new AbortController();
  const left = until - face.world.monotonic();
  const text = await within(face, left, face.readInput(longestInput, over.signal)).finally(() => over.abort());
  if (face.interrupted.aborted) return undefined;
  return requireCard(formOf(text ?? ''), rules);
}

function formOf(text: string): CardForm {
  const {success, data} = schema.safeParse(parsed(text));
  if (!success) throw new Problem('card-input-invalid');
  const {cardNumber: number, expiryMonth, expiryYear, securityCode, pin = '', cardHolderName: holder = ''} = data;
  const expiry = `${expiryMonth.padStart(2, '0')}/${expiryYear.padStart(2, '0')}`;
  return {number, expiry, securityCode, pin, holder};
}

/** JSON's own error quotes what it could not read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}
