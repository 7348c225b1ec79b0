import {describe, expect, it} from 'vitest';
import type {Card} from '../../src/core/card/card.js';
import type {Plan} from '../../src/core/endpoints/subscription/plans.js';
import {cardOf} from '../core/card/plain-card.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder} from './card-till.js';
import {openTillOverJournal} from './over-journal.js';
import {obedientService, stillWorld} from './still-shop.js';

const isWiped = ({number, securityCode}: Card) =>
  [number, securityCode].every(({bytes}) => bytes.every(byte => byte === 0));

/** A till, and what the service was given to charge, with whether the card was whole then. */
async function shop(callbackUrl?: string) {
  const {service} = obedientService();
  const charged: {readonly order: object; readonly isWhole: boolean}[] = [];
  const charge: typeof service.charge = (order, given, signal) => {
    charged.push({order, isWhole: !isWiped(given)});
    return service.charge(order, given, signal);
  };
  const enrolled: boolean[] = [];
  const createSubscription: typeof service.createSubscription = (order, given, signal) => {
    enrolled.push(!isWiped(given));
    return service.createSubscription(order, given, signal);
  };
  const told = {...service, charge, createSubscription};
  const parts = {folder: '/till', disk: new MemoryDisk(), world: stillWorld(), service: told};
  const {till} = await openTillOverJournal({...parts, settings: {callbackUrl}});
  return {till, charged, enrolled};
}

const plan: Plan = {
  planCode: 'P1',
  name: 'Gym',
  description: '',
  amount: '12.50',
  currency: 'USD',
  interval: 'MONTHLY',
  intervalCount: 1,
  trialPeriodDays: 0,
  billingLimit: null,
  status: 'ACTIVE',
  createdAt: null,
  updatedAt: null,
};
const asked = {customerEmail: 'amina@example.com', plan, country: 'KE'} as const;

describe('a card', () => {
  it('is whole until it was handed on, and wiped then, whatever came of it', async () => {
    const {till, charged} = await shop();
    const typed = cardOf(card);
    const {finished} = await till.charge(cardOrder(), typed);
    await finished;
    expect(charged).toMatchObject([{isWhole: true}]);
    expect(isWiped(typed)).toBe(true);
  });

  it('is wiped where nothing is charged', async () => {
    const {till, charged} = await shop();
    const typed = cardOf(card);
    await expect(till.charge(cardOrder(), typed, {sale: 'T7K00000009'})).rejects.toMatchObject({code: 'sale-unknown'});
    expect([charged.length, isWiped(typed)]).toEqual([0, true]);
  });

  it('is wiped where somebody is enrolled, and where nobody is', async () => {
    const {till, enrolled} = await shop();
    const [typed, again] = [cardOf({...card, holder: 'AMINA W'}), cardOf({...card, holder: 'AMINA W'})];
    await (await till.enrol(asked, typed)).finished;
    expect([enrolled, isWiped(typed)]).toEqual([[true], true]);
    await expect(till.enrol(asked, again)).rejects.toMatchObject({code: 'enrolment-unclear'});
    expect([enrolled, isWiped(again)]).toEqual([[true], true]);
  });
});

it('the service is told where to say how a charge ended, where the shop has such a place', async () => {
  for (const callbackUrl of [undefined, 'https://shop.example/paid']) {
    const {till, charged} = await shop(callbackUrl);
    await (await till.charge(cardOrder(), cardOf(card))).finished;
    const [{order}] = charged as [(typeof charged)[number]];
    expect(order).toHaveProperty('callbackUrl', callbackUrl);
  }
});
