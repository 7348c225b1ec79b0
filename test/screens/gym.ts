import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {cardOf} from '../core/card/plain-card.js';
import {card} from '../till/card-till.js';
import {type Opening, openShop, type ShopScreens} from './open.js';

export const day = 24 * 60 * 60_000;
export const amina = 'amina@example.com';
const gym: NewPlan = {
  name: 'Gym',
  description: 'Mornings',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  trialPeriodDays: 0,
};

/** A shop with a plan, and its customers enrolled on it. */
export async function shopWith(customers: readonly string[], more: Partial<NewPlan> = {}, opening: Opening = {}) {
  const shop = await openShop(opening);
  const {planCode} = await shop.till.createPlan({...gym, ...more});
  for (const customer of customers) await enrol(shop, customer, planCode);
  return {...shop, planCode};
}

export async function enrol({till}: ShopScreens, customerEmail: string, planCode: string): Promise<string> {
  const plan = till.state.registry.plans.get(planCode);
  if (plan === undefined) throw new Error(planCode);
  const enrolling = await till.enrol({customerEmail, plan, country: 'KE'}, cardOf({...card, holder: 'AMINA W'}));
  await enrolling.finished;
  return enrolling.enrolment;
}

/** Customers with a subscription, and one of whom nobody knows whether he has. */
export async function enrolThree(shop: ShopScreens): Promise<void> {
  const {planCode} = await shop.till.createPlan(gym);
  for (const customer of ['amina', 'baraka', 'chipo']) {
    if (customer === 'chipo') {
      const rules = [{route: 'create-subscription', fault: 'drop-after'}];
      await shop.faults({rules, switches: {withoutOptional: true}});
    }
    await enrol(shop, `${customer}@example.com`, planCode);
  }
  await shop.faults({});
  await Promise.all([...shop.till.state.open].map(shop.till.check));
}

/** Lets both clocks run: the service's, by which it bills, and the till's own. */
export async function days(shop: ShopScreens, count: number): Promise<void> {
  shop.wall.off += count * day;
  await shop.advance(`PT${count * 24}H`);
}
