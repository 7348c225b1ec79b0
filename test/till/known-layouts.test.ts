import {readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, it, test} from 'vitest';
import type {LearnedLayout} from '../../src/core/reconcile/records/layouts.js';
import {noRecords} from '../../src/core/reconcile/records/records.js';
import {plainAmount} from '../../src/core/reconcile/rows/amount.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/rows/row.js';
import {overviewOf} from '../../src/core/reconcile/shown/overview.js';
import {layoutsIn, layoutsText, shippedLayouts} from '../../src/sources/layout-file.js';
import {readGiven, withOpened} from '../../src/till/reconcile-sources.js';
import {pdfOf, printedTable} from '../sources/containers.js';
import {expectProblem, listed, pathOf, problemWith} from '../sources/support.js';

const by = {at: 0, person: 'Amina'};

/** Reads this as a till does that has learned those layouts. */
async function readAt(
  kind: SourceKind,
  text: string,
  {layouts = [], mapping}: {layouts?: readonly LearnedLayout[]; mapping?: Partial<Mapping>} = {},
) {
  writeFileSync(pathOf('sent.csv'), text);
  const kept = {...noRecords, layouts: layouts.map(each => ({...each, ...by}))};
  const given = {kind, file: pathOf('sent.csv'), original: null, ...(mapping === undefined ? {} : {mapping})};
  return listed(await readGiven(kept, given, () => undefined));
}

const table = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

/** What a layout is called, whose files it is of, and the amounts that are read in the lines that follow. */
type Known = {
  readonly name: string;
  readonly kind: SourceKind;
  /** What a person has to say because the file does not. */
  readonly currency?: string;
  readonly amounts: readonly string[];
};
const casesOf = (...rows: readonly (readonly [known: Known, ...lines: readonly string[]])[]) =>
  rows.map(([known, ...lines]) => ({...known, text: table(...lines)}));

/** One for each layout that ships, with the headings that its sender writes and rows of our own; its days can be read in two ways. */
const cases = casesOf(
  [
    {name: 'M-Pesa organisation statement', kind: 'bank', currency: 'KES', amounts: ['-200.00', '100.00']},
    'Short Code,600000',
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
    'TKB2,03-11-2026 10:05:00,03-11-2026 10:04:58,Pay Bill to bank,Completed,,-200.00,900.00,TRUE,Transfer,A,,',
    'TKB1,02-11-2026 09:00:00,02-11-2026 08:59:58,Pay Bill from 2547***001,Completed,100.00,,1100.00,TRUE,Pay Bill,B,,DK1',
  ],
  [
    {name: 'M-Pesa organisation payments', kind: 'provider', currency: 'KES', amounts: ['100.00']},
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
    'TKB2,03-11-2026 10:05:00,03-11-2026 10:04:58,Pay Bill Charge,Completed,,-1.00,1099.00,TRUE,Pay Bill Charge,A,TKB1,',
    'TKB1,02-11-2026 09:00:00,02-11-2026 08:59:58,Pay Bill from 2547***001,Completed,100.00,,1100.00,TRUE,Pay Bill,B,,DK1',
  ],
  [
    {name: 'M-Pesa statement', kind: 'bank', currency: 'KES', amounts: ['-200.00', '100.00']},
    'MPESA FULL STATEMENT',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    'TKP2,2026-11-03 10:05:00,Sent to B,Completed,,-200.00,900.00',
    'TKP1,2026-11-02 09:00:00,Received from A,Completed,100.00,,1100.00',
  ],
  [
    {name: 'MTN MoMo transactions', kind: 'provider', amounts: ['5000', '700']},
    'Id,External id,Date,Status,Type,From,From name,To,To name,Amount,Currency,Fee,Currency,Balance,Currency',
    '1,DK-1,02/11/2026 10:00,Successful,Payment,256,A,257,B,5000,UGX,50,UGX,104950,UGX',
    '2,DK-2,03/11/2026 10:00,Successful,Debit,256,A,257,B,700,UGX,7,UGX,105643,UGX',
  ],
  [
    {name: 'MTN MoMo agent transactions', kind: 'provider', currency: 'UGX', amounts: ['-10000', '25000']},
    'Date / Time,Transaction ID,Transaction Type,Amount,From Account,To Account,Fee,Commision Amount,TAX,Commision Receiving No.,Commision Balance,Float Balance',
    '2026-11-02 08:41,31000000001,CASH_IN,-10000,256770000001,256770000002,0,150,15,256770000001,1135,490000',
    '2026-11-03 09:05,31000000002,CASH_OUT,25000,256770000003,256770000001,0,250,25,256770000001,1360,515000',
  ],
  [
    {name: 'Orange Money, relevé de vos opérations', kind: 'provider', amounts: ['1500', '-400']},
    'Relevé de vos opérations',
    'Réseau :,,,Cameroun',
    'Compte Orange Money :,,,690000001',
    ',,,,Opération,,,,Agent,,,Correspondant,,Montant (XAF),,Commissions (XAF),',
    'N°,Date,Heure,Référence,Service,Paiement,Statut,Mode,N° de Compte,Wallet,N° Pseudo,N° de Compte,Wallet,Débit,Crédit,Compte: 690000001,Sous-réseau',
    ',,,Transactions réussies,Wallet Normal,,,,690000001,Normal,,Solde initial,,,50000,,',
    '1,02/11/2026,08:10:05,MP261102.0810.A00001,Merchant Payment,Transaction,Succès,USSD,690000001,Normal,,690000002,Normal,,1500,0,0',
    '2,03/11/2026,17:22:40,CI261103.1722.B00002,Cash in,Transaction,Succès,USSD,690000001,Normal,,690000003,Normal,400,,1.9,0',
    'Total,,,Transactions réussies,Wallet Normal,,,,690000001,Normal,,Total activités,,400,1500,1.9,',
    'Solde,,,Transactions réussies,Wallet Normal,,,,690000001,Normal,,Solde final,,,51100,,',
  ],
  [
    {name: 'Orange Money transfers', kind: 'provider', currency: 'XOF', amounts: ['2000', '700', '-500']},
    'TRANSFER_DATE,TRANSFER_STATUS,TRANSFER_ID,ORDER_ID,MSISDN,REFERENCE_NUMBER,STATEMENT,TRANSFER_AMOUNT,CREDIT,DEBIT,FEES,PREVIOUS_BAL,AFTER_BAL,REMARKS,FTXN_ID,,',
    '2026-11-02,TS,OM261102.0000.00000001,,57000001,0b1d-4701,57000001 Money Received from 06000002,2000,2000,,,9000,11000,OTP Cashout,DK-1,,',
    '2026-11-03,TF,OM261103.0000.00000002,,57000001,0b1d-4702,57000001 Money Received from 06000003,700,700,,,11000,11000,OTP Cashout,DK-2,,',
    '2026-11-03,TS,OM261103.0000.00000003,,57000001,0b1d-4703,57000001 Money Sent to 06000004,500,,500,,11000,10500,OTP Cashin,DK-3,,',
  ],
  [
    {name: 'Moov Money statement', kind: 'provider', amounts: ['-1000', '800', '1500']},
    'Account Holder:,DUKA MOJA',
    'Short Code:,700001',
    'Time Period:,From,02-11-2026 00:00:00,To,03-11-2026 23:59:59',
    'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Currency,Paid In,Withdrawn,Balance,Reason Type,Opposite Party,Linked Transaction ID,Remark',
    'CJ3,03-11-2026 10:05:00,03-11-2026 10:04:12,,Completed,XOF,,-1000,10500,Merchants Online Cash in,22901000003,,Cash-in',
    'CJ2,03-11-2026 09:30:00,03-11-2026 09:05:01,Merchants Online Payment,Expired,XOF,800,,,Merchants Online Payment,22901000002,,Paiement',
    'CJ1,02-11-2026 09:00:00,02-11-2026 08:59:40,,Completed,XOF,1500,,11500,Merchants Online Payment,22901000001,,Paiement',
  ],
  [
    {name: 'Airtel Money statement', kind: 'provider', amounts: ['1500.00', '-30880.00']},
    'Airtel Money Statement',
    'Customer Name,Duka Moja',
    'Mobile Number,700000001',
    'Opening Balance,"Ugx 65,859.50"',
    'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance',
    '137000000001,02-11-26 02:11 PM,Received from A,Transaction Successful,"1,500.00",Credit,0.00,"67,359.50"',
    '137000000002,03-11-26 12:05 AM,Sent Money to B,Transaction Successful,"30,880.00",Debit,500.00,"35,979.50"',
  ],
  [
    {name: 'Airtel Money merchant transactions', kind: 'provider', currency: 'UGX', amounts: ['50000', '20000']},
    'Record No,Transaction ID,Reference No.,Transaction Date & Time,Payer MFS Provider,Payer Mobile Number,Service Type,Transaction Status,Transaction Amount,Payer Previous Balance,Payer Post Balance,Payee Pre Balance,Payee Post Balance,Total Service Charge,External Transaction id',
    '1,145000000001,Room 4,02-NOV-2026  19:57:32,Airtel,700000002,Merchant Payment,Transaction Success,50000,,,100000,149500,500,DK-1',
    '2,145000000002,Room 5,03-NOV-2026  08:10:00,Airtel,700000003,Merchant Payment,Transaction Success,20000,,,149500,169300,200,DK-2',
  ],
  [
    {name: 'Wave transactions, in French', kind: 'provider', amounts: ['-1500.00', '-2000.00']},
    'Horodatage,Identifiant de transaction,Type de transaction,Montant,Frais,Solde,Devise,Nom de contrepartie,Numéro de téléphone de contrepartie,Référence client',
    '2026-11-02 00:00:01+00:00,pt-2600z9w602tyc,api_payout,-1504,4,87053,XOF,A,+2250700000001,DK-1',
    '2026-11-03 00:00:02+00:00,pt-2600z9wx82tye,api_payout,-2005,5,85048,XOF,B,+2250700000002,DK-2',
  ],
  [
    {name: 'Monzo statement', kind: 'bank', amounts: ['100.00', '-3.21']},
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In,Balance,Balance currency',
    'tx_1,02/11/2026,17:44:34,Faster payment,Payco Ltd,,Income,100.00,GBP,100.00,GBP,,,,PO-1,,,100.00,100.00,GBP',
    'tx_2,03/11/2026,09:10:11,Card payment,Taxi,,Transport,-3.21,GBP,-61000.00,IDR,,,,Taxi A-1,,-3.21,,96.79,GBP',
  ],
  [
    {name: 'Revolut statement', kind: 'bank', amounts: ['200.00', '-3.46', '-80.00', '-40.50', '-5.00']},
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    'Topup,Current,2026-11-02 09:00:00,2026-11-02 09:00:05,Payment from A Shop,200.00,0.00,EUR,COMPLETED,250.00',
    'Card Payment,Current,2026-11-03 19:42:42,2026-11-04 14:54:46,Market,-3.46,0.00,EUR,COMPLETED,246.54',
    'Card Payment,Current,2026-11-04 19:42:42,,Hotel,-80.00,0.00,EUR,REVERTED,',
    'Transfer,Current,2026-11-05 08:00:00,2026-11-05 08:00:01,To B,-40.00,0.50,EUR,COMPLETED,206.04',
    'Card Payment,Current,2026-11-06 10:00:00,,Cafe,-5.00,0.00,EUR,PENDING,',
  ],
  [
    {name: 'Revolut Business statement', kind: 'bank', amounts: ['1000.00', '-9.05', '-80.00']},
    'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Card label,Card state,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,Beneficiary account number,Beneficiary sort code or routing number,Beneficiary IBAN,Beneficiary BIC',
    '2026-11-02,2026-11-02,5f1-a,TOPUP,COMPLETED,Money added from Payco,PO-1,,,,,GBP,1000.00,GBP,1000.00,1000.00,,0.00,GBP,1000.00,Main,,,,',
    '2026-11-03,2026-11-04,5f1-b,CARD_PAYMENT,COMPLETED,Cloud,,A Person,,,ACTIVE,USD,12.00,GBP,-9.00,-9.05,1.33,0.05,GBP,990.95,Main,,,,',
    '2026-11-04,,5f1-c,CARD_PAYMENT,REVERTED,Hotel,,A Person,,,ACTIVE,GBP,80.00,GBP,-80.00,-80.00,,0.00,GBP,,Main,,,,',
  ],
  [
    {name: 'PayPal activity', kind: 'provider', amounts: ['100.00', '50.00', '-100.00']},
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Item Title","Item ID","Sales Tax","Reference Txn ID","Invoice Number","Custom Number","Quantity","Receipt ID","Balance","Subject","Note","Balance Impact"',
    '"13/11/2026","10:00:00","EAT","Ada L","Express Checkout Payment","Completed","USD","100.00","-3.20","96.80","a@example.com","me@example.com","60P1","Shoes","","0.00","","DK-1","","1","","96.80","","","Credit"',
    '"13/11/2026","10:05:00","EAT","Bob K","Express Checkout Payment","Pending","USD","50.00","-1.75","48.25","b@example.com","me@example.com","60P2","Shoes","","0.00","","DK-2","","1","","96.80","","","Memo"',
    '"14/11/2026","09:00:00","EAT","Ada L","Payment Refund","Completed","USD","-100.00","3.20","-96.80","me@example.com","a@example.com","60P3","Shoes","","0.00","60P1","DK-1","","1","","0.00","","","Debit"',
  ],
  [
    {name: 'PayPal statement', kind: 'provider', amounts: ['100.00', '-100.00', '-20.00']},
    '"Date","Time","Time Zone","Description","Currency","Gross","Fee","Net","Balance","Transaction ID","From Email Address","Name","Bank Name","Bank Account","Shipping and Handling Amount","Sales Tax","Invoice ID","Reference Txn ID"',
    '"13/11/2026","10:00:00","Africa/Nairobi","Express Checkout Payment","USD","100.00","-3.20","96.80","96.80","60P1","a@example.com","Ada L","","","0.00","0.00","DK-1",""',
    '"14/11/2026","09:00:00","Africa/Nairobi","Payment Refund","USD","-100.00","3.20","-96.80","0.00","60P2","a@example.com","Ada L","","","0.00","0.00","DK-1","60P1"',
    '"15/11/2026","09:00:00","Africa/Nairobi","General Withdrawal","USD","-20.00","0.00","-20.00","-20.00","60P3","","","A Bank","1234","0.00","0.00","",""',
  ],
);

/** Their senders state no balance and no total: nothing can prove them. */
const unproved = casesOf(
  [
    {name: 'MTN MoMo transactions, with fees of both sides', kind: 'provider', amounts: ['9750', '-1500']},
    'Id,External id,Date,Status,Type,Provider category,From,From account,From name,To,To account,To name,To message,From / Fee,Currency,From / External fee,Currency,To / Fee,Currency,From / Taxes,Currency,To / Taxes,Currency,Amount,Currency,Balance,Currency,External amount,Currency,External FX rate',
    '1,AA0000000000001,2026-11-02 23:59:39,Successful,Debit,PC0,FRI:237/MSISDN,,A,FRI:1/MM,,B,Un paiement,,,,,97,XAF,,,,,9750,XAF,,,,,',
    '2,AA0000000000002,2026-11-03 23:57:43,Successful,Cash in,,FRI:237/MSISDN,,B,FRI:237/MSISDN,,C,depot,,,,,,,,,,,-1500,XAF,,,,,',
  ],
  [
    {name: 'Wave transactions', kind: 'provider', amounts: ['2000.00', '500.00']},
    'timestamp,transaction_id,transaction_type,amount,fee,currency,counterparty_mobile,client_reference,checkout_api_session_id,aggregated_merchant_id,aggregated_merchant_name',
    'Nov 2 2026 12:00:00 AM,T_FA1,api_checkout,1980,20,XOF,+2250700000001,DK-1,cos-1,,',
    'Nov 3 2026 1:05:08 PM,T_FA2,merchant_payment,495,5,XOF,+2250700000002,DK-2,cos-2,,',
  ],
  [
    {name: 'Flutterwave transactions', kind: 'provider', amounts: ['1250.00', '200.00']},
    'id,tx_ref,flw_ref,amount,currency,charged_amount,app_fee,merchant_fee,status,payment_type,created_at',
    '1,DK-1,FLW1,1250.00,NGN,1250.00,17.50,0,successful,card,2026-11-02T10:00:00Z',
    '2,DK-2,FLW2,200.00,NGN,200.00,2.80,0,failed,card,2026-11-03T10:00:00Z',
  ],
  [
    {name: 'Stripe payouts, itemised', kind: 'payout', amounts: ['97.10', '10.00']},
    'payout_id,effective_at_utc,currency,gross,fee,net,reporting_category,balance_transaction_id,payout_status',
    'po_1,2026-11-02 00:00:00,EUR,-97.10,0.00,97.10,payout,txn_1,paid',
    'po_2,2026-11-03 00:00:00,EUR,-10.00,0.00,10.00,payout,txn_2,paid',
  ],
  [
    {name: 'Stripe balance history', kind: 'provider', amounts: ['30.00', '-10.00', '-18.83']},
    'id,Type,Source,Amount,Fee,Destination Platform Fee,Destination Platform Fee Currency,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,Transfer Date (UTC),Transfer Group',
    'txn_1,charge,ch_1,30.00,1.17,,,28.83,usd,2026-11-02 21:56,2026-11-09 00:00,Order 1,30.00,usd,po_1,2026-11-09 00:00,',
    'txn_2,refund,re_1,-10.00,0.00,,,-10.00,usd,2026-11-03 21:56,2026-11-09 00:00,Refund of order 1,-10.00,usd,po_1,2026-11-09 00:00,',
    'txn_3,payout,po_1,-18.83,0.00,,,-18.83,usd,2026-11-09 00:00,2026-11-09 00:00,STRIPE PAYOUT,,,,,',
  ],
  [
    {name: 'Stripe balance changes, itemised', kind: 'provider', amounts: ['30.00', '-10.00']},
    'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,automatic_payout_id,automatic_payout_effective_at_utc',
    'txn_1,2026-11-02 21:56:00,2026-11-09 00:00:00,usd,30.00,1.17,28.83,charge,ch_1,Order 1,po_1,2026-11-09 00:00:00',
    'txn_2,2026-11-03 21:56:00,2026-11-09 00:00:00,usd,-10.00,0.00,-10.00,refund,re_1,Refund of order 1,po_1,2026-11-09 00:00:00',
  ],
  [
    {name: 'Stripe payments', kind: 'provider', amounts: ['27.00', '10.80', '18.00', '-4.50']},
    'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Taxes On Fee,Converted Currency,Mode,Status,Statement Descriptor,Customer ID,Customer Description,Customer Email,Captured,Card ID,Card Last4,Card Brand,Transfer',
    'ch_1,Order 1,Payment complete.,2026-11-02 21:56,30.00,0.00,usd,27.00,0.00,1.05,0.00,eur,Live,Paid,SHOP,cus_1,,a@example.com,TRUE,card_1,4242,Visa,po_1',
    'ch_2,Order 2,The bank declined the payment.,2026-11-03 22:56,12.00,0.00,usd,10.80,0.00,0.00,0.00,eur,Live,Failed,SHOP,,,,FALSE,card_2,0002,Visa,',
    'ch_3,Order 3,Payment complete.,2026-11-04 22:56,20.00,5.00,usd,18.00,4.50,0.79,0.00,eur,Live,Paid,SHOP,,,,TRUE,card_3,4242,Visa,po_1',
  ],
);

describe('a layout that ships with the till', () => {
  it.each([...cases, ...unproved])('is known by its headings: $name', async ({name, kind, currency, amounts, text}) => {
    // What nobody's headings say is asked for once, and is all that a person has to say.
    const asked = currency === undefined ? undefined : await problemWith(readAt(kind, text)).catch(() => undefined);
    if (asked !== undefined) expect(['file-currency-missing', 'file-date-order-unclear']).toContain(asked.code);
    const first = await readAt(kind, text, currency === undefined ? {} : {mapping: {currency}});
    expect(first.source.rows.map(({amount}) => amount)).toEqual(amounts);
    expect(first.source.rows.every(row => ('bookedOn' in row ? row.bookedOn : row.at)?.startsWith('2026-11-'))).toBe(
      true,
    );
    expect(first.layout).toEqual({from: 'shipped', name});
  });

  it('has the fee of the side of the shop, or the only fee that is stated', async () => {
    const headings =
      'Id,External id,Date,Status,Type,Provider category,From,To,From / Fee,Currency,To / Fee,Currency,Amount,Currency,Balance';
    const fees = [',,97,XAF,9750', '5,XAF,97,XAF,9750', '12,XAF,,,9750', '25,XAF,3,XAF,-1500', ',,3,XAF,-1500'];
    const rows = fees.map((each, at) => `${at + 1},X${at},2026-11-2${at} 10:00:00,Successful,Debit,,A,B,${each},XAF,`);
    const {source} = await readAt('provider', table(headings, ...rows));
    expect(source.rows.map(row => 'fee' in row && row.fee)).toEqual(['97', '97', '12', '25', '3']);
  });

  it.each([
    ['Revolut statement', 'status', ['COMPLETED', 'COMPLETED', 'REVERTED', 'COMPLETED', 'PENDING']],
    ['Stripe balance history', 'payout', ['po_1', 'po_1', null]],
    ['Stripe balance history', 'kind', ['payment', 'refund', 'adjustment']],
    ['Stripe payments', 'currency', ['EUR', 'EUR', 'EUR', 'EUR']],
    ['PayPal activity', 'status', ['Completed', 'Pending', 'Completed']],
    ['PayPal statement', 'kind', ['payment', 'refund', 'adjustment']],
  ])('says of a row what its sender says: %s, %s', async (name, field, said) => {
    const {kind, text} = [...cases, ...unproved].find(each => each.name === name) ?? expect.fail(name);
    const {source} = await readAt(kind, text);
    expect(source.rows.map(row => Object.entries(row).find(([each]) => each === field)?.[1])).toEqual(said);
  });

  it('counts as money no row that was reverted or is pending', async () => {
    const text = cases.find(({name}) => name === 'Revolut statement')?.text ?? '';
    const {source, proof} = await readAt('bank', text);
    const {received, given, states} = overviewOf(source, proof);
    expect([received, given].flat().map(plainAmount)).toEqual(['200.00', '-43.96']);
    expect(states).toMatchObject([
      {word: 'REVERTED', standing: 'reversed', lines: [4]},
      {word: 'PENDING', standing: 'open', lines: [6]},
    ]);
  });

  it.each([
    ['fr', 'Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde'],
    ['es', 'Tipo,Producto,Fecha de inicio,Fecha de finalización,Descripción,Importe,Comisión,Divisa,State,Saldo'],
    ['pt', 'Tipo,Produto,Data de início,Data de Conclusão,Descrição,Montante,Comissão,Moeda,Estado,Saldo'],
    ['de', 'Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,Status,Saldo'],
    ['nl', 'Type,Product,Startdatum,Datum voltooid,Beschrijving,Bedrag,Kosten,Valuta,Status,Saldo'],
  ])('is not needed for the headings of a statement of Revolut in another language: %s', async (_, headings) => {
    const rows =
      cases
        .find(({name}) => name === 'Revolut statement')
        ?.text.split('\n')
        .slice(1) ?? [];
    const {source, proof} = await readAt('bank', table(headings, ...rows));
    expect(source.rows.map(({amount}) => amount)).toEqual(['200.00', '-3.46', '-80.00', '-40.50', '-5.00']);
    expect(source.rows[1]).toMatchObject({bookedOn: '2026-11-04', narration: 'Market', status: 'COMPLETED'});
    expect(proof).toEqual({by: 'balances', count: 2});
  });

  it('is known by its later headings too', async () => {
    const text = table(
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Amount Refunded,Converted Currency,Decline Reason,Description,Fee,Is Link,Mode,Payment Source Type,Refunded date (UTC),Status,Seller Message,Taxes On Fee',
      'ch_1,2026-11-02 21:56:10,30.00,0.00,usd,true,27.00,0.00,eur,,Order 1,1.05,false,Live,card,,Paid,Payment complete.,0.00',
    );
    const {source, layout} = await readAt('provider', text);
    expect(layout).toMatchObject({name: 'Stripe payments'});
    expect(source.rows).toMatchObject([{amount: '27.00', currency: 'EUR', fee: '1.05', at: '2026-11-02 21:56:10'}]);
  });

  it('has a tax beside the fee where its sender has one', async () => {
    const agent = cases.find(({name}) => name === 'MTN MoMo agent transactions');
    const {source} = await readAt('provider', agent?.text ?? '', {mapping: {currency: 'UGX'}});
    expect(source.rows.map(row => 'tax' in row && row.tax)).toEqual(['15', '25']);
  });

  it.each(cases)('is proved by the balances of its file: $name', async ({kind, text, currency}) => {
    const {proof} = await readAt(kind, text, currency === undefined ? {} : {mapping: {currency}});
    expect(['balances', 'closing']).toContain(proof.by);
  });

  it('is known in a PDF with a password too', async () => {
    const titles = [
      'Receipt No.',
      'Completion Time',
      'Details',
      'Transaction Status',
      'Paid In',
      'Withdrawn',
      'Balance',
    ];
    const columns = [...[30, 95, 190, 300].map(x => ({x})), ...[440, 500, 560].map(x => ({x, right: true}))];
    const rows = Array.from({length: 12}, (_, at) => {
      const amount = 10 + at;
      const balance = 1000 + ((at + 1) * (20 + at)) / 2;
      return [
        `TKP${at}`,
        `2026-11-02 10:${10 + at}:00`,
        `Received from A${at}`,
        'Completed',
        `${amount}.00`,
        '',
        `${balance}.00`,
      ];
    });
    writeFileSync(pathOf('sent.pdf'), await pdfOf([printedTable([titles, ...rows], columns)], '254700'));
    const given = {kind: 'bank', file: pathOf('sent.pdf'), password: '254700', mapping: {currency: 'KES'}} as const;
    const read = await withOpened([given], async ([opened]) => {
      if (opened === undefined) throw new RangeError('one file was given');
      return readGiven(noRecords, opened, () => undefined);
    });
    expect(read.layout).toEqual({from: 'shipped', name: 'M-Pesa statement'});
    expect(read.source.rows).toHaveLength(12);
    expect(read.proof).toEqual({by: 'balances', count: 11});
  });

  it('is one of those that are tried here', () => {
    expect([...cases, ...unproved].map(({name}) => name).sort()).toEqual(
      shippedLayouts()
        .map(({name}) => name)
        .sort(),
    );
  });

  it('is not used where the balances refute it', async () => {
    const turned = table(
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
      'T1,02/11/2026,A,Completed,,1250.00,11250.00',
      'T2,03/11/2026,B,Completed,50.00,,11200.00',
      'T3,04/11/2026,C,Completed,,300.00,11500.00',
    );
    const mapping = {currency: 'KES', dateOrder: 'day-first'} as const;
    await expectProblem(readAt('bank', turned, {mapping}), {code: 'file-direction-unclear'});
    const columns = {credit: 'Withdrawn', debit: 'Paid In'};
    const read = await readAt('bank', turned, {mapping: {...mapping, columns}});
    expect(read.source.rows.map(({amount}) => amount)).toEqual(['1250.00', '-50.00', '300.00']);
    expect(read.proof.by).toBe('balances');
  });

  it('goes before no date that the file shows otherwise', async () => {
    const text = table(
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
      'T1,11/22/2026,A,Completed,10.00,,110.00',
      'T2,11/23/2026,B,Completed,10.00,,120.00',
    );
    const {source, mapping} = await readAt('bank', text, {mapping: {currency: 'KES'}});
    expect(mapping).toMatchObject({dateOrder: 'month-first'});
    expect(source.rows[0]).toMatchObject({bookedOn: '2026-11-22'});
  });
});

describe('dates', () => {
  const bank = (headings: string, rows: readonly string[]) => table(headings, ...rows);
  const first = bank('Date,Libelle,Debit,Credit', ['02.11.26,A,,10.00', '03.11.26,B,5.00,']);
  const next = bank('Date,Libelle,Debit,Credit,Agence', ['04.11.26,C,,11.00,X', '05.11.26,D,7.00,,X']);
  const learned = async (text: string, mapping: Partial<Mapping>): Promise<LearnedLayout> => {
    const {mapping: found, detection} = await readAt('bank', text, {mapping});
    return {kind: 'bank', name: 'first.csv', headingPrint: detection.headingPrint, mapping: found as Mapping};
  };

  it('are asked about once, and remembered by their shape for another file of the same sender', async () => {
    await expectProblem(readAt('bank', first, {mapping: {currency: 'XAF'}}), {code: 'file-date-order-unclear'});
    const layouts = [await learned(first, {currency: 'XAF', dateOrder: 'day-first'})];
    expect(layouts[0]?.mapping.dateShape).toBe('99.99.99');
    const {source, layout} = await readAt('bank', next, {layouts, mapping: {currency: 'XAF'}});
    expect(source.rows.map(row => ('bookedOn' in row ? row.bookedOn : ''))).toEqual(['2026-11-04', '2026-11-05']);
    expect(layout).toEqual({from: 'learned', name: 'first.csv'});
  });

  it.each([
    ['written in another shape', next.replaceAll(/(\d\d)\.(\d\d)\.26/g, '$1/$2/2026')],
    ['under another heading', next.replace('Date', 'Date valeur')],
    ['of another sender', next.replace('Libelle,Debit,Credit', 'Texte du mouvement,Sortie,Entree')],
    ['of a bank with another currency', next, 'KES'],
  ])('are asked about again where they are %s', async (_, text, currency = 'XAF') => {
    const layouts = [await learned(first, {currency: 'XAF', dateOrder: 'day-first'})];
    await expectProblem(readAt('bank', text, {layouts, mapping: {currency}}), {code: 'file-date-order-unclear'});
  });

  it('are asked about again where two answers are known', async () => {
    const layouts = [
      await learned(first, {currency: 'XAF', dateOrder: 'day-first'}),
      await learned(first.replace('Libelle', 'Motif'), {currency: 'XAF', dateOrder: 'month-first'}),
    ];
    await expectProblem(readAt('bank', next, {layouts, mapping: {currency: 'XAF'}}), {code: 'file-date-order-unclear'});
  });
});

describe('a file of layouts', () => {
  const layout: LearnedLayout = {
    kind: 'bank',
    name: 'statement.csv',
    headingPrint: 'a'.repeat(64),
    mapping: {
      columns: {amount: 'Montant', bookedOn: 'Date'},
      decimalMark: ',',
      dateOrder: 'day-first',
      currency: 'XAF',
    },
  };

  it('gives the same layouts again', () => {
    const other = {
      ...layout,
      kind: 'provider',
      mapping: {...layout.mapping, columns: {reference: 'Réf'}, said: []},
    } as const;
    expect(layoutsIn(layoutsText([layout, other]), 'layouts.json')).toEqual([layout, other]);
  });

  it('leaves out what names an account', () => {
    const named = {...layout, mapping: {...layout.mapping, columns: {account: 'KE 0123'}}};
    expect(layoutsText([named])).not.toContain('0123');
  });

  it('says how the till may read it, and nothing else', async () => {
    const at = (change: object) =>
      JSON.stringify({
        format: 'duka.layouts/1',
        layouts: [{...JSON.parse(layoutsText([layout])).layouts[0], ...change}],
      });
    const place = async (text: string) =>
      (await problemWith(Promise.resolve().then(() => layoutsIn(text, 'layouts.json'))))['place'];
    expect(await place('{')).toBe('JSON');
    expect(await place('[]')).toBe('format');
    expect(await place('{"format":"duka.layouts/2","layouts":[]}')).toBe('format');
    expect(await place(at({kind: 'shop'}))).toBe('layouts.0.kind');
    expect(await place(at({columns: {price: 'x'}}))).toBe('layouts.0.columns');
    expect(await place(at({currency: 'shilling'}))).toBe('layouts.0.currency');
    expect(await place(at({headingPrint: '../../x'}))).toBe('layouts.0.headingPrint');
    const [clean] = layoutsIn(at({name: '\u001B[2Jx\u202Ey', columns: {amount: '4111111111111111'}}), 'layouts.json');
    expect(JSON.stringify(clean)).not.toMatch(/\u001B|\u202E|4111111111111111/);
  });
});

test('the layouts that ship are plain data that this version can take over', () => {
  const text = readFileSync(new URL('../../src/sources/shipped-layouts.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toHaveLength(shippedLayouts().length);
});

test('what was said of a table without headings holds for no other', async () => {
  const moved = [1250, -400, 300, -75];
  const rows = moved.map((amount, at) => {
    const balance = 5000 + moved.slice(0, at + 1).reduce((a, b) => a + b, 0);
    return [`2026-11-1${at}`, `Sale ${at}`, String(amount), String(balance)];
  });
  const first = table('Currency: XOF', ...rows.map(cells => cells.join(';')));
  const columns = {bookedOn: '#1', narration: '#2', amount: '#3', balance: '#4'};
  const {source, mapping, detection} = await readAt('bank', first, {mapping: {columns}});
  expect(source.rows.map(({amount}) => Number(amount))).toEqual(moved);
  if (mapping === null) throw new TypeError('a table has a mapping');
  const layouts = [{kind: 'bank', name: 'first.csv', headingPrint: detection.headingPrint, mapping}] as const;
  const other = table(
    'Currency: XOF',
    ...rows.map(([day, text, amount, balance]) => [balance, amount, text, day].join(';')),
  );
  await expectProblem(readAt('bank', other, {layouts}), {code: 'file-heading-missing'});
});
