import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import type {Refund, RefundStatus} from '../../../src/core/payment/refund.js';
import {receiptParts, type Slip, slipWidths} from '../../../src/core/present/receipt.js';
import {slipText} from '../../../src/core/slip/slip.js';
import {widthOf} from '../../../src/core/text/width.js';
import {lineOf, type SoldItem} from '../../../src/core/ticket/line.js';
import {receiptText} from '../../print/samples.js';
import {accepted, event, noAnswer, record, reference, refundWith, request} from '../payment/payment-samples.js';
import {Counter, kes} from '../ticket/ticket-samples.js';

const slip: Slip = {
  shop: 'Corner Shop',
  till: 'T7K',
  zone: 'Africa/Nairobi',
  width: 42,
  profile: 'live',
  person: 'Amina',
  language: 'en',
};

function paymentOf(...events: readonly StoredEvent[]): Payment {
  const state = emptyState();
  foldEvents(state, [event(1, 'requested', request), event(2, 'sent', {reference}), ...events]);
  return state.payments.get(reference) ?? expect.fail('no payment');
}

const status = (seq: number, name: string, code: string) =>
  event(seq, 'status-answered', {reference, question: 'status', answer: record(name, code), repeated: 0});
const pending = paymentOf(event(3, 'answered', {reference, answer: accepted()}));
const paid = paymentOf(event(3, 'answered', {reference, answer: accepted()}), status(4, 'Completed', '00'));
const failed = paymentOf(event(3, 'answered', {reference, answer: accepted()}), status(4, 'Failed', '06'));
const disputed = paymentOf(status(3, 'Failed', '06'), status(4, 'Completed', '00'));
const unknown = paymentOf(event(3, 'answered', {reference, answer: noAnswer}));

describe('the receipt of a sale with lines', () => {
  const soap: SoldItem = {
    kind: 'item',
    code: null,
    name: 'Soap',
    group: 'Home',
    unit: null,
    quantity: '3',
    unitPrice: kes(11_600),
    taxRate: '16',
    taxIncluded: true,
  };
  const lines = [
    lineOf(soap, {discount: {percent: '10'}, reason: 'dented'}),
    lineOf({...soap, name: 'Rice', quantity: '0.25', unit: 'kg', taxRate: '8', taxIncluded: false}),
    lineOf(
      {...soap, name: 'Bag', quantity: '1', unitPrice: kes(500), taxRate: null},
      {unitPrice: kes(300), reason: 'old'},
    ),
  ];
  const receiptOf = (till: Counter, ticket: string, reference: string) => {
    const on = {ticket: till.ticket(ticket), payments: till.state.payments};
    const payment = till.state.payments.get(reference) ?? expect.fail('no payment');
    return slipText(receiptParts(payment, slip, {copy: 0, ticket: on}), slip.width)
      .map(line => line.trim().replaceAll(/\s+/gu, ' '))
      .join('\n');
  };
  const said = (parts: readonly number[], more: object = {lines}) => {
    const till = new Counter();
    const ticket = till.open(34_752, more);
    const [first = ''] = parts.map(minor => till.part(ticket, minor));
    return receiptOf(till, ticket, first);
  };
  const sold = `3 x KES 116.00 Soap KES 348.00
Discount: dented -KES 34.80
0.25 kg x KES 116.00 Rice KES 29.00
Tax added 8% KES 2.32
Bag KES 3.00
Listed at KES 5.00: old
Total KES 347.52
Tax included 8% KES 2.32
Without tax KES 29.00
With tax KES 31.32
Tax included 16% KES 43.20
Without tax KES 270.00
With tax KES 313.20
---
Thank you.`;

  it('tells what was sold, and of one that is paid at once no word of parts', () => {
    const text = said([34_752]);
    expect(text).toContain(`Status PAID\n---\n${sold}`.replaceAll('---', '-'.repeat(slip.width)));
    expect(text).not.toMatch(/Split sale|Left to pay|- Cash/);
  });

  it('tells the parts of one that is split', () =>
    expect(said([30_000, 4752])).toMatch(/Split sale T7K\w+\n3 x KES 116/));

  it('ends with the status of one that is paid at once without lines', () =>
    expect(said([34_752], {})).toMatch(/Status PAID\n-+\nThank you\.$/));

  it('tells what is in hand, what may be paid and what is left, and not what failed or was given back', () => {
    const till = new Counter();
    const ticket = till.open(20_000);
    const cash = till.part(ticket, 5000);
    const [open, heard, failing] = ([1, 2, 3] as const).map(by => {
      const part = till.part(ticket, 1000 * by, {by});
      till.send(part);
      return part;
    }) as [string, string, string];
    till.hear(heard, 'Completed');
    till.hear(failing, 'Failed');
    till.giveBack(till.part(ticket, 4000));
    const standing = () =>
      receiptOf(till, ticket, cash)
        .split(/^Total .*\n/mu)[1]
        ?.split(/\n-+\n/u)[0];
    const waiting = '- M-Pesa, …000 001, waiting for customer\nKES 10.00\n';
    expect(standing()).toBe(
      `- Cash KES 50.00\n${waiting}- M-Pesa, …000 002 KES 20.00\nWaiting for a result KES 10.00\nLeft to pay KES 120.00`,
    );
    till.hear(open, 'Failed');
    expect(standing()).toBe('- Cash KES 50.00\n- M-Pesa, …000 002 KES 20.00\nLeft to pay KES 130.00');
  });
});

describe('the receipt of a paid payment', () => {
  it('says all that a customer may be asked for, and the wallet masked', () =>
    expect(receiptText(paid, slip)).toEqual([
      '               Corner Shop                ',
      '                 RECEIPT                  ',
      '------------------------------------------',
      '                                          ',
      '                KES 200.00                ',
      '                                          ',
      '------------------------------------------',
      'Till                                   T7K',
      'Date                    20 Nov 2026, 14:00',
      'Reference                  T7K0MZ4K8Q2RDWX',
      'Wallet                            …345 678',
      'Network                             M-Pesa',
      'Served by                            Amina',
      'Status                                PAID',
      '------------------------------------------',
      '                Thank you.                ',
    ]));

  it('calls a cashier so in that language where nobody has said a name', () => {
    const text = receiptText(paid, {...slip, person: 'cashier', language: 'fr'}).join('\n');
    expect(text).toMatch(/ caissier$/mu);
    expect(text).not.toContain('cashier');
  });

  it('says where the shop is, its tax numbers, and its own words above and below', () => {
    const about = {
      address: 'Moi Avenue 12',
      phone: '020 123',
      taxNumber: 'PIN P05X',
      above: 'Karibu',
      below: 'Goods are exchanged.',
    };
    const lines = receiptText(paid, {...slip, about}).map(line => line.trim());
    expect(lines.slice(0, 6)).toEqual(['Corner Shop', 'Moi Avenue 12', '020 123', 'PIN P05X', 'Karibu', 'RECEIPT']);
    expect(lines.slice(-2)).toEqual(['Thank you.', 'Goods are exchanged.']);
  });

  it('says the plan, the card and the next charge of a subscription', () => {
    const card = {brand: 'mastercard', lastFour: '1118'} as const;
    const issue = {copy: 0, subscription: {plan: 'Gym monthly', card, next: '2026-12-28'}};
    const text = slipText(receiptParts(paid, slip, issue), slip.width)
      .join('\n')
      .replaceAll(/ +/g, ' ');
    expect(text).toMatch(/Plan Gym monthly\nCard Mastercard …1118\nNext charge 28 Dec 2026/);
  });

  it('is in the language that was chosen for the customer', () =>
    expect(receiptText(paid, {...slip, language: 'sw'})).toEqual([
      '               Corner Shop                ',
      '                  RISITI                  ',
      '------------------------------------------',
      '                                          ',
      '                KES 200.00                ',
      '                                          ',
      '------------------------------------------',
      'Kaunta                                 T7K',
      'Tarehe                  20 Nov 2026, 14:00',
      'Kumb. namba                T7K0MZ4K8Q2RDWX',
      'Simu                              …345 678',
      'Mtandao                             M-Pesa',
      'Keshia                               Amina',
      'Hali                             YAMELIPWA',
      '------------------------------------------',
      '                 Asante.                  ',
    ]));

  it('says how it was paid: a part of the cash comes back, and a card and a customer have names of their own', () => {
    const told = (by: object) => {
      const lines = receiptText({...paid, request: {...request, ...by} as never}, slip);
      const [first, end] = ['Reference ', 'Served by '].map(label => lines.findIndex(line => line.startsWith(label)));
      return lines.slice((first ?? 0) + 1, end).map(line => line.trim().replaceAll(/\s+/gu, ' '));
    };
    expect(told({method: 'cash', tendered: kes(50_000)})).toEqual([
      'Paid by Cash',
      'Cash received KES 500.00',
      'Change KES 300.00',
    ]);
    expect(told({method: 'card', card: {brand: 'Visa', lastFour: '1019'}})).toEqual([
      'Card ending in …1019',
      'Card Visa',
    ]);
    expect(told({method: 'subscription', customerEmail: 'amina@example.com', charge: null})).toEqual([
      'Customer a…@example.com',
      'Paid by Enrolment',
    ]);
    expect(told({country: 'ZA', network: 'EFT_ZA', wallet: null})).toEqual(['Network EFT']);
  });

  it('is strong in the shop, the amount and what the sandbox says, and tells how to pay the next time', () => {
    const merchantNumbers = [{networkId: 'SAFARICOM_KE', network: 'M-Pesa', number: '123456'}];
    const parts = receiptParts(paid, {...slip, profile: 'sandbox', merchantNumbers}, {copy: 0});
    expect(parts.filter(part => part.kind === 'text').map(({text, size, isStrong}) => [text, size, isStrong])).toEqual([
      ['*** SANDBOX - NO MONEY MOVED ***', 'normal', true],
      ['Corner Shop', 'normal', true],
      ['RECEIPT', 'normal', false],
      ['KES\u00A0200.00', 'large', true],
      ['Thank you.', 'normal', false],
      ['Pay next time: M-Pesa 123456', 'normal', false],
      ['*** SANDBOX - NO MONEY MOVED ***', 'normal', true],
    ]);
  });

  it('says that a person confirmed what the service could not', () => {
    const judged = paymentOf(event(3, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Owner'));
    expect(receiptText(judged, slip).join('\n')).toMatch(/Confirmed by +Owner/);
    const {resolution} = paymentOf(
      event(3, 'resolved', {reference, as: 'not-paid', reason: 'no', evidence: ''}, 'Owner'),
    );
    expect(resolution).toMatchObject({person: 'Owner'});
    for (const payment of [paid, {...paid, resolution}])
      expect(receiptText(payment, slip).join('\n')).not.toContain('Confirmed by');
  });

  it('says so too where the service said one thing and then another', () => {
    const judge = event(9, 'resolved', {reference, as: 'paid', reason: 'seen', evidence: ''}, 'Owner');
    const reversed = paymentOf(status(3, 'Completed', '00'), status(4, 'Reversed', '06'), judge);
    expect(receiptText(reversed, slip).join('\n')).toMatch(/Confirmed by +Owner/);
  });

  it('is in the customer’s language', () => {
    const text = receiptText(paid, {...slip, language: 'fr'}).join('\n');
    expect(text).toContain('REÇU');
    expect(text).toMatch(/Référence +T7K0MZ4K8Q2RDWX/);
    expect(text).toMatch(/État +PAYÉ/);
  });
});

describe('a slip of anything else', () => {
  it.each([
    ['pending', pending, 'PENDING - NOT A RECEIPT', 'EN ATTENTE - PAS UN REÇU'],
    ['unknown', unknown, 'PENDING - NOT A RECEIPT', 'EN ATTENTE - PAS UN REÇU'],
    ['failed', failed, 'NOT PAID - NOT A RECEIPT', 'NON PAYÉ - PAS UN REÇU'],
    ['disputed', disputed, 'UNDER REVIEW - NOT A RECEIPT', 'À VÉRIFIER - PAS UN REÇU'],
  ] as const)('of a %s payment begins and ends with a banner', (_, payment, english, french) => {
    for (const [language, banner] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      for (const width of slipWidths) {
        const lines = receiptText(payment, {...slip, language, width});
        expect(lines[0]).toBe('#'.repeat(width));
        expect(lines[1]).toContain(banner);
        expect(lines.at(-1)).toBe('#'.repeat(width));
        expect(lines.join('\n')).not.toMatch(/^ *(RECEIPT|REÇU) *$/m);
        expect(lines.join('\n')).not.toMatch(/Thank you|Merci/);
      }
    }
  });
});

describe('a copy', () => {
  it.each([
    ['en', 'COPY 2', paid],
    ['fr', 'COPIE 2', paid],
    ['en', 'COPY 2', failed],
  ] as const)('says so at both ends, in %s', (language, said, payment) => {
    const lines = slipText(receiptParts(payment, {...slip, language}, {copy: 2}), 42).map(line => line.trim());
    expect(lines.filter(line => line === said)).toHaveLength(2);
    const inside = lines.filter(line => !line.startsWith('#'));
    expect([inside.at(0), inside.at(-1)]).toEqual([said, said]);
    // Nobody is thanked for a past sale.
    const original = receiptText(payment, {...slip, language}).map(line => line.trim());
    expect(lines.filter(line => line !== said)).toEqual(original.filter(line => !/^(?:Thank you|Merci)\.$/.test(line)));
  });

  it('is what the original is not', () => {
    expect(slipText(receiptParts(paid, slip, {copy: 0}), 42)).toEqual(receiptText(paid, slip));
    expect(receiptText(paid, slip).join('\n')).not.toContain('COPY');
  });
});

describe('of a sale that was paid twice', () => {
  it.each([
    ['en', 'Thank you.', 'This sale was paid twice: please ask for one payment back.'],
    ['fr', 'Merci.', 'Vente payée deux fois : demandez le remboursement d’un paiement.'],
  ] as const)('asks for one payment back and thanks nobody, in %s', (language, thanks, twice) => {
    for (const width of slipWidths) {
      const words = (isTwice: boolean) =>
        slipText(receiptParts(paid, {...slip, language, width}, {copy: 0, isTwice}), width)
          .map(line => line.trim())
          .join(' ');
      expect(words(true)).toContain(twice);
      expect(words(true)).not.toContain(thanks);
      expect(words(false)).toContain(thanks);
      expect(words(false)).not.toContain(twice);
    }
  });
});

describe('a proof', () => {
  const proof = 'DUKA1.abc.def';

  it.each([
    ['en', 'Scan to check this receipt'],
    ['fr', 'Scannez pour vérifier ce reçu'],
  ] as const)('is a code on a receipt, in %s', (language, caption) => {
    const parts = receiptParts(paid, {...slip, language}, {copy: 0, signedCode: proof});
    expect(parts.filter(({kind}) => kind === 'qr')).toEqual([{kind: 'qr', text: proof, caption}]);
  });

  it('is on nothing that is no receipt', () => {
    for (const payment of [pending, failed, disputed, unknown])
      expect(slipText(receiptParts(payment, slip, {copy: 0, signedCode: proof}), 42).join('\n')).not.toContain('DUKA1');
  });
});

describe('a refund', () => {
  const refund = (number: number, minor: number, status: RefundStatus) =>
    refundWith({number, amount: {currency: 'KES', minor}, method: 'card', sentAt: 0, status, isProven: false});
  const told = (language: 'en' | 'fr', ...refunds: readonly Refund[]) =>
    receiptText({...paid, refunds}, {...slip, language}).filter(line => /^Re(fund|mbours)/.test(line));

  it('is told on the receipt, each that is done', () => {
    expect(told('en', refund(1, 5000, 'done'), refund(2, 2550, 'done'))).toEqual([
      'Refunded                         KES 50.00',
      'Refunded                         KES 25.50',
    ]);
    expect(told('fr', refund(1, 5000, 'done'))).toEqual(['Remboursé                        50,00 KES']);
  });

  it.each(['requested', 'sent', 'unknown', 'pending'] as const)('that result unknown is told as %s', as => {
    expect(told('en', refund(1, 5000, as))).toEqual(['Refund not confirmed yet         KES 50.00']);
    expect(told('fr', refund(1, 5000, as))).toEqual(['Remboursement non confirmé       50,00 KES']);
  });

  it('lists what came back below it', () => {
    const amount = {currency: 'KES', minor: 5000} as const;
    const line = {line: 1, name: 'Soap', group: null, unit: null, quantity: '2', amount, tax: null};
    const lines = receiptText({...paid, refunds: [{...refund(1, 5000, 'done'), lines: [line]}]}, slip);
    const at = lines.findIndex(each => each.startsWith('Refunded'));
    expect(lines[at + 1]).toMatch(/^ {2}2 x Soap +KES 50\.00$/);
  });

  it('that failed is none', () => expect(told('en', refund(1, 5000, 'failed'))).toEqual([]));
});

describe('every slip', () => {
  const payments = [paid, pending, failed, disputed, unknown];
  const shops = ['Duka', '', '東京商店 Adébáyọ̀ & Sons, Second-hand Spare Parts and Groceries', 'Shop\u001B[2J\u202E'];

  it('fits its width exactly, whatever the shop is called', () => {
    for (const payment of payments) {
      for (const width of slipWidths) {
        for (const shop of shops) {
          for (const language of ['en', 'fr'] as const) {
            const lines = receiptText(payment, {
              ...slip,
              shop,
              width,
              language,
              profile: 'sandbox',
              zone: 'America/Argentina/ComodRivadavia',
            });
            expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
            expect(lines.join('')).not.toMatch(/[\u001B\u202E]/);
          }
        }
      }
    }
  });

  it.each(['sandbox', 'test'] as const)('of the %s says so twice', profile => {
    for (const payment of payments) {
      for (const width of slipWidths) {
        for (const language of ['en', 'fr'] as const) {
          const text = receiptText(payment, {...slip, profile, width, language}).join('\n');
          expect(text.match(new RegExp(profile.toUpperCase(), 'g'))).toHaveLength(2);
        }
      }
    }
  });
});
