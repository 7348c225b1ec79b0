import {join} from 'node:path';
import type {TicketLine} from '../../src/core/ticket/schema.js';
import {openRealTill} from '../till/real-till.js';
import {usualSettings} from '../till/settings.js';
import type {Shop} from './support.js';

const kes = (minor: number) => ({currency: 'KES' as const, minor});

/** A line with its tax in it, of a rate in percent. */
export const taxed = (name: string, minor: number, [rate, tax]: readonly [rate: string, tax: number]): TicketLine => ({
  kind: 'item',
  code: null,
  name,
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: kes(minor),
  listPrice: null,
  reason: null,
  discount: null,
  amount: kes(minor),
  tax: {rate, included: true, net: kes(minor - tax), tax: kes(tax)},
});

/** A ticket of these lines in the journal of the shop's till, whose parts are paid by command. */
export async function openTaxed({home, baseUrl, apiKey}: Shop, lines: readonly TicketLine[]): Promise<string> {
  const folder = join(home, 'sandbox', 'T7K');
  const {till} = await openRealTill({baseUrl, apiKey, folder, settings: usualSettings});
  const total = kes(lines.reduce((sum, {amount}) => sum + amount.minor, 0));
  const ticket = await till.openTicket({total, lines, description: ''});
  await till.close();
  return ticket;
}
