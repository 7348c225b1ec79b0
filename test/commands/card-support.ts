import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {paymentIn, type Ran, type Shop} from './support.js';

/** The documented test cards. The banks of the first two ask their customers. */
export const challengedCards = ['4508750015741019', '5123450000000008'] as const;
export const plainCards = ['5111111111111118', '4012000033330026'] as const;

/** A test card as a script pipes it in; what is not said is what the service approves. */
export function piped(more: Readonly<Record<string, unknown>> = {}): string {
  const card = {cardNumber: plainCards[1], expiryMonth: '01', expiryYear: '39', securityCode: '100'};
  return JSON.stringify({...card, ...more});
}

/** `charge` in dollars. */
export function charging(amount: string, ...more: readonly string[]): readonly string[] {
  return ['charge', '--json', '--card-stdin', '--currency', 'USD', '--amount', amount, ...more];
}

/** Charges a test card, and hurries through all that has to be waited for. */
export function charge(shop: Shop, amount: string, card: Readonly<Record<string, unknown>> = {}): Promise<Ran> {
  return shop.run(charging(amount), {input: piped(card)});
}

export async function paidByCard(shop: Shop, amount = '400'): Promise<string> {
  const ran = await charge(shop, amount);
  if (ran.exit !== 0) throw new Error(`the charge came to ${ran.exit}: ${ran.err}`);
  return paymentIn(ran).reference;
}

/** What the owner has set before the till opens. */
export function setUp({home}: Shop, settings: object): void {
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
}
