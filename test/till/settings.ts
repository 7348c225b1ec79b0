import type {TillSettings} from '../../src/till/context.js';

/** The settings of a till of which a test wants nothing special. */
export const usualSettings: TillSettings = {
  till: 'T7K',
  country: 'KE',
  person: 'cashier',
  zone: 'Africa/Nairobi',
  dayStartsAt: '00:00',
  cooldownMinutes: 10,
  networks: {},
  shop: 'Duka',
  language: 'en',
  customerLanguage: undefined,
  profile: 'sandbox',
  isServiceHere: true,
  callbackUrl: undefined,
  authorisedDifference: {},
  saleCeiling: {},
  reconciliation: {},
  folder: '',
  printer: undefined,
  mail: undefined,
};
