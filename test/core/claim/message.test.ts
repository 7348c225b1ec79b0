import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {messageForms, readMessage} from '../../../src/core/claim/message.js';
import {decimalText} from '../../../src/core/money/money.js';
import {anyCharacter} from '../../any-character.js';
import {ending, forAll} from '../../hostile/runs.js';

const zone = 'Africa/Nairobi';

/** What is read in a text. */
type Read = readonly [code: string, amount: string, time: string | undefined, name: string];

/** Texts as networks word them, with names and numbers of nobody. */
const examples = Object.entries<readonly (readonly [text: string, read: Read])[]>({
  'M-Pesa en': [
    [
      'SKL4XY9QRT Confirmed. Ksh1,250.00 paid to CORNER SHOP. on 20/11/26 at 2:02 PM.New M-PESA balance is Ksh500.00. Transaction cost, Ksh0.00. Amount you can transact within the day is 498,750.00.',
      ['SKL4XY9QRT', '1250.00 KES', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
    [
      'SKL4XY9QRT Confirmed. Ksh70.00 sent to CORNER SHOP for account 123 on 20/11/26 at 12:30 AM New M-PESA balance is Ksh500.00.',
      ['SKL4XY9QRT', '70.00 KES', '2026-11-20 00:30', 'CORNER SHOP'],
    ],
    [
      'SKL4XY9QRT Confirmed.You have received Ksh350.00 from JOHN DOE 0712345678 on 20/11/26 at 11:52 AM New M-PESA balance is Ksh850.00.',
      ['SKL4XY9QRT', '350.00 KES', '2026-11-20 11:52', 'JOHN DOE'],
    ],
    [
      'SKL4XY9QRT Confirmed. on 20/11/26 at 2:02 PM Ksh350.00 received from 254712345678 JOHN DOE. New Account balance is Ksh850.00.',
      ['SKL4XY9QRT', '350.00 KES', '2026-11-20 14:02', 'JOHN DOE'],
    ],
    [
      'SKL4XY9QRT Confirmed. Ksh350.00 received from JOHN DOE 254712345678 on 20/11/26 at 2:02 PM.',
      ['SKL4XY9QRT', '350.00 KES', '2026-11-20 14:02', 'JOHN DOE'],
    ],
    [
      'SGR1234567 Confirmed. TZS 20,000.00 sent to CORNER SHOP (255762000111) on 20/11/2026 at 4:05 PM. New balance is TZS 1,000.00',
      ['SGR1234567', '20000.00 TZS', '2026-11-20 16:05', 'CORNER SHOP'],
    ],
  ],
  'M-Pesa sw': [
    [
      'SGR1234567 Imethibitishwa. Tsh5,000.00 imetumwa kwa DUKA LA KONA tarehe 20/11/26 saa 2:02 PM. Salio lako jipya la M-Pesa ni Tsh1,200.00.',
      ['SGR1234567', '5000.00 TZS', '2026-11-20 14:02', 'DUKA LA KONA'],
    ],
    [
      'SGR1234567 Imethibitishwa. Umelipa Tsh5,000.00 kwa DUKA LA KONA tarehe 20/11/26 saa 9:02 AM. Salio: Tsh1,200.00.',
      ['SGR1234567', '5000.00 TZS', '2026-11-20 09:02', 'DUKA LA KONA'],
    ],
    [
      'SGR1234567 Imethibitishwa. Umepokea Tsh5,000.00 kutoka kwa JOHN DOE 255712345678 tarehe 20/11/26 saa 9:02 AM.',
      ['SGR1234567', '5000.00 TZS', '2026-11-20 09:02', 'JOHN DOE'],
    ],
  ],
  'MTN MoMo en': [
    [
      'Payment made for GHS 50.00 to CORNER SHOP. Current Balance: GHS 10.00. Available Balance: GHS 10.00. Reference: 1. Transaction ID: 12345678901. Fee charged: GHS 0.00',
      ['12345678901', '50.00 GHS', undefined, 'CORNER SHOP'],
    ],
    [
      'You have paid UGX 20,000 to CORNER SHOP on 2026-11-20 14:02:11. Fee: UGX 0. New balance: UGX 5,500. Transaction ID: 12345678901',
      ['12345678901', '20000 UGX', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
    [
      'Payment received for GHS 50.00 from JOHN DOE Current Balance: GHS 60.00. Reference: tea. Transaction ID: 12345678901.',
      ['12345678901', '50.00 GHS', undefined, 'JOHN DOE'],
    ],
  ],
  'MTN MoMo fr': [
    [
      'Paiement effectue pour 10000 FCFA a CORNER SHOP le 2026-11-20 09:14:20. Frais 500 FCFA. Solde courant: 19618 FCFA. Reference: -. ID de la transaction: 9667597391.',
      ['9667597391', '10000 XOF', '2026-11-20 09:14', 'CORNER SHOP'],
    ],
    [
      'Vous avez transféré 5 000 FCFA à JEAN (2250700000000) le 2026-11-20 14:02:11. Nouveau solde: 120 FCFA. ID de transaction: 1234567890.',
      ['1234567890', '5000 XOF', '2026-11-20 14:02', 'JEAN'],
    ],
  ],
  'Orange Money fr': [
    [
      'Paiement de 5000 FCFA a CORNER SHOP reussi. ID Trans: MP261120.1402.A12345. Nouveau Solde: 750 FCFA.',
      ['MP261120.1402.A12345', '5000 XOF', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
    [
      'Transfert de 2500 FCFA du 0700000000 vers le 0700000001 CORNER SHOP effectue avec succes. ID transaction: PP261120.0902.B54321. Frais: 0 FCFA.',
      ['PP261120.0902.B54321', '2500 XOF', '2026-11-20 09:02', '0700000001 CORNER SHOP'],
    ],
  ],
  'Orange Money en': [
    [
      'Payment of LE 120.00 to CORNER SHOP successful. Transaction Ref: MP261120.1402.A12345. New balance LE 30.00',
      ['MP261120.1402.A12345', '120.00 SLE', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
  ],
  'Airtel Money en': [
    [
      'TID MP261120.1402.R71104. You have sent Tsh 4,500.00 to CORNER SHOP 255780000111. Balance Tsh 1,000.00.',
      ['MP261120.1402.R71104', '4500.00 TZS', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
    [
      'PAID. TID 12345678901. UGX 20,000 paid to CORNER SHOP. Date 20-Nov-2026 14:02. Bal UGX 700.',
      ['12345678901', '20000 UGX', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
    [
      'TID:12345678901. Received KES 1,250.00 from JOHN DOE 0733000678. Bal KES 2,000.00',
      ['12345678901', '1250.00 KES', undefined, 'JOHN DOE'],
    ],
  ],
  'Airtel Money fr': [
    [
      'Trans. ID: PP261120.1402.A12345. Vous avez envoye 5000 FCFA a CORNER SHOP. Solde: 200 FCFA.',
      ['PP261120.1402.A12345', '5000 XOF', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
  ],
  'Wave fr': [
    [
      'Paiement de 5.000F à CORNER SHOP effectué le 20/11/2026 à 14:02. Nouveau solde: 1.250F. ID de transaction: T_ABCDEFGH12',
      ['T_ABCDEFGH12', '5000 XOF', '2026-11-20 14:02', 'CORNER SHOP'],
    ],
  ],
  'Wave en': [
    [
      'You paid 5,000F to CORNER SHOP. Your new balance is 1,250F. Transaction ID: T_ABCDEFGH12',
      ['T_ABCDEFGH12', '5000 XOF', undefined, 'CORNER SHOP'],
    ],
  ],
}).flatMap(([form, texts]) => texts.map(([text, read]) => [form, text, ...read] as const));

const moment = (at: number | undefined) =>
  at === undefined
    ? undefined
    : Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString()
        .slice(0, 16)
        .replace('T', ' ');

describe('a message of a network', () => {
  it.each(examples)('of %s: %s', (form, text, code, amount, time, name) => {
    const message = readMessage(text, zone);
    expect(message).toMatchObject({code, name});
    expect(form.startsWith(`${message?.network} `)).toBe(true);
    const [first] = message?.amounts ?? [];
    expect(first && `${decimalText(first)} ${first.currency}`).toBe(amount);
    expect(moment(message?.at)).toBe(time);
  });

  it('has an example in each form', () => {
    expect(new Set(examples.map(([form]) => form))).toEqual(
      new Set(messageForms.map(({network, language}) => `${network} ${language}`)),
    );
  });

  it('names the payer’s number only where it is the text of whoever was paid', () => {
    for (const [, text] of examples) {
      const {payer} = readMessage(text, zone) ?? {};
      if (/received|umepokea|reçu/iu.test(text)) expect(payer === undefined || /\d{9}/u.test(payer)).toBe(true);
      else expect(payer).toBeUndefined();
    }
    expect(readMessage(examples[2]?.[1] ?? '', zone)?.payer).toBe('0712345678');
  });

  it('is read however it was broken into lines, forwarded and spaced', () => {
    for (const [, text, code] of examples) {
      expect(readMessage(`  ${text.replaceAll(' ', '\n')}  `, zone)?.code).toBe(code);
      expect(readMessage(text.replaceAll(' ', '\u00A0'), zone)?.code).toBe(code);
    }
  });

  it.each<[string, readonly string[]]>([
    ['Ksh50', ['50.00 KES']],
    ['Ksh1,250', ['1250.00 KES']],
    ['Ksh1,250.5', ['1250.50 KES']],
    ['Ugx20,000.00', ['20000 UGX']],
    ['20 000,00 FCFA', ['20000 XOF', '20000 XAF']],
    ['Ugx20,000.50', []],
    ['Ksh1,250,000.00', ['1250000.00 KES']],
    ['Tsh 1.250.000', ['1250000.00 TZS']],
  ])('reads %s as it is grouped, and zeros for cents where its currency has none', (amount, expected) => {
    const message = readMessage(`SKL4XY9QRT Confirmed. ${amount} paid to CORNER SHOP on 20/11/26 at 2:02 PM.`, zone);
    expect(message?.amounts.map(each => `${decimalText(each)} ${each.currency}`) ?? []).toEqual(expected);
  });

  it('has no time where its date is none', () => {
    const text = 'SKL4XY9QRT Confirmed. Ksh50 paid to CORNER SHOP on 31/02/26 at 2:02 PM.';
    expect(readMessage(text, zone)).toMatchObject({code: 'SKL4XY9QRT', at: undefined});
  });

  it('is none without its code, and none without its amount', () => {
    for (const [, text, code] of examples) {
      expect(readMessage(text.replaceAll(code, ''), zone)).toBeUndefined();
      expect(
        readMessage(text.replaceAll(/(?<![A-Z_])\d[\d,. ]*(?=\D|$)/gu, '').replace(/^/u, `${code} `), zone),
      ).toBeUndefined();
    }
  });

  it.each([
    '',
    '678',
    'SKL4XY9QRT',
    '0712345678',
    'T7K0MZ4K8Q2RD',
    'I paid you 1250 yesterday, believe me please',
    'Confirmed. Ksh1,250.00 paid to CORNER SHOP on 20/11/26 at 2:02 PM.',
    'SKL4XY9QRT Confirmed. paid to CORNER SHOP on 20/11/26 at 2:02 PM.',
    'SKL4XY9QRT Failed. Ksh1,250.00 was not paid to CORNER SHOP.',
    'SKL4XY9QRT Confirmed. New M-PESA balance is Ksh1,250.00 on 20/11/26.',
    'Your airtime of KES 50 has been topped up. Transaction ID: 1234567890.',
  ])('is not: %s', text => expect(readMessage(text, zone)).toBeUndefined());

  it('has nothing that the text does not have, and never fails, whatever comes', {tags: ['slow']}, () => {
    const piece = fc.oneof(
      fc.constantFrom(...examples.flatMap(([, text]) => text.split(/(?<=[. ])/u)), '99/99/99 at 25:61', 'Ksh0', 'FCFA'),
      fc.string({unit: anyCharacter, maxLength: 12}),
    );
    forAll({numRuns: 2000}, fc.array(piece, {maxLength: 30}), pieces => {
      const text = pieces.join('');
      const message = readMessage(text, zone);
      if (message === undefined) return;
      expect(text.toUpperCase()).toContain(message.code);
      for (const amount of message.amounts)
        expect(text.replaceAll(/\D/gu, '')).toContain(String(Math.trunc(Number(decimalText(amount)))));
    });
  });

  it('is read to its end where it is made to be slow', () => {
    for (const text of [
      'Paiement de 1 000 '.repeat(40),
      `SKL4XY9QRT Confirmed. ${'Ksh1 '.repeat(120)}`,
      `${'a '.repeat(300)}to`,
    ])
      ending(() => readMessage(text, zone));
  });
});
