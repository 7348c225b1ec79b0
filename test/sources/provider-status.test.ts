// @module-tag slow

import {describe, expect, it} from 'vitest';
import {expectProblem, problemWith, providerRows, read} from './support.js';

describe('a status', () => {
  const words = ['Completed', 'Failed', 'Expired'];
  const file = (heading: string, cells: readonly string[] = words) =>
    `reference,amount,currency,${heading}\n${cells.map((word, at) => `R${at},1.00,KES,${word}\n`).join('')}`;
  const statuses = async (text: string, columns = {}) =>
    (await providerRows(text, {mapping: {columns}})).map(({status}) => status);

  it.each([
    'Txn Status',
    'Order Status',
    'TRANSFER_STATUS',
    'Statut transaction',
    'Etat du paiement',
    'gateway_response',
    'Outcome',
    'paymentStatus',
    'Payment State',
    'TXNSTATUS',
    'Code retour',
    'Response',
  ])('is known as %s', async heading => expect(await statuses(file(heading))).toEqual(words));

  it.each(['Remark', 'Comment', 'X', 'Type'])('is asked about where it stands under %s', async heading => {
    expect(await problemWith(providerRows(file(heading)))).toEqual({
      code: 'file-status-unclear',
      file: 'file.csv',
      column: heading,
      text: 'Completed',
    });
    expect(await statuses(file(heading), {status: heading})).toEqual(words);
    expect(await statuses(file(heading), {status: ''})).toEqual(['', '', '']);
  });

  it('is asked about where the kind of a payment, or what stands beside it, says that it failed', async () => {
    const kinds = ['Payment', ...Array.from({length: 20}, () => 'Payment'), 'Failed payment', 'Refund'];
    const code = 'file-status-unclear';
    await expectProblem(providerRows(file('type', kinds)), {code, text: 'Failed payment'});
    expect(await statuses(file('type', kinds), {status: ''})).toHaveLength(kinds.length);
    const told = ['Sale of bread', 'FAILED', 'Sale of tea'];
    await expectProblem(providerRows(file('details', told)), {code, text: 'FAILED'});
    const both = (status: string) => file('type,status', ['Payment,Completed', `Failed payment,${status}`]);
    expect(await statuses(both('Failed'))).toEqual(['Completed', 'Failed']);
    const reversed = file('type,status', ['Payment,Completed', 'Reversed,Completed']);
    expect(await providerRows(reversed)).toMatchObject([{kind: 'payment'}, {kind: 'reversal', status: 'Completed'}]);
    await expectProblem(providerRows(both('Completed')), {code});
  });

  it('decides although a gateway says in its own words why, unless those contradict it', async () => {
    const rows = (...pairs: readonly (readonly [string, string])[]) =>
      `reference,amount,currency,status,Gateway Response\n${pairs.map(([word, answer], at) => `R${at},1.00,NGN,${word},${answer}\n`).join('')}`;
    const failed = [
      ['failed', 'Insufficient Funds'],
      ['abandoned', 'The transaction was not completed'],
    ] as const;
    expect(await statuses(rows(['success', 'Approved'], ...failed))).toEqual(['success', 'failed', 'abandoned']);
    for (const [word, answer] of [
      ['success', 'Declined'],
      ['failed', 'Approved'],
      ['Zz', 'The bank said no'],
    ] as const)
      await expectProblem(providerRows(rows([word, answer])), {code: 'file-status-unclear', text: answer});
  });

  it('is asked about where one remark of many says that a payment came to nothing', async () => {
    const ordinary = [
      'Paid for bread',
      'ok',
      'returned goods of May',
      'not reversed',
      'Rejected Records Ltd',
      'thanks',
    ];
    const many = Array.from({length: 30}, (_, at) => ordinary[at % ordinary.length] ?? '');
    const said = [
      ...['Bounced', 'Returned unpaid', 'Reversed', 'REJECTED', 'Payment reversed by bank', 'Chèque impayé', 'Rejeté'],
      ...['Pagamento devolvido', 'imekataliwa', 'Zahlung abgelehnt', 'Failed on 21/11/2026', 'Insufficient funds'],
    ];
    for (const word of said)
      await expectProblem(providerRows(file('Remarks', [...many, word])), {
        code: 'file-status-unclear',
        column: 'Remarks',
        text: word,
      });
    expect(await statuses(file('Remarks', many))).toHaveLength(many.length);
    expect(await statuses(file('Comment', [...many, 'Bounced']), {status: ''})).toHaveLength(many.length + 1);
    const both = file(
      'status,Remarks',
      [...many, 'Reversed'].map(word => `Completed,${word}`),
    );
    expect(await statuses(both)).toHaveLength(many.length + 1);
  });

  it('is asked about where its words are not known', async () =>
    await expectProblem(providerRows(file('Outcome', ['00', '51', '00'])), {
      code: 'file-status-unclear',
      column: 'Outcome',
      text: '00',
    }));

  it('is held against the other columns that may be one', async () => {
    const both = (first: string, second: string) => file('Status,gateway_response', [`${first},${second}`]);
    expect(await statuses(both('Completed', 'Successful'))).toEqual(['Completed']);
    expect(await statuses(both('Completed', ''))).toEqual(['Completed']);
    expect(await statuses(both('Completed', 'Approved'))).toEqual(['Completed']);
    for (const second of ['Declined', 'Pending', 'Insufficient funds', '51'])
      await expectProblem(providerRows(both('Completed', second)), {
        code: 'file-status-unclear',
        column: 'gateway_response',
        text: second,
      });
    expect(await statuses(both('Completed', 'Pending'), {status: 'Status'})).toEqual(['Completed']);
  });

  it('is none where a column is beside it, or is of something else', async () => {
    const text = file('Status,Status Date,Status Reason,status_source,Place', [
      'Completed,2026-11-20,Insufficient funds,service,Kisumu',
    ]);
    expect(await statuses(text)).toEqual(['Completed']);
  });

  it.each(['Error', 'Failure Reason', 'error_message', 'Motif rejet'])(
    'is asked about where only %s tells that a row failed',
    async heading => {
      await expectProblem(providerRows(file(heading, ['', '', 'Wrong PIN'])), {
        code: 'file-status-unclear',
        column: heading,
        text: 'Wrong PIN',
      });
      expect(await statuses(file(heading, ['', '', '']))).toEqual(['', '', '']);
      expect(await statuses(file(`Status,${heading}`, ['Failed,Wrong PIN']))).toEqual(['Failed']);
    },
  );

  it.each(['paid_at', 'Completion Time', 'Date de paiement'])(
    'is asked about where a part of the rows has nothing under %s',
    async heading => {
      const text = file(heading, ['2026-11-20 10:00', '', '2026-11-20 10:02']);
      await expectProblem(providerRows(text), {code: 'file-status-unclear', column: heading});
      expect(await statuses(text, {status: ''})).toEqual(['', '', '']);
      expect(await statuses(file(heading, ['2026-11-20 10:00']))).toEqual(['']);
    },
  );

  it('is seen where it begins late', async () => {
    const late = file('Remark', [...Array.from({length: 1200}, () => ''), 'Failed']);
    await expectProblem(providerRows(late), {code: 'file-status-unclear', text: 'Failed'});
  });

  it('is of a payout too, and of an entry of a bank or a wallet', async () => {
    const payouts = 'Payout ID,Amount,Currency,Outcome\nB7,5.00,KES,Failed\n';
    expect((await read('payout', payouts)).source.rows).toMatchObject([{status: 'Failed'}]);
    const wallet = 'Date,Amount,Currency,Transaction State\n2026-11-20,-5.00,KES,Expired\n';
    expect((await read('bank', wallet)).source.rows).toMatchObject([{status: 'Expired'}]);
  });
});

describe('credit and debit of a provider', () => {
  const file = (word: string, heading = 'Type') => `reference,amount,currency,${heading}\nR1,1.00,KES,${word}\n`;

  it.each(['Type', 'Dr/Cr', 'Sens', 'Remark'])('are asked about where they turn an amount, as %s', async heading => {
    await expectProblem(providerRows(file('Debit', heading)), {
      code: 'file-direction-unclear',
      column: heading,
      text: 'Debit',
    });
    expect(await providerRows(file('Credit', heading))).toMatchObject([{amount: '1.00'}]);
    const columns = {direction: heading};
    expect(await providerRows(file('Debit', heading), {mapping: {columns}})).toMatchObject([{amount: '-1.00'}]);
    expect(await providerRows(file('Debit', heading), {mapping: {columns: {direction: ''}}})).toMatchObject([
      {amount: '1.00'},
    ]);
  });

  it('are asked about where the column is called so and says it in other words', async () =>
    await expectProblem(providerRows(file('S', 'Direction')), {code: 'file-direction-unclear'}));
});
