import {describe, it} from 'vitest';
import {openShop} from './support.js';

describe.concurrent('the report by person', () => {
  it('tells sales, refunds and drawer openings, and hides uncounted cash', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const as = (person: string) => ({environment: {DUKA_PERSON: person}});
    const {json: sold} = await shop.run(['cash', 'sale', '--amount', '200', '--json'], as('Amina'));
    await shop.run(['cash', 'refund', sold.reference, '--amount', '50', '--reason', 'one came back'], as('Baraka'));
    for (const _ of [1, 2, 3]) await shop.run(['cash', 'drawer', '--reason', 'change'], as('Amina'));
    const amina = {person: 'Amina', drawerOpenings: 3};
    expect((await shop.run(['staff', 'report', '--json'])).json).toMatchObject([
      {...amina, sales: [], withheld: 1, notices: []},
      {person: 'Baraka', refunds: [], withheld: 1, refundsWithoutCustomer: 1},
    ]);
    await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:150'], as('Amina'));
    expect((await shop.run(['shift', 'show', '--z', '1', '--json'])).json.acts).toMatchObject([
      {...amina, refunds: 0},
      {person: 'Baraka', refunds: 1, drawerOpenings: 0},
    ]);
    expect((await shop.run(['shift', 'show', '--z', '1'])).out).toMatch(
      / WHO DID WHAT +\nAmina *\n {2}drawer opened without a sale +3\nBaraka *\n {2}refunds +1\n/,
    );
    const {json} = await shop.run(['staff', 'report', '--by', 'day', '--json']);
    expect(json).toMatchObject([
      {...amina, sales: [{amount: '200.00', currency: 'KES', count: 1}], withheld: 0},
      {person: 'Baraka', refunds: [{amount: '50.00', currency: 'KES', count: 1}]},
    ]);
    expect(json[0].period).toMatch(/^\d{4}-\d\d-\d\d$/);
    const {out} = await shop.run(['staff', 'report']);
    expect(out).toMatch(/sales +×1 +200\.00|sales.*200/);
    expect(out).toContain('drawer opened without a sale');
    const {out: csv} = await shop.run(['staff', 'report', '--csv']);
    expect(csv.split('\n')[0]).toContain('person');
    expect(csv).toContain('drawerOpenings');
    expect((await shop.run(['staff', 'report', '--day', '2020-01-01'])).out).toContain('Nobody did anything');
    expect(await shop.run(['staff', 'report', '--by', 'mood', '--json'])).toMatchObject({exit: 2});
  });
});
