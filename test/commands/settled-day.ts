import {setUp} from './card-support.js';
import {beginDays} from './day-support.js';
import {fileOf, linesIn, providerHeading} from './reconcile-support.js';
import {collecting, paymentIn, type Shop} from './support.js';

/**
 * A day of three payments: two are in a payout that the bank credited with ten too little, the third is not paid out yet.
 * `open` is the key of the one difference.
 */
export async function settledDay(shop: Shop) {
  setUp(shop, {reconciliation: {feeTolerance: {KES: '5'}}, till: {sandbox: 'T7K'}});
  const days = await beginDays(shop);
  const {run, today} = days;
  const references: string[] = [];
  for (const wallet of ['678', '679', '680'])
    references.push(paymentIn(await run(...collecting(`0712345${wallet}`))).reference);
  const rows = references.map(
    (reference, at) => `${reference},200.00,KES,Completed,5.00,195.00,${today()},${at < 2 ? 'PO-1' : ''}`,
  );
  const provider = fileOf(shop, 'provider.csv', providerHeading, rows);
  const payouts = fileOf(shop, 'payouts.csv', 'payout_id,amount,currency,status,date', [
    `PO-1,390.00,KES,Completed,${today()}`,
  ]);
  const bank = fileOf(shop, 'bank.csv', 'Booking date;Narration;Debit;Credit;Currency', [
    `${today()};TRANSFER PO-1 DUKA;;380,00;KES`,
  ]);
  const files = ['--provider-file', provider, '--payout-file', payouts, '--bank-file', bank];
  const [line] = linesIn(await run('reconcile', ...files, '--json'));
  return {...days, files, open: line?.key ?? ''};
}
