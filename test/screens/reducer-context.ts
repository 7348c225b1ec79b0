import type {ReducerContext} from '../../screens/model.js';
import {defaultKeys} from '../../screens/terminal/bindings.js';
import {loadScreens} from '../../screens/till-screens.js';
import {emptyState, type State} from '../../src/core/books/state.js';
import {priceListOf} from '../../src/core/item/list.js';
import {plainSettings} from '../../src/core/technical/setting-table.js';
import {usualSettings} from '../till/settings.js';

await loadScreens();

export const noon = Date.parse('2026-11-20T12:00:00Z');

/** A till as reducers see it: nothing but what is asked of it. */
export function reducerContextOf(
  state: State = emptyState(),
  more: Partial<ReducerContext['till']> = {},
): ReducerContext {
  return {
    shop: {
      ...plainSettings({}),
      shop: 'Corner Shop',
      person: 'cashier',
      profile: 'sandbox',
      email: 'shop@example.com',
      country: 'KE',
      zone: 'Africa/Nairobi',
      language: 'en',
      returnUrl: 'https://shop.example/paid',
      phone: '254700000000',
      amounts: {thousandsMark: ',', quick: []},
      cards: {areTyped: true, currencies: ['NGN', 'USD'], takesPin: true},
      scanner: {prefix: '', suffix: 'enter'},
      taxRates: [],
      listen: undefined,
    },
    keys: defaultKeys,
    till: {
      settings: usualSettings,
      state,
      now: () => noon,
      monotonic: () => 0,
      link: () => ({state: 'up', since: 0, refusedKey: false}),
      clockSkew: () => 0,
      writeFailure: () => undefined,
      earlier: () => undefined,
      networksAtHand: market => market.networks,
      itemsAtHand: () => priceListOf([]),
      accounts: () => state.accounts,
      parkedBaskets: () => [...state.tickets.parked.values()].toReversed(),
      outlook: () => ({inMs: undefined, asked: 0, isAsking: false}),
      wire: () => ({perSale: undefined, perQuestion: undefined}),
      actor: () => undefined,
      signInWait: () => 0,
      lastActor: () => undefined,
      isOwnPin: () => false,
      mailAddressOf: () => '',
      mailTrouble: () => undefined,
      mayLook: () => true,
      pendingApproval: () => undefined,
      ...more,
    },
  };
}
