import {plainSettings} from '../../src/core/technical/setting-table.js';
import type {TillSettings} from '../../src/till/context.js';

/** The settings of a till of which a test wants nothing special. */
export const usualSettings: TillSettings = {
  ...plainSettings({}),
  till: 'T7K',
  country: 'KE',
  person: 'cashier',
  zone: 'Africa/Nairobi',
  shop: 'Duka',
  language: 'en',
  customerLanguage: undefined,
  profile: 'sandbox',
  isServiceHere: true,
  callbackUrl: undefined,
  receipt: {},
  labels: [],
  authorisedDifference: {},
  saleCeiling: {},
  cashStep: {},
  walletStep: {},
  reconciliation: {},
  folder: '',
  printer: undefined,
  mail: undefined,
};
