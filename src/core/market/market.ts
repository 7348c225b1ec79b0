import type {Language} from '../messages/messages.js';
import type {Currency, Money} from '../money/money.js';

/** One way to pay in a country: a mobile-money network, or in South Africa a bank payment on a web page. */
type NetworkFacts = {
  /** Unique over all countries, e.g. `'ORANGE_CI'`, in the form of the service's `payment_method`. */
  readonly id: string;
  /** The service's default bank code; its own list and the merchant's settings take precedence. Networks may share a code. */
  readonly code: string;
  readonly name: string;
  /** Short name for the screen, e.g. `'M-Pesa'`. */
  readonly brand: string;
  /** The first digits after the dialling code. They only allow a guess, because numbers move between networks. */
  readonly prefixes: string;
  /** The highest amount of one payment, in minor units; absent if nobody publishes it. */
  readonly maximum?: number;
  /** What the customer has to do beyond the prompt on the phone, as documented by the service. */
  readonly needs?: 'otp' | 'redirect';
};

/** The wallets of a country in which the service collects. */
type Wallets = {
  readonly alpha3: string;
  readonly diallingCode: string;
  /** The number of digits of a wallet, including its dialling code. */
  readonly length: number;
  /** Whether the service's contract states the length. If it does, the till enforces it; otherwise one digit more or less is a warning. */
  readonly isDocumented: boolean;
  /** Whether a national number is written with a 0 that its international form drops. */
  readonly trunkZero: boolean;
  /** The digits in the last group of a number as people write it: 2 for a number in pairs. */
  readonly lastGroup: 2 | 3 | 4;
};

/** A country in which a shop may be, with the properties of its payments and telephone numbers. */
type MarketFacts = {
  readonly currency: Currency;
  /** The default IANA time zone. A country may have others: `CD` starts with Kinshasa's. */
  readonly zone: string;
  /** The till's languages that customers speak, the usual one first. */
  readonly languages: readonly Language[];
  /** The smallest step of a payment in minor units: 1, or the number of minor units in a whole unit. */
  readonly step: number;
  /** Null if the service does not collect there. */
  readonly wallets: Wallets | null;
  readonly networks: readonly NetworkFacts[];
};

/** A country in which the service does not collect: a shop there takes cash, and cards in the service's currencies. */
function cashOnly(currency: Currency, zone: string, ...languages: readonly Language[]): MarketFacts {
  return {currency, zone, languages, step: 1, wallets: null, networks: []};
}

/**
 * What Duka knows about each country of ISO 3166-1 that has inhabitants: first those in which the service collects, as screens offer them,
 * then the others. A fact that is missing here does not compile.
 *
 * Lengths: those of KE, GH, UG, TZ, CM, CD and SL are from the service's contract, those of LR and CI from its other
 * documents; those of BJ, ZM and ZA are inferred. Steps of a whole unit: observed by integrators. Bank codes: SAFKEN,
 * MOMCIV and EFTZAR are documented; those of Ghana, Uganda, Cameroon and Sierra Leone, and AIRTZA, TIGTZA, HALTZA,
 * WAVCIV, MTNBEN and CPZZAR were seen in use by integrators; the others are inferred or contradictory. Prefixes: from
 * public numbering plans. Maximum amounts: those of KE from the Central Bank of Kenya, since August 2023; that of UG from the
 * network's published key facts, for its highest class of customers. Zones: that of most inhabitants, by the tz database.
 */
const countries = {
  KE: {
    currency: 'KES',
    zone: 'Africa/Nairobi',
    languages: ['en', 'sw'],
    step: 100,
    wallets: {alpha3: 'KEN', diallingCode: '254', length: 12, isDocumented: true, trunkZero: true, lastGroup: 3},
    networks: [
      {
        id: 'SAFARICOM_KE',
        code: 'SAFKEN',
        name: 'Safaricom M-Pesa',
        brand: 'M-Pesa',
        prefixes: '11 70 71 72 740 741 742 743 745 746 748 757 758 759 768 769 79',
        maximum: 25_000_000,
      },
      {
        id: 'AIRTEL_KE',
        code: 'AIRKEN',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        prefixes: '10 73 750 751 752 753 754 755 756 762 78',
        maximum: 25_000_000,
      },
    ],
  },
  GH: {
    currency: 'GHS',
    zone: 'Africa/Accra',
    languages: ['en'],
    step: 1,
    wallets: {alpha3: 'GHA', diallingCode: '233', length: 12, isDocumented: true, trunkZero: true, lastGroup: 4},
    networks: [
      {id: 'MTN_GH', code: 'MTN', name: 'MTN MoMo', brand: 'MTN', prefixes: '24 25 53 54 55 59'},
      {id: 'VODAFONE_GH', code: 'VOD', name: 'Telecel Cash (Vodafone)', brand: 'Telecel', prefixes: '20 50'},
      {id: 'AIRTELTIGO_GH', code: 'AIR', name: 'AT Money (AirtelTigo)', brand: 'AT Money', prefixes: '26 27 56 57'},
    ],
  },
  UG: {
    currency: 'UGX',
    zone: 'Africa/Kampala',
    languages: ['en', 'sw'],
    step: 1,
    wallets: {alpha3: 'UGA', diallingCode: '256', length: 12, isDocumented: true, trunkZero: true, lastGroup: 3},
    networks: [
      {id: 'MTN_UG', code: 'MTNUGA', name: 'MTN MoMo', brand: 'MTN', prefixes: '31 39 76 77 78', maximum: 5_000_000},
      {id: 'AIRTEL_UG', code: 'AIRUGA', name: 'Airtel Money', brand: 'Airtel Money', prefixes: '20 70 74 75'},
    ],
  },
  TZ: {
    currency: 'TZS',
    zone: 'Africa/Dar_es_Salaam',
    languages: ['en', 'sw'],
    step: 100,
    wallets: {alpha3: 'TZA', diallingCode: '255', length: 12, isDocumented: true, trunkZero: true, lastGroup: 3},
    networks: [
      {id: 'VODACOM_TZ', code: 'VODTZA', name: 'Vodacom M-Pesa', brand: 'M-Pesa', prefixes: '72 74 75 76 79'},
      {id: 'AIRTEL_TZ', code: 'AIRTZA', name: 'Airtel Money', brand: 'Airtel Money', prefixes: '66 68 69 78'},
      {
        id: 'TIGO_TZ',
        code: 'TIGTZA',
        name: 'Mixx by Yas (Tigo Pesa)',
        brand: 'Mixx by Yas',
        prefixes: '65 67 70 71 77',
      },
      {id: 'HALOPESA_TZ', code: 'HALTZA', name: 'HaloPesa', brand: 'HaloPesa', prefixes: '61 62 63'},
    ],
  },
  LR: {
    currency: 'LRD',
    zone: 'Africa/Monrovia',
    languages: ['en'],
    step: 1,
    wallets: {alpha3: 'LBR', diallingCode: '231', length: 12, isDocumented: false, trunkZero: true, lastGroup: 3},
    networks: [
      {id: 'ORANGE_LR', code: 'ORALBR', name: 'Orange Money', brand: 'Orange', prefixes: '7'},
      {id: 'MTN_LR', code: 'MTNLBR', name: 'Lonestar MTN MoMo', brand: 'MTN', prefixes: '55 8'},
    ],
  },
  ZA: {
    currency: 'ZAR',
    zone: 'Africa/Johannesburg',
    languages: ['en'],
    step: 1,
    wallets: {alpha3: 'ZAF', diallingCode: '27', length: 11, isDocumented: false, trunkZero: true, lastGroup: 4},
    networks: [
      {id: 'EFT_ZA', code: 'EFTZAR', name: 'Instant EFT', brand: 'EFT', prefixes: '', needs: 'redirect'},
      {id: 'CAPITEC_ZA', code: 'CPZZAR', name: 'Capitec Pay', brand: 'Capitec Pay', prefixes: '', needs: 'redirect'},
    ],
  },
  CI: {
    currency: 'XOF',
    zone: 'Africa/Abidjan',
    languages: ['fr'],
    step: 1,
    wallets: {alpha3: 'CIV', diallingCode: '225', length: 13, isDocumented: false, trunkZero: false, lastGroup: 2},
    networks: [
      {id: 'ORANGE_CI', code: 'MOMCIV', name: 'Orange Money', brand: 'Orange', prefixes: '07', needs: 'otp'},
      {id: 'MTN_CI', code: 'MOMCIV', name: 'MTN MoMo', brand: 'MTN', prefixes: '05'},
      {id: 'MOOV_CI', code: 'MOMCIV', name: 'Moov Money', brand: 'Moov', prefixes: '01'},
      {id: 'WAVE_CI', code: 'WAVCIV', name: 'Wave', brand: 'Wave', prefixes: '', needs: 'redirect'},
    ],
  },
  BJ: {
    currency: 'XOF',
    zone: 'Africa/Porto-Novo',
    languages: ['fr'],
    step: 1,
    wallets: {alpha3: 'BEN', diallingCode: '229', length: 13, isDocumented: false, trunkZero: false, lastGroup: 2},
    networks: [
      {
        id: 'MTN_BJ',
        code: 'MTNBEN',
        name: 'MTN MoMo',
        brand: 'MTN',
        prefixes: '0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197',
      },
      {
        id: 'MOOV_BJ',
        code: 'MOOBEN',
        name: 'Moov Money',
        brand: 'Moov',
        prefixes: '0145 0155 0158 0160 0163 0164 0165 0168 0194 0195 0198 0199',
      },
    ],
  },
  CD: {
    currency: 'CDF',
    zone: 'Africa/Kinshasa',
    languages: ['fr', 'sw'],
    step: 100,
    wallets: {alpha3: 'COD', diallingCode: '243', length: 12, isDocumented: true, trunkZero: true, lastGroup: 3},
    networks: [
      {id: 'VODACOM_CD', code: 'VODCOD', name: 'Vodacom M-Pesa', brand: 'M-Pesa', prefixes: '81 82 83 86'},
      {id: 'AIRTEL_CD', code: 'AIRCOD', name: 'Airtel Money', brand: 'Airtel Money', prefixes: '97 98 99'},
      {id: 'ORANGE_CD', code: 'ORACOD', name: 'Orange Money', brand: 'Orange', prefixes: '80 84 85 89'},
    ],
  },
  CM: {
    currency: 'XAF',
    zone: 'Africa/Douala',
    languages: ['fr', 'en'],
    step: 1,
    wallets: {alpha3: 'CMR', diallingCode: '237', length: 12, isDocumented: true, trunkZero: false, lastGroup: 2},
    networks: [
      {
        id: 'MTN_CM',
        code: 'MTNCMR',
        name: 'MTN MoMo',
        brand: 'MTN',
        prefixes: '650 651 652 653 654 67 680 681 682 683',
      },
      {
        id: 'ORANGE_CM',
        code: 'ORACMR',
        name: 'Orange Money',
        brand: 'Orange',
        prefixes: '655 656 657 658 659 686 687 69',
      },
    ],
  },
  ZM: {
    currency: 'ZMW',
    zone: 'Africa/Lusaka',
    languages: ['en'],
    step: 1,
    wallets: {alpha3: 'ZMB', diallingCode: '260', length: 12, isDocumented: false, trunkZero: true, lastGroup: 4},
    networks: [
      {id: 'AIRTEL_ZM', code: 'AIRZMB', name: 'Airtel Money', brand: 'Airtel Money', prefixes: '77 97'},
      {id: 'MTN_ZM', code: 'MTNZMB', name: 'MTN MoMo', brand: 'MTN', prefixes: '76 96'},
      {id: 'ZAMTEL_ZM', code: 'ZAMZMB', name: 'Zamtel Money', brand: 'Zamtel', prefixes: '75 95'},
    ],
  },
  SL: {
    currency: 'SLE',
    zone: 'Africa/Freetown',
    languages: ['en'],
    step: 1,
    wallets: {alpha3: 'SLE', diallingCode: '232', length: 11, isDocumented: true, trunkZero: true, lastGroup: 3},
    networks: [
      {id: 'ORANGE_SL', code: 'ORASLE', name: 'Orange Money', brand: 'Orange', prefixes: '71 72 73 74 75 76 78 79'},
      {id: 'AFRIMONEY_SL', code: 'AFRSLE', name: 'Afrimoney', brand: 'Afrimoney', prefixes: '30 33 77 80 88 90 99'},
    ],
  },
  AD: cashOnly('EUR', 'Europe/Andorra', 'fr', 'pt'),
  AE: cashOnly('AED', 'Asia/Dubai'),
  AF: cashOnly('AFN', 'Asia/Kabul'),
  AG: cashOnly('XCD', 'America/Antigua', 'en'),
  AI: cashOnly('XCD', 'America/Anguilla', 'en'),
  AL: cashOnly('ALL', 'Europe/Tirane'),
  AM: cashOnly('AMD', 'Asia/Yerevan'),
  AO: cashOnly('AOA', 'Africa/Luanda', 'pt'),
  AR: cashOnly('ARS', 'America/Argentina/Buenos_Aires'),
  AS: cashOnly('USD', 'Pacific/Pago_Pago', 'en'),
  AT: cashOnly('EUR', 'Europe/Vienna'),
  AU: cashOnly('AUD', 'Australia/Sydney', 'en'),
  AW: cashOnly('AWG', 'America/Aruba'),
  AX: cashOnly('EUR', 'Europe/Mariehamn'),
  AZ: cashOnly('AZN', 'Asia/Baku'),
  BA: cashOnly('BAM', 'Europe/Sarajevo'),
  BB: cashOnly('BBD', 'America/Barbados', 'en'),
  BD: cashOnly('BDT', 'Asia/Dhaka'),
  BE: cashOnly('EUR', 'Europe/Brussels', 'fr'),
  BF: cashOnly('XOF', 'Africa/Ouagadougou', 'fr'),
  BG: cashOnly('EUR', 'Europe/Sofia'),
  BH: cashOnly('BHD', 'Asia/Bahrain'),
  BI: cashOnly('BIF', 'Africa/Bujumbura', 'fr', 'sw', 'en'),
  BL: cashOnly('EUR', 'America/St_Barthelemy', 'fr'),
  BM: cashOnly('BMD', 'Atlantic/Bermuda', 'en'),
  BN: cashOnly('BND', 'Asia/Brunei'),
  BO: cashOnly('BOB', 'America/La_Paz'),
  BQ: cashOnly('USD', 'America/Kralendijk', 'en'),
  BR: cashOnly('BRL', 'America/Sao_Paulo', 'pt'),
  BS: cashOnly('BSD', 'America/Nassau', 'en'),
  BT: cashOnly('BTN', 'Asia/Thimphu'),
  BW: cashOnly('BWP', 'Africa/Gaborone', 'en'),
  BY: cashOnly('BYN', 'Europe/Minsk'),
  BZ: cashOnly('BZD', 'America/Belize', 'en'),
  CA: cashOnly('CAD', 'America/Toronto', 'en', 'fr'),
  CC: cashOnly('AUD', 'Indian/Cocos', 'en'),
  CF: cashOnly('XAF', 'Africa/Bangui', 'fr'),
  CG: cashOnly('XAF', 'Africa/Brazzaville', 'fr'),
  CH: cashOnly('CHF', 'Europe/Zurich', 'fr'),
  CK: cashOnly('NZD', 'Pacific/Rarotonga', 'en'),
  CL: cashOnly('CLP', 'America/Santiago'),
  CN: cashOnly('CNY', 'Asia/Shanghai'),
  CO: cashOnly('COP', 'America/Bogota'),
  CR: cashOnly('CRC', 'America/Costa_Rica'),
  CU: cashOnly('CUP', 'America/Havana'),
  CV: cashOnly('CVE', 'Atlantic/Cape_Verde', 'pt'),
  CW: cashOnly('XCG', 'America/Curacao', 'en'),
  CX: cashOnly('AUD', 'Indian/Christmas', 'en'),
  CY: cashOnly('EUR', 'Asia/Nicosia'),
  CZ: cashOnly('CZK', 'Europe/Prague'),
  DE: cashOnly('EUR', 'Europe/Berlin'),
  DJ: cashOnly('DJF', 'Africa/Djibouti', 'fr'),
  DK: cashOnly('DKK', 'Europe/Copenhagen'),
  DM: cashOnly('XCD', 'America/Dominica', 'en'),
  DO: cashOnly('DOP', 'America/Santo_Domingo'),
  DZ: cashOnly('DZD', 'Africa/Algiers', 'fr'),
  EC: cashOnly('USD', 'America/Guayaquil'),
  EE: cashOnly('EUR', 'Europe/Tallinn'),
  EG: cashOnly('EGP', 'Africa/Cairo'),
  EH: cashOnly('MAD', 'Africa/El_Aaiun'),
  ER: cashOnly('ERN', 'Africa/Asmara', 'en'),
  ES: cashOnly('EUR', 'Europe/Madrid'),
  ET: cashOnly('ETB', 'Africa/Addis_Ababa'),
  FI: cashOnly('EUR', 'Europe/Helsinki'),
  FJ: cashOnly('FJD', 'Pacific/Fiji', 'en'),
  FK: cashOnly('FKP', 'Atlantic/Stanley', 'en'),
  FM: cashOnly('USD', 'Pacific/Pohnpei', 'en'),
  FO: cashOnly('DKK', 'Atlantic/Faroe'),
  FR: cashOnly('EUR', 'Europe/Paris', 'fr'),
  GA: cashOnly('XAF', 'Africa/Libreville', 'fr'),
  GB: cashOnly('GBP', 'Europe/London', 'en'),
  GD: cashOnly('XCD', 'America/Grenada', 'en'),
  GE: cashOnly('GEL', 'Asia/Tbilisi'),
  GF: cashOnly('EUR', 'America/Cayenne', 'fr'),
  GG: cashOnly('GBP', 'Europe/Guernsey', 'en', 'fr'),
  GI: cashOnly('GIP', 'Europe/Gibraltar', 'en'),
  GL: cashOnly('DKK', 'America/Nuuk'),
  GM: cashOnly('GMD', 'Africa/Banjul', 'en'),
  GN: cashOnly('GNF', 'Africa/Conakry', 'fr'),
  GP: cashOnly('EUR', 'America/Guadeloupe', 'fr'),
  GQ: cashOnly('XAF', 'Africa/Malabo', 'fr', 'pt'),
  GR: cashOnly('EUR', 'Europe/Athens'),
  GS: cashOnly('GBP', 'Atlantic/South_Georgia', 'en'),
  GT: cashOnly('GTQ', 'America/Guatemala'),
  GU: cashOnly('USD', 'Pacific/Guam', 'en'),
  GW: cashOnly('XOF', 'Africa/Bissau', 'pt'),
  GY: cashOnly('GYD', 'America/Guyana', 'en'),
  HK: cashOnly('HKD', 'Asia/Hong_Kong', 'en'),
  HN: cashOnly('HNL', 'America/Tegucigalpa'),
  HR: cashOnly('EUR', 'Europe/Zagreb'),
  HT: cashOnly('HTG', 'America/Port-au-Prince', 'fr'),
  HU: cashOnly('HUF', 'Europe/Budapest'),
  ID: cashOnly('IDR', 'Asia/Jakarta'),
  IE: cashOnly('EUR', 'Europe/Dublin', 'en'),
  IL: cashOnly('ILS', 'Asia/Jerusalem'),
  IM: cashOnly('GBP', 'Europe/Isle_of_Man', 'en'),
  IN: cashOnly('INR', 'Asia/Kolkata', 'en'),
  IO: cashOnly('USD', 'Indian/Chagos', 'en'),
  IQ: cashOnly('IQD', 'Asia/Baghdad'),
  IR: cashOnly('IRR', 'Asia/Tehran'),
  IS: cashOnly('ISK', 'Atlantic/Reykjavik'),
  IT: cashOnly('EUR', 'Europe/Rome'),
  JE: cashOnly('GBP', 'Europe/Jersey', 'en', 'fr'),
  JM: cashOnly('JMD', 'America/Jamaica', 'en'),
  JO: cashOnly('JOD', 'Asia/Amman'),
  JP: cashOnly('JPY', 'Asia/Tokyo'),
  KG: cashOnly('KGS', 'Asia/Bishkek'),
  KH: cashOnly('KHR', 'Asia/Phnom_Penh'),
  KI: cashOnly('AUD', 'Pacific/Tarawa', 'en'),
  KM: cashOnly('KMF', 'Indian/Comoro', 'fr'),
  KN: cashOnly('XCD', 'America/St_Kitts', 'en'),
  KP: cashOnly('KPW', 'Asia/Pyongyang'),
  KR: cashOnly('KRW', 'Asia/Seoul'),
  KW: cashOnly('KWD', 'Asia/Kuwait'),
  KY: cashOnly('KYD', 'America/Cayman', 'en'),
  KZ: cashOnly('KZT', 'Asia/Almaty'),
  LA: cashOnly('LAK', 'Asia/Vientiane'),
  LB: cashOnly('LBP', 'Asia/Beirut', 'fr', 'en'),
  LC: cashOnly('XCD', 'America/St_Lucia', 'en'),
  LI: cashOnly('CHF', 'Europe/Vaduz'),
  LK: cashOnly('LKR', 'Asia/Colombo'),
  LS: cashOnly('LSL', 'Africa/Maseru', 'en'),
  LT: cashOnly('EUR', 'Europe/Vilnius'),
  LU: cashOnly('EUR', 'Europe/Luxembourg', 'fr'),
  LV: cashOnly('EUR', 'Europe/Riga'),
  LY: cashOnly('LYD', 'Africa/Tripoli'),
  MA: cashOnly('MAD', 'Africa/Casablanca', 'fr'),
  MC: cashOnly('EUR', 'Europe/Monaco', 'fr'),
  MD: cashOnly('MDL', 'Europe/Chisinau'),
  ME: cashOnly('EUR', 'Europe/Podgorica'),
  MF: cashOnly('EUR', 'America/Marigot', 'fr'),
  MG: cashOnly('MGA', 'Indian/Antananarivo', 'fr'),
  MH: cashOnly('USD', 'Pacific/Majuro', 'en'),
  MK: cashOnly('MKD', 'Europe/Skopje'),
  ML: cashOnly('XOF', 'Africa/Bamako', 'fr'),
  MM: cashOnly('MMK', 'Asia/Yangon'),
  MN: cashOnly('MNT', 'Asia/Ulaanbaatar'),
  MO: cashOnly('MOP', 'Asia/Macau', 'pt', 'en'),
  MP: cashOnly('USD', 'Pacific/Saipan', 'en'),
  MQ: cashOnly('EUR', 'America/Martinique', 'fr'),
  MR: cashOnly('MRU', 'Africa/Nouakchott', 'fr'),
  MS: cashOnly('XCD', 'America/Montserrat', 'en'),
  MT: cashOnly('EUR', 'Europe/Malta', 'en'),
  MU: cashOnly('MUR', 'Indian/Mauritius', 'en', 'fr'),
  MV: cashOnly('MVR', 'Indian/Maldives'),
  MW: cashOnly('MWK', 'Africa/Blantyre', 'en'),
  MX: cashOnly('MXN', 'America/Mexico_City'),
  MY: cashOnly('MYR', 'Asia/Kuala_Lumpur', 'en'),
  MZ: cashOnly('MZN', 'Africa/Maputo', 'pt'),
  NA: cashOnly('NAD', 'Africa/Windhoek', 'en'),
  NC: cashOnly('XPF', 'Pacific/Noumea', 'fr'),
  NE: cashOnly('XOF', 'Africa/Niamey', 'fr'),
  NF: cashOnly('AUD', 'Pacific/Norfolk', 'en'),
  NG: cashOnly('NGN', 'Africa/Lagos', 'en'),
  NI: cashOnly('NIO', 'America/Managua'),
  NL: cashOnly('EUR', 'Europe/Amsterdam'),
  NO: cashOnly('NOK', 'Europe/Oslo'),
  NP: cashOnly('NPR', 'Asia/Kathmandu'),
  NR: cashOnly('AUD', 'Pacific/Nauru', 'en'),
  NU: cashOnly('NZD', 'Pacific/Niue', 'en'),
  NZ: cashOnly('NZD', 'Pacific/Auckland', 'en'),
  OM: cashOnly('OMR', 'Asia/Muscat'),
  PA: cashOnly('PAB', 'America/Panama'),
  PE: cashOnly('PEN', 'America/Lima'),
  PF: cashOnly('XPF', 'Pacific/Tahiti', 'fr'),
  PG: cashOnly('PGK', 'Pacific/Port_Moresby', 'en'),
  PH: cashOnly('PHP', 'Asia/Manila', 'en'),
  PK: cashOnly('PKR', 'Asia/Karachi', 'en'),
  PL: cashOnly('PLN', 'Europe/Warsaw'),
  PM: cashOnly('EUR', 'America/Miquelon', 'fr'),
  PN: cashOnly('NZD', 'Pacific/Pitcairn', 'en'),
  PR: cashOnly('USD', 'America/Puerto_Rico', 'en'),
  PS: cashOnly('ILS', 'Asia/Hebron'),
  PT: cashOnly('EUR', 'Europe/Lisbon', 'pt'),
  PW: cashOnly('USD', 'Pacific/Palau', 'en'),
  PY: cashOnly('PYG', 'America/Asuncion'),
  QA: cashOnly('QAR', 'Asia/Qatar'),
  RE: cashOnly('EUR', 'Indian/Reunion', 'fr'),
  RO: cashOnly('RON', 'Europe/Bucharest'),
  RS: cashOnly('RSD', 'Europe/Belgrade'),
  RU: cashOnly('RUB', 'Europe/Moscow'),
  RW: cashOnly('RWF', 'Africa/Kigali', 'en', 'fr', 'sw'),
  SA: cashOnly('SAR', 'Asia/Riyadh'),
  SB: cashOnly('SBD', 'Pacific/Guadalcanal', 'en'),
  SC: cashOnly('SCR', 'Indian/Mahe', 'en', 'fr'),
  SD: cashOnly('SDG', 'Africa/Khartoum', 'en'),
  SE: cashOnly('SEK', 'Europe/Stockholm'),
  SG: cashOnly('SGD', 'Asia/Singapore', 'en'),
  SH: cashOnly('SHP', 'Atlantic/St_Helena', 'en'),
  SI: cashOnly('EUR', 'Europe/Ljubljana'),
  SJ: cashOnly('NOK', 'Arctic/Longyearbyen'),
  SK: cashOnly('EUR', 'Europe/Bratislava'),
  SM: cashOnly('EUR', 'Europe/San_Marino'),
  SN: cashOnly('XOF', 'Africa/Dakar', 'fr'),
  SO: cashOnly('SOS', 'Africa/Mogadishu'),
  SR: cashOnly('SRD', 'America/Paramaribo'),
  SS: cashOnly('SSP', 'Africa/Juba', 'en'),
  ST: cashOnly('STN', 'Africa/Sao_Tome', 'pt'),
  SV: cashOnly('USD', 'America/El_Salvador'),
  SX: cashOnly('XCG', 'America/Lower_Princes', 'en', 'fr'),
  SY: cashOnly('SYP', 'Asia/Damascus'),
  SZ: cashOnly('SZL', 'Africa/Mbabane', 'en'),
  TC: cashOnly('USD', 'America/Grand_Turk', 'en'),
  TD: cashOnly('XAF', 'Africa/Ndjamena', 'fr'),
  TF: cashOnly('EUR', 'Indian/Kerguelen', 'fr'),
  TG: cashOnly('XOF', 'Africa/Lome', 'fr'),
  TH: cashOnly('THB', 'Asia/Bangkok'),
  TJ: cashOnly('TJS', 'Asia/Dushanbe'),
  TK: cashOnly('NZD', 'Pacific/Fakaofo', 'en'),
  TL: cashOnly('USD', 'Asia/Dili', 'pt', 'en'),
  TM: cashOnly('TMT', 'Asia/Ashgabat'),
  TN: cashOnly('TND', 'Africa/Tunis', 'fr'),
  TO: cashOnly('TOP', 'Pacific/Tongatapu', 'en'),
  TR: cashOnly('TRY', 'Europe/Istanbul'),
  TT: cashOnly('TTD', 'America/Port_of_Spain', 'en'),
  TV: cashOnly('AUD', 'Pacific/Funafuti', 'en'),
  TW: cashOnly('TWD', 'Asia/Taipei'),
  UA: cashOnly('UAH', 'Europe/Kyiv'),
  UM: cashOnly('USD', 'Pacific/Midway', 'en'),
  US: cashOnly('USD', 'America/New_York', 'en'),
  UY: cashOnly('UYU', 'America/Montevideo'),
  UZ: cashOnly('UZS', 'Asia/Tashkent'),
  VA: cashOnly('EUR', 'Europe/Vatican'),
  VC: cashOnly('XCD', 'America/St_Vincent', 'en'),
  VE: cashOnly('VES', 'America/Caracas'),
  VG: cashOnly('USD', 'America/Tortola', 'en'),
  VI: cashOnly('USD', 'America/St_Thomas', 'en'),
  VN: cashOnly('VND', 'Asia/Ho_Chi_Minh'),
  VU: cashOnly('VUV', 'Pacific/Efate', 'en', 'fr'),
  WF: cashOnly('XPF', 'Pacific/Wallis', 'fr'),
  WS: cashOnly('WST', 'Pacific/Apia', 'en'),
  YE: cashOnly('YER', 'Asia/Aden'),
  YT: cashOnly('EUR', 'Indian/Mayotte', 'fr'),
  ZW: cashOnly('ZWG', 'Africa/Harare', 'en'),
} as const satisfies Readonly<Record<string, MarketFacts>>;

/** ISO 3166-1 alpha-2 codes of the countries in which a shop may be. */
export type Country = keyof typeof countries;

export type Network = Omit<NetworkFacts, 'prefixes' | 'maximum'> & {
  readonly country: Country;
  readonly prefixes: readonly string[];
  readonly maximum?: Money;
};

export type Market = Omit<MarketFacts, 'networks'> & {readonly country: Country; readonly networks: readonly Network[]};

/** A country in which the service collects. */
export type ServedMarket = Market & {readonly wallets: Wallets};

/** All countries, in the order of the table. */
export const allMarkets: readonly Market[] = Object.entries<MarketFacts>(countries).map(([code, facts]) => {
  const country = code as Country;
  const networks = facts.networks.map(({prefixes, maximum: minor, ...network}) => ({
    ...network,
    country,
    prefixes: prefixes.match(/\d+/gu) ?? [],
    ...(minor === undefined ? {} : {maximum: {currency: facts.currency, minor}}),
  }));
  return {...facts, country, networks};
});

export const isServed = (market: Market): market is ServedMarket => market.wallets !== null;

/** The countries in which the service collects. */
export const markets: readonly ServedMarket[] = allMarkets.filter(isServed);

/** The currencies in which the service takes money: from wallets, and by card in dollars and naira. */
export const serviceCurrencies: readonly Currency[] = [
  ...new Set<Currency>([...markets.map(({currency}) => currency), 'USD', 'NGN']),
];
