import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type Account, findAccounts, homeAccounts, owedSince} from '../../../src/core/account/account.js';
import {badgeOf} from '../../../src/core/payment/badge.js';
import {verdictOf} from '../../../src/core/payment/payment.js';
import {ageInDays, statementParts} from '../../../src/core/present/statement.js';
import {actionsOf} from '../../../src/core/rights/actions.js';
import {owedIn} from '../../../src/core/shift/ledger.js';
import {slipText} from '../../../src/core/slip/slip.js';
import {codeOf} from '../deciding.js';
import {besideOf, Counter, kes} from '../ticket/ticket-samples.js';

const balance = ({state}: Counter, number = 1) => state.accounts[number]?.balance;
const sums = ({state}: Counter) => state.ledger.period.accounts['KES'];
const money = ({state: {ledger, days}}: Counter) => ({
  tenders: Object.keys(ledger.period.tenders),
  drawer: ledger.period.drawers['KES']?.sales ?? 0,
  perpetual: ledger.perpetual['KES']?.sales ?? 0,
  day: [...days.values()].map(({paid}) => paid),
});

describe('a sale on the book', () => {
  it('is owed and is no money: in no tender, drawer, total or count of what was paid', () => {
    const till = new Counter();
    const reference = till.onBook(till.setAccount(2000_00), 350_00);
    const payment = till.state.payments.get(reference);
    expect(payment && [payment.status, verdictOf(payment), badgeOf(payment)]).toEqual([
      'on-book',
      'on-book',
      'on-book',
    ]);
    expect(money(till)).toEqual({tenders: [], drawer: 0, perpetual: 0, day: [0]});
    expect([balance(till), sums(till)]).toEqual([350_00, {before: 0, sold: 350_00, returned: 0, paid: 0, count: 1}]);
    expect([...till.state.days.values()][0]?.onBook.sums.get('KES')).toEqual(kes(350_00));
    till.newDay();
    expect(balance(till)).toBe(350_00);
  });

  it.each([
    ['in cash', (till: Counter) => till.part(undefined, 200_00, {paysOff: 1})],
    [
      'from a wallet',
      (till: Counter) => {
        const reference = till.part(undefined, 200_00, {paysOff: 1, by: 1});
        till.send(reference);
        expect(balance(till)).toBe(350_00);
        till.hear(reference, 'Completed');
        return reference;
      },
    ],
  ])('is paid off %s in parts, which is money like any other', (_, pay) => {
    const till = new Counter();
    till.onBook(till.setAccount(2000_00), 350_00);
    const reference = pay(till);
    expect([balance(till), money(till).perpetual]).toEqual([150_00, 200_00]);
    till.refund(reference, {amount: kes(50_00)});
    expect([balance(till), sums(till)?.paid]).toEqual([200_00, 150_00]);
    expect(codeOf(() => till.part(undefined, 200_01, {paysOff: 1}))).toBe('account-above-owed');
  });

  it('is not paid twice: another payment waits for one that may still come', () => {
    const till = new Counter();
    till.onBook(till.setAccount(2000_00), 350_00);
    const reference = till.part(undefined, 200_00, {paysOff: 1, by: 1});
    till.send(reference);
    till.part(undefined, 100_00, {paysOff: 1});
    for (const by of [undefined, 2])
      expect(codeOf(() => till.part(undefined, 100_00, {paysOff: 1, ...(by && {by})}))).toBe('earlier-payment');
    till.hear(reference, 'Failed');
    till.part(undefined, 250_00, {paysOff: 1});
    expect(balance(till)).toBe(0);
  });

  it('is not paid twice by a wallet of which something else is to be noted', () => {
    const till = new Counter();
    till.onBook(till.setAccount(2000_00), 350_00);
    const failed = till.part(undefined, 250_00, {paysOff: 1, by: 1});
    till.send(failed);
    till.hear(failed, 'Failed');
    till.send(till.part(undefined, 200_00, {paysOff: 1, by: 2}));
    expect(codeOf(() => till.part(undefined, 250_00, {paysOff: 1, by: 1}))).toBe('earlier-payment');
  });

  it.each([
    ['has come in cash', undefined, 'account-above-owed'],
    ['may come from another wallet', 2, 'earlier-payment'],
  ])('is not paid twice by what did not leave and is sent once more, when it %s', (_, by, code) => {
    const till = new Counter();
    till.onBook(till.setAccount(2000_00), 350_00);
    const unsent = till.part(undefined, 350_00, {paysOff: 1, by: 1});
    till.send(unsent, {kind: 'not-sent', code: 'ECONNREFUSED', phase: 'connect'});
    const other = till.part(undefined, 350_00, {paysOff: 1, ...(by && {by})});
    if (by !== undefined) till.send(other);
    expect(codeOf(() => till.send(unsent))).toBe(code);
  });

  it('is still paid off by a payment that was taken in another way than was recorded', () => {
    const till = new Counter();
    till.onBook(till.setAccount(2000_00), 350_00);
    const reference = till.part(undefined, 200_00, {paysOff: 1});
    till.correct(reference, 'QGH7A1B2C3');
    expect(till.state.payments.get(reference)?.request).toMatchObject({method: 'mobile-money', paysOff: 1});
    expect([balance(till), sums(till)?.paid]).toEqual([150_00, 200_00]);
  });

  it('is taken off what is owed where goods come back, and no money moves', () => {
    const till = new Counter();
    const reference = till.onBook(till.setAccount(2000_00), 350_00);
    till.refund(reference, {amount: kes(100_00)});
    expect([balance(till), sums(till)?.returned, till.state.ledger.period.refunds]).toEqual([250_00, 100_00, {}]);
    till.refund(reference);
    expect(balance(till)).toBe(0);
    expect(codeOf(() => till.refund(reference))).toBe('refund-above-rest');
  });

  it('pays the rest of a ticket, whose goods then go', () => {
    const till = new Counter();
    till.setAccount(2000_00);
    const ticket = till.open(500_00);
    till.part(ticket, 300_00);
    till.onBook(1, 200_00, {ticket});
    expect([till.ticket(ticket).status, till.state.ledger.period.tickets['KES']?.paid]).toEqual(['paid', 500_00]);
    expect(codeOf(() => till.onBook(1, 1, {ticket}))).toBe('ticket-paid');
  });

  it('stands in the way of another payment for it, and a payment that comes in too needs a person', () => {
    const till = new Counter();
    till.setAccount(2000_00);
    const waiting = till.part(undefined, 300_00, {by: 1});
    till.send(waiting);
    till.onBook(1, 300_00, {sale: waiting});
    expect(codeOf(() => till.part(undefined, 300_00, {sale: waiting}))).toBe('sale-paid');
    till.hear(waiting, 'Completed');
    expect(till.state.needPerson.has(waiting)).toBe(true);
  });
});

describe('the limit', () => {
  it('is not exceeded without an approval of by how much', () => {
    const till = new Counter();
    till.setAccount(500_00);
    till.onBook(1, 500_00);
    expect(codeOf(() => till.onBook(1, 1))).toBe('account-above-limit');
    const reference = till.onBook(1, 20_00, {isSure: true});
    const data = till.state.payments.get(reference)?.request;
    expect(data).toMatchObject({aboveLimit: kes(20_00)});
    expect(data && actionsOf({type: 'requested', data}).map(({verb, amount}) => [verb, amount?.minor])).toEqual([
      ['sell', 20_00],
      ['account-limit', 20_00],
    ]);
    till.setAccount(1000_00, {account: 1});
    expect(till.state.payments.get(till.onBook(1, 480_00))?.request).not.toHaveProperty('aboveLimit');
  });

  it('is set by whoever has the right, for a customer with a name and a number of his own', () => {
    const till = new Counter();
    till.setAccount(0);
    expect(codeOf(() => till.setAccount(0))).toBe('account-known');
    expect(codeOf(() => till.setAccount(0, {phone: '0733000001', name: ' '}))).toBe('account-name-missing');
    expect(codeOf(() => till.setAccount(0, {phone: 'none'}))).toBe('phone-invalid');
    expect(codeOf(() => till.setAccount(0, {account: 9}))).toBe('account-unknown');
    expect(codeOf(() => till.setAccount(0, {account: 1, limit: {currency: 'USD', minor: 1}}))).toBe(
      'account-currency-differs',
    );
    expect(codeOf(() => till.onBook(9, 1))).toBe('account-unknown');
    expect(till.setAccount(0, {phone: '0733000001'})).toBe(2);
    const unsaid = {limit: undefined, phone: '0733000002'};
    expect(codeOf(() => till.setAccount(0, unsaid))).toBe('account-limit-missing');
    till.setAccount(0, {account: 2, limit: kes(700), phone: undefined});
    till.setAccount(0, {account: 2, limit: undefined, phone: undefined, name: 'Amina'});
    expect(till.state.accounts[2]).toMatchObject({name: 'Amina', phone: '254733000001', limit: kes(700)});
  });
});

describe('at two tills of one home', () => {
  const home = () => {
    const [one, two] = [new Counter(), new Counter()];
    one.setAccount(0, {name: 'Amina', phone: '0733000001'});
    one.onBook(one.setAccount(500_00), 400_00);
    two.share(one);
    const [atOne, atTwo] = [{beside: [besideOf(two)]}, {beside: [besideOf(one)]}] as const;
    return {one, two, atOne, atTwo};
  };

  it('a customer has one limit, over what is owed at both', () => {
    const {two, atTwo, one} = home();
    expect(two.state.accounts[2]).toMatchObject({name: 'Njeri', limit: kes(500_00), balance: 0});
    expect(codeOf(() => two.onBook(2, 100_01, atTwo))).toBe('account-above-limit');
    two.onBook(2, 100_00, atTwo);
    expect(codeOf(() => one.onBook(2, 1, {beside: [besideOf(two)]}))).toBe('account-above-limit');
    const known = homeAccounts(one.state.accounts, [besideOf(two)])[2];
    expect([known?.balance, known?.entries.map(({minor}) => minor)]).toEqual([500_00, [400_00, 100_00]]);
  });

  it('a debt is paid at either, once', () => {
    const {two, atTwo, one} = home();
    expect(codeOf(() => two.part(undefined, 400_01, {paysOff: 2, ...atTwo}))).toBe('account-above-owed');
    const waiting = two.part(undefined, 400_00, {paysOff: 2, by: 1, ...atTwo});
    two.send(waiting);
    expect(codeOf(() => one.part(undefined, 1_00, {paysOff: 2, beside: [besideOf(two)]}))).toBe('earlier-payment');
    two.hear(waiting, 'Completed');
    expect(codeOf(() => one.part(undefined, 1_00, {paysOff: 2, beside: [besideOf(two)]}))).toBe('account-above-owed');
    expect(homeAccounts(one.state.accounts, [besideOf(two)])[2]?.balance).toBe(0);
  });

  it('what was set last holds, and is taken over once, for which nobody needs a right', () => {
    const {one, two} = home();
    two.setAccount(0, {account: 2, limit: kes(900_00), phone: undefined, name: undefined});
    one.share(two);
    expect(one.state.accounts[2]?.limit).toEqual(kes(900_00));
    const {lastSeq} = one.state;
    for (const [till, other] of [
      [one, two],
      [two, one],
      [one, two],
    ] as const)
      till.share(other);
    expect(one.state.lastSeq).toBe(lastSeq);
    const data = {account: 1, name: 'Njeri', phone: '254712345678', limit: kes(1)};
    expect(actionsOf({type: 'account-set', data: {...data, from: 'T8K'}})).toEqual([]);
    expect(actionsOf({type: 'account-set', data})).toHaveLength(1);
  });
});

it('is owed since the oldest sale that the payments have not reached', () => {
  const entry = (at: number, minor: number) =>
    ({at, reference: `T7K${at}`, kind: minor > 0 ? 'sold' : 'paid', minor}) as const;
  const account = (...entries: Account['entries']): Account => ({
    account: 1,
    name: 'Njeri',
    phone: '254712345678',
    limit: kes(0),
    openedAt: 0,
    setAt: 0,
    earlier: 0,
    entries,
    balance: entries.reduce((sum, {minor}) => sum + minor, 0),
  });
  expect(owedSince(account(entry(1, 100), entry(2, 50)))).toBe(1);
  expect(owedSince(account(entry(1, 100), entry(2, 50), entry(3, -100)))).toBe(2);
  expect(owedSince(account(entry(1, 100), entry(2, 50), entry(3, -150)))).toBeUndefined();
  expect(ageInDays(account(entry(0, 100)), 3 * 86_400_000 - 1)).toBe(2);
  const slip = {shop: 'Kiosk', till: 'T7K', zone: 'UTC', profile: 'live', language: 'en', country: 'KE'} as const;
  const text = slipText(statementParts({...account(entry(0, 100)), earlier: 50, balance: 150}, slip, 0), 42).join('\n');
  expect(text).toMatch(/Brought forward +KES 0\.50[\s\S]*bought +KES 1\.00[\s\S]*Owed +KES 1\.50/);
});

it('is found by its number, a part of its name or the end of its telephone number', () => {
  const till = new Counter();
  till.setAccount(0, {name: 'Njeri W.'});
  till.setAccount(0, {name: 'Amina', phone: '0733000001'});
  const found = (typed: string) => findAccounts(till.state.accounts, typed).map(({account}) => account);
  expect([found('1'), found('njeri'), found('0733000001'), found('000001'), found('x'), found('')]).toEqual([
    [1],
    [1],
    [2],
    [2],
    [],
    [2, 1],
  ]);
});

it('owes what was sold less what came back and was paid, whatever happens, and the period agrees after any restart', () => {
  const act = fc.tuple(fc.constantFrom('sell', 'pay', 'return', 'new day', 'reopen'), fc.integer({min: 1, max: 400}));
  fc.assert(
    fc.property(fc.array(act, {maxLength: 30}), acts => {
      const till = new Counter();
      till.setAccount(1_000_00);
      let [owed, taken] = [0, 0];
      const sold: string[] = [];
      for (const [kind, minor] of acts) {
        if (kind === 'sell') {
          sold.push(till.onBook(1, minor, {isSure: true}));
          owed += minor;
        }
        if (kind === 'pay' && minor <= owed) {
          till.part(undefined, minor, {paysOff: 1, isSure: true});
          owed -= minor;
          taken += minor;
        }
        const last = till.state.payments.get(sold.at(-1) ?? '');
        if (kind === 'return' && last?.refunds.length === 0) {
          till.refund(last.reference);
          owed -= last.request.amount.minor;
        }
        if (kind === 'new day') till.newDay();
        if (kind === 'reopen') till.reopen();
      }
      const period = sums(till);
      expect([balance(till), period === undefined ? 0 : owedIn(period)]).toEqual([owed, owed]);
      expect(till.state.ledger.perpetual['KES']?.sales ?? 0).toBe(taken);
      expect(till.state.ledger.period.drawers['KES']?.sales ?? 0).toBe(taken);
    }),
  );
});
