/** What is true of a currency wherever it is used. */
type Facts = {
  /** The digits after the decimal mark, by ISO 4217. `Intl` has fewer for some currencies, of which it shows no decimals. */
  readonly decimals: 0 | 2 | 3;
  /** The banknotes in use, the largest first, in major units. */
  readonly notes: string;
  /** The coins in use, the largest first, in major units. The smallest piece of all is the step of what can be paid in cash. */
  readonly coins: string;
  /** Other names that people and files write, in lower case. Several currencies may share one. */
  readonly names: readonly string[];
};

/**
 * The currencies of ISO 4217 in which people pay, and what Duka knows about each: first those of the service and two that are known
 * everywhere, as screens offer them, then the others. Funds, metals and codes for tests are left out. A missing fact does not compile.
 */
export const currencyFacts = {
  KES: {decimals: 2, notes: '1000 500 200 100 50', coins: '40 20 10 5 1', names: ['ksh', 'kshs', '/=', '/-']},
  GHS: {decimals: 2, notes: '200 100 50 20 10 5 2 1', coins: '0.5 0.2 0.1', names: ['₵', 'gh₵', 'gh¢', 'ghc', '¢']},
  UGX: {decimals: 0, notes: '50000 20000 10000 5000 2000 1000', coins: '500 200 100 50', names: ['ush', '/=', '/-']},
  TZS: {decimals: 2, notes: '10000 5000 2000 1000 500', coins: '200 100 50', names: ['tsh', '/=', '/-']},
  LRD: {decimals: 2, notes: '1000 500 100 50 20 10 5', coins: '1', names: ['$', 'l$', 'ld$']},
  ZAR: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: ['r']},
  XOF: {
    decimals: 0,
    notes: '10000 5000 2000 1000 500',
    coins: '250 200 100 50 25 10 5',
    names: ['fcfa', 'f cfa', 'cfa', 'f'],
  },
  CDF: {decimals: 2, notes: '20000 10000 5000 1000 500 200 100 50', coins: '', names: ['fc', 'f']},
  XAF: {decimals: 0, notes: '10000 5000 2000 1000 500', coins: '100 50 25 10 5', names: ['fcfa', 'f cfa', 'cfa', 'f']},
  ZMW: {decimals: 2, notes: '500 200 100 50 20 10 5 2', coins: '1 0.5 0.1 0.05', names: ['zk', 'zmk']},
  SLE: {decimals: 2, notes: '20 10 5 2 1', coins: '0.5 0.25 0.1 0.05 0.01', names: ['le']},
  USD: {decimals: 2, notes: '100 50 20 10 5 2 1', coins: '0.5 0.25 0.1 0.05 0.01', names: ['$', 'us$']},
  NGN: {decimals: 2, notes: '1000 500 200 100 50 20 10 5', coins: '2 1', names: ['₦']},
  EUR: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['€']},
  GBP: {decimals: 2, notes: '50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['£']},
  AED: {decimals: 2, notes: '1000 500 200 100 50 20 10 5', coins: '1 0.5 0.25', names: ['dh']},
  AFN: {decimals: 2, notes: '1000 500 100 50 20 10', coins: '5 2 1', names: []},
  ALL: {decimals: 2, notes: '10000 5000 2000 1000 500 200', coins: '100 50 20 10 5', names: []},
  AMD: {decimals: 2, notes: '100000 50000 20000 10000 5000 2000 1000', coins: '500 200 100 50 20 10', names: []},
  AOA: {decimals: 2, notes: '5000 2000 1000 500 200', coins: '100 50 20 10 5', names: []},
  ARS: {decimals: 2, notes: '20000 10000 2000 1000 500 200 100', coins: '50 10 5 2 1', names: ['$']},
  AUD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05', names: ['$']},
  AWG: {decimals: 2, notes: '200 100 50 25 10', coins: '5 1 0.5 0.25 0.1 0.05', names: []},
  AZN: {decimals: 2, notes: '200 100 50 20 10 5 1', coins: '0.5 0.2 0.1 0.05 0.03 0.01', names: []},
  BAM: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1 0.05', names: []},
  BBD: {decimals: 2, notes: '100 50 20 10 5 2', coins: '1 0.25 0.1 0.05', names: ['$']},
  BDT: {decimals: 2, notes: '1000 500 200 100 50 20 10 5 2', coins: '1', names: []},
  BHD: {decimals: 3, notes: '20 10 5 1 0.5', coins: '0.1 0.05 0.025 0.01 0.005', names: []},
  BIF: {decimals: 0, notes: '10000 5000 2000 1000 500 100', coins: '50 10 5 1', names: ['fbu', 'f']},
  BMD: {decimals: 2, notes: '100 50 20 10 5 2', coins: '1 0.25 0.1 0.05 0.01', names: ['$']},
  BND: {decimals: 2, notes: '1000 500 100 50 20 10 5 1', coins: '0.5 0.2 0.1 0.05', names: ['$']},
  BOB: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: []},
  BRL: {decimals: 2, notes: '200 100 50 20 10 5 2', coins: '1 0.5 0.25 0.1 0.05', names: ['r$']},
  BSD: {decimals: 2, notes: '100 50 20 10 5 3 1 0.5', coins: '0.25 0.15 0.1 0.05', names: ['$']},
  BTN: {decimals: 2, notes: '1000 500 100 50 20 10 5 1', coins: '', names: []},
  BWP: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.25 0.1 0.05', names: []},
  BYN: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: []},
  BZD: {decimals: 2, notes: '100 50 20 10 5 2', coins: '1 0.5 0.25 0.1 0.05 0.01', names: ['$']},
  CAD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.25 0.1 0.05', names: ['$']},
  CHF: {decimals: 2, notes: '1000 200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1 0.05', names: []},
  CLP: {decimals: 0, notes: '20000 10000 5000 2000 1000', coins: '500 100 50 10', names: ['$']},
  CNY: {decimals: 2, notes: '100 50 20 10 5 1', coins: '0.5 0.1', names: ['¥']},
  COP: {decimals: 2, notes: '100000 50000 20000 10000 5000 2000', coins: '1000 500 200 100 50', names: ['$']},
  CRC: {decimals: 2, notes: '20000 10000 5000 2000 1000', coins: '500 100 50 25 10 5', names: []},
  CUP: {decimals: 2, notes: '1000 500 200 100 50 20 10 5', coins: '3 1', names: []},
  CVE: {decimals: 2, notes: '5000 2000 1000 500 200', coins: '100 50 20 10 5 1', names: []},
  CZK: {decimals: 2, notes: '5000 2000 1000 500 200 100', coins: '50 20 10 5 2 1', names: []},
  DJF: {decimals: 0, notes: '10000 5000 2000 1000', coins: '500 250 100 50 20 10', names: ['fdj', 'f']},
  DKK: {decimals: 2, notes: '500 200 100 50', coins: '20 10 5 2 1 0.5', names: []},
  DOP: {decimals: 2, notes: '2000 1000 500 200 100 50', coins: '25 10 5 1', names: ['$']},
  DZD: {decimals: 2, notes: '2000 1000 500', coins: '200 100 50 20 10 5', names: []},
  EGP: {decimals: 2, notes: '200 100 50 20 10 5', coins: '1 0.5 0.25', names: ['£']},
  ERN: {decimals: 2, notes: '100 50 20 10 5 1', coins: '0.5 0.25 0.1 0.05 0.01', names: []},
  ETB: {decimals: 2, notes: '200 100 50 10 5', coins: '1 0.5 0.25 0.1 0.05', names: ['birr']},
  FJD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05', names: ['$']},
  FKP: {decimals: 2, notes: '50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['£']},
  GEL: {decimals: 2, notes: '200 100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05', names: []},
  GIP: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['£']},
  GMD: {decimals: 2, notes: '200 100 50 20 10 5', coins: '1 0.5 0.25', names: []},
  GNF: {decimals: 0, notes: '20000 10000 5000 2000 1000 500 100', coins: '', names: ['f']},
  GTQ: {decimals: 2, notes: '200 100 50 20 10 5 1', coins: '0.5 0.25 0.1 0.05 0.01', names: []},
  GYD: {decimals: 2, notes: '5000 2000 1000 500 100 50 20', coins: '10 5 1', names: ['$']},
  HKD: {decimals: 2, notes: '1000 500 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: ['$']},
  HNL: {decimals: 2, notes: '500 200 100 50 20 10 5 2 1', coins: '0.5 0.2 0.1 0.05', names: []},
  HTG: {decimals: 2, notes: '1000 500 250 100 50 25 10', coins: '5 1 0.5', names: []},
  HUF: {decimals: 2, notes: '20000 10000 5000 2000 1000 500', coins: '200 100 50 20 10 5', names: []},
  IDR: {decimals: 2, notes: '100000 50000 20000 10000 5000 2000 1000', coins: '500 200 100 50', names: []},
  ILS: {decimals: 2, notes: '200 100 50 20', coins: '10 5 2 1 0.5 0.1', names: []},
  INR: {decimals: 2, notes: '500 200 100 50 20 10', coins: '5 2 1 0.5', names: ['₹']},
  IQD: {decimals: 3, notes: '50000 25000 10000 5000 1000 500 250', coins: '', names: []},
  IRR: {decimals: 2, notes: '1000000 500000 100000 50000 20000 10000 5000 2000', coins: '1000 500', names: []},
  ISK: {decimals: 0, notes: '10000 5000 2000 1000 500', coins: '100 50 10 5 1', names: []},
  JMD: {decimals: 2, notes: '5000 2000 1000 500 100 50', coins: '20 10 5 1', names: ['$']},
  JOD: {decimals: 3, notes: '50 20 10 5 1', coins: '0.5 0.25 0.1 0.05', names: []},
  JPY: {decimals: 0, notes: '10000 5000 2000 1000', coins: '500 100 50 10 5 1', names: ['¥']},
  KGS: {decimals: 2, notes: '5000 2000 1000 500 200 100 50 20', coins: '10 5 3 1 0.5', names: []},
  KHR: {decimals: 2, notes: '200000 100000 50000 20000 10000 5000 2000 1000 500 200 100', coins: '', names: []},
  KMF: {decimals: 0, notes: '10000 5000 2000 1000 500', coins: '250 100 50 25', names: ['f']},
  KPW: {decimals: 2, notes: '5000 2000 1000 500 200 100 50 10 5', coins: '1 0.5 0.1', names: []},
  KRW: {decimals: 0, notes: '50000 10000 5000 1000', coins: '500 100 50 10', names: []},
  KWD: {decimals: 3, notes: '20 10 5 1 0.5 0.25', coins: '0.1 0.05 0.02 0.01 0.005', names: []},
  KYD: {decimals: 2, notes: '100 50 25 10 5 1', coins: '0.25 0.1 0.05 0.01', names: ['$']},
  KZT: {decimals: 2, notes: '20000 10000 5000 2000 1000 500', coins: '200 100 50 20 10 5', names: []},
  LAK: {decimals: 2, notes: '100000 50000 20000 10000 5000 2000 1000 500', coins: '', names: []},
  LBP: {decimals: 2, notes: '100000 50000 20000 10000 5000 1000', coins: '500 250', names: ['£']},
  LKR: {decimals: 2, notes: '5000 2000 1000 500 100 50 20', coins: '10 5 2 1', names: []},
  LSL: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: []},
  LYD: {decimals: 3, notes: '20 10 5 1', coins: '0.5 0.25 0.1 0.05', names: []},
  MAD: {decimals: 2, notes: '200 100 50 20', coins: '10 5 2 1 0.5 0.2 0.1', names: ['dhs']},
  MDL: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 2 1 0.5 0.25 0.1 0.05', names: []},
  MGA: {decimals: 2, notes: '20000 10000 5000 2000 1000 500 200 100', coins: '50 20 10 5 2 1', names: []},
  MKD: {decimals: 2, notes: '2000 1000 500 200 100 50 10', coins: '5 2 1', names: []},
  MMK: {decimals: 2, notes: '20000 10000 5000 1000 500 200 100 50', coins: '', names: []},
  MNT: {decimals: 2, notes: '20000 10000 5000 1000 500 100 50 20 10', coins: '', names: []},
  MOP: {decimals: 2, notes: '1000 500 100 50 20 10', coins: '5 1 0.5 0.1', names: []},
  MRU: {decimals: 2, notes: '1000 500 200 100 50', coins: '20 10 5 1 0.2', names: []},
  MUR: {decimals: 2, notes: '2000 1000 500 200 100 50 25', coins: '20 10 5 1 0.5 0.2 0.05', names: []},
  MVR: {decimals: 2, notes: '1000 500 100 50 20 10 5', coins: '2 1 0.5 0.25', names: []},
  MWK: {decimals: 2, notes: '5000 2000 1000 500 200 100 50 20', coins: '10 5 1', names: []},
  MXN: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 2 1 0.5 0.2 0.1', names: ['$']},
  MYR: {decimals: 2, notes: '100 50 20 10 5 1', coins: '0.5 0.2 0.1 0.05', names: []},
  MZN: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 2 1 0.5', names: ['mt']},
  NAD: {decimals: 2, notes: '200 100 50 20 10', coins: '5 1 0.5 0.1', names: ['n$', '$']},
  NIO: {decimals: 2, notes: '1000 500 200 100 50 20 10', coins: '5 1 0.5 0.25 0.1', names: []},
  NOK: {decimals: 2, notes: '1000 500 200 100 50', coins: '20 10 5 1', names: []},
  NPR: {decimals: 2, notes: '1000 500 100 50 20 10 5', coins: '2 1', names: []},
  NZD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1', names: ['$']},
  OMR: {decimals: 3, notes: '50 20 10 5 1 0.5 0.1', coins: '0.05 0.025 0.01 0.005', names: []},
  PAB: {decimals: 2, notes: '100 50 20 10 5', coins: '1 0.5 0.25 0.1 0.05 0.01', names: []},
  PEN: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: []},
  PGK: {decimals: 2, notes: '100 50 20 10 5 2', coins: '1 0.5 0.2 0.1 0.05', names: []},
  PHP: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 1 0.25 0.05', names: ['₱']},
  PKR: {decimals: 2, notes: '5000 1000 500 100 50 20 10', coins: '5 2 1', names: []},
  PLN: {decimals: 2, notes: '500 200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['zł']},
  PYG: {decimals: 0, notes: '100000 50000 20000 10000 5000 2000', coins: '1000 500 100 50', names: []},
  QAR: {decimals: 2, notes: '500 200 100 50 10 5 1', coins: '0.5 0.25', names: []},
  RON: {decimals: 2, notes: '500 200 100 50 20 10 5 1', coins: '0.5 0.1 0.05 0.01', names: []},
  RSD: {decimals: 2, notes: '5000 2000 1000 500 200 100 50 20 10', coins: '5 2 1', names: []},
  RUB: {decimals: 2, notes: '5000 2000 1000 500 200 100 50', coins: '10 5 2 1', names: ['₽']},
  RWF: {decimals: 0, notes: '5000 2000 1000 500', coins: '100 50 20 10 5', names: ['frw', 'f']},
  SAR: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '2 1 0.5 0.25 0.1 0.05', names: []},
  SBD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1', names: ['$']},
  SCR: {decimals: 2, notes: '500 100 50 25', coins: '10 5 1 0.25 0.1 0.05', names: []},
  SDG: {decimals: 2, notes: '1000 500 200 100 50 20 10 5 2', coins: '1 0.5', names: ['£']},
  SEK: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 2 1', names: []},
  SGD: {decimals: 2, notes: '1000 100 50 10 5 2', coins: '1 0.5 0.2 0.1 0.05', names: ['$']},
  SHP: {decimals: 2, notes: '20 10 5', coins: '2 1 0.5 0.2 0.1 0.05 0.02 0.01', names: ['£']},
  SOS: {decimals: 2, notes: '1000 500 100 50 20 10 5', coins: '', names: []},
  SRD: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '2.5 1 0.25 0.1 0.05 0.01', names: ['$']},
  SSP: {decimals: 2, notes: '1000 500 100 50 20 10 5', coins: '1', names: ['£']},
  STN: {decimals: 2, notes: '200 100 50 20 10 5', coins: '2 1 0.5 0.2 0.1', names: []},
  SVC: {decimals: 2, notes: '200 100 50 25 10 5', coins: '1 0.25 0.1 0.05 0.01', names: []},
  SYP: {decimals: 2, notes: '5000 2000 1000 500 200 100 50', coins: '25 10 5', names: ['£']},
  SZL: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: []},
  THB: {decimals: 2, notes: '1000 500 100 50 20', coins: '10 5 2 1 0.5 0.25', names: []},
  TJS: {decimals: 2, notes: '500 200 100 50 20 10 5 3 1', coins: '0.5 0.25 0.2 0.1 0.05', names: []},
  TMT: {decimals: 2, notes: '100 50 20 10 5 1', coins: '0.5 0.2 0.1 0.05 0.02 0.01', names: []},
  TND: {decimals: 3, notes: '50 20 10 5', coins: '2 1 0.5 0.2 0.1 0.05', names: []},
  TOP: {decimals: 2, notes: '100 50 20 10 5 2', coins: '1 0.5 0.2 0.1 0.05', names: []},
  TRY: {decimals: 2, notes: '200 100 50 20 10 5', coins: '1 0.5 0.25 0.1 0.05 0.01', names: []},
  TTD: {decimals: 2, notes: '100 50 20 10 5 1', coins: '0.5 0.25 0.1 0.05', names: ['$']},
  TWD: {decimals: 2, notes: '2000 1000 500 200 100', coins: '50 20 10 5 1', names: ['$']},
  UAH: {decimals: 2, notes: '1000 500 200 100 50 20', coins: '10 5 2 1 0.5 0.1', names: []},
  UYU: {decimals: 2, notes: '2000 1000 500 200 100 50 20', coins: '10 5 2 1', names: ['$']},
  UZS: {decimals: 2, notes: '200000 100000 50000 20000 10000 5000 2000 1000', coins: '500 200 100 50', names: []},
  VED: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '1 0.5 0.25', names: []},
  VES: {decimals: 2, notes: '500 200 100 50 20 10 5', coins: '1 0.5 0.25', names: []},
  VND: {decimals: 0, notes: '500000 200000 100000 50000 20000 10000 5000 2000 1000 500', coins: '', names: []},
  VUV: {decimals: 0, notes: '10000 5000 2000 1000 500 200', coins: '100 50 20 10 5', names: []},
  WST: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.5 0.2 0.1', names: []},
  XCD: {decimals: 2, notes: '100 50 20 10 5', coins: '2 1 0.25 0.1 0.05', names: ['$']},
  XCG: {decimals: 2, notes: '200 100 50 20 10', coins: '5 1 0.5 0.1 0.05 0.01', names: []},
  XPF: {decimals: 0, notes: '10000 5000 1000 500', coins: '200 100 50 20 10 5', names: []},
  YER: {decimals: 2, notes: '1000 500 250 200 100 50', coins: '20 10 5', names: []},
  ZWG: {decimals: 2, notes: '200 100 50 20 10', coins: '5 2 1 0.5 0.2 0.1', names: []},
} as const satisfies Readonly<Record<string, Facts>>;

export type Currency = keyof typeof currencyFacts;

export const factsOf = (currency: Currency): Facts => currencyFacts[currency];

/** The codes, in the order of the table. */
export const currencies = Object.keys(currencyFacts) as readonly Currency[] as readonly [Currency, ...Currency[]];

/** Returns what the codes and other names of these currencies may mean, by the name in lower case. */
export function namesOf(list: readonly Currency[]): ReadonlyMap<string, readonly Currency[]> {
  const named = new Map<string, Currency[]>();
  for (const currency of list)
    for (const name of [currency.toLowerCase(), ...factsOf(currency).names])
      named.set(name, [...(named.get(name) ?? []), currency]);
  return named;
}

/** Returns a pattern that matches one of the names, the longest first. */
export const patternOf = (names: ReadonlyMap<string, unknown>): string =>
  [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map(name => RegExp.escape(name).replace(String.raw`\x20`, String.raw`\s`))
    .join('|');
