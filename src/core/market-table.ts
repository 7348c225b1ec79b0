import type {Currency, Money} from './money.js';

/** ISO 3166-1 alpha-2 codes of the countries that the service collects in. */
export type Country = 'KE' | 'GH' | 'UG' | 'TZ' | 'LR' | 'ZA' | 'CI' | 'BJ' | 'CD' | 'CM' | 'ZM' | 'SL';
export type Language = 'en' | 'fr';

/** One way to pay in a country: a mobile-money network, or in South Africa a bank payment on a web page. */
export type Network = {
  /** Unique over all countries, e.g. `'ORANGE_CI'`, in the form of the service's `payment_method`. */
  readonly id: string;
  /** The service's bank code by default; its own list and the merchant come first. Networks may share one. */
  readonly code: string;
  readonly name: string;
  /** Short name for the screen, e.g. `'M-Pesa'`. */
  readonly brand: string;
  /** First digits after the dialling code. They only guess: numbers move between networks. */
  readonly prefixes: readonly string[];
  readonly country: Country;
  /** The most that one payment may be; absent where nobody publishes it. */
  readonly maximum?: Money;
  /** What the customer has to do beyond the prompt on the phone, as documented by the service. */
  readonly needs?: 'otp' | 'redirect';
};

/** One country of the service, with what its payments and telephone numbers look like. */
export type Market = {
  readonly country: Country;
  readonly alpha3: string;
  readonly name: {readonly en: string; readonly fr: string};
  readonly currency: Currency;
  readonly diallingCode: string;
  /** Digits of a wallet with its dialling code. */
  readonly walletDigits: number;
  /** Whether the service's contract states the length: then it is enforced, otherwise one digit off is a warning. */
  readonly lengthIsDocumented: boolean;
  /** Whether a national number is written with a 0 that its international form drops. */
  readonly trunkZero: boolean;
  /** The finest step of a payment in minor units: 100 is whole units of a currency with cents. */
  readonly step: number;
  readonly language: Language;
  /** IANA time zone by default. A country may span others: `CD` starts with Kinshasa's. */
  readonly zone: string;
  readonly networks: readonly Network[];
};

/**
 * Every country of the service.
 *
 * Lengths: those of KE, GH, UG, TZ, CM, CD and SL are of the service's contract, LR and CI elsewhere in its documents;
 * BJ, ZM and ZA are inferred. Steps of a whole unit were observed by integrators. Bank codes: SAFKEN, MOMCIV and EFTZAR
 * are documented; Ghana's, Uganda's, Cameroon's, Sierra Leone's, AIRTZA, TIGTZA, HALTZA, WAVCIV, MTNBEN and CPZZAR were
 * seen in use by integrators; the others are inferred or contradictory. Prefixes are of public numbering plans.
 */
export const markets: readonly Market[] = [
  {
    country: 'KE',
    alpha3: 'KEN',
    name: {en: 'Kenya', fr: 'Kenya'},
    currency: 'KES',
    diallingCode: '254',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 100,
    language: 'en',
    zone: 'Africa/Nairobi',
    networks: [
      {
        id: 'SAFARICOM_KE',
        code: 'SAFKEN',
        name: 'Safaricom M-Pesa',
        brand: 'M-Pesa',
        country: 'KE',
        prefixes: list('11 70 71 72 740 741 742 743 745 746 748 757 758 759 768 769 79'),
        maximum: {currency: 'KES', minor: 250_000_00}, // Central Bank of Kenya, since August 2023
      },
      {
        id: 'AIRTEL_KE',
        code: 'AIRKEN',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        country: 'KE',
        prefixes: list('10 73 750 751 752 753 754 755 756 762 78'),
        maximum: {currency: 'KES', minor: 250_000_00}, // Central Bank of Kenya, since August 2023
      },
    ],
  },
  {
    country: 'GH',
    alpha3: 'GHA',
    name: {en: 'Ghana', fr: 'Ghana'},
    currency: 'GHS',
    diallingCode: '233',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Accra',
    networks: [
      {id: 'MTN_GH', code: 'MTN', name: 'MTN MoMo', brand: 'MTN', country: 'GH', prefixes: list('24 25 53 54 55 59')},
      {
        id: 'VODAFONE_GH',
        code: 'VOD',
        name: 'Telecel Cash (Vodafone)',
        brand: 'Telecel',
        country: 'GH',
        prefixes: list('20 50'),
      },
      {
        id: 'AIRTELTIGO_GH',
        code: 'AIR',
        name: 'AT Money (AirtelTigo)',
        brand: 'AT Money',
        country: 'GH',
        prefixes: list('26 27 56 57'),
      },
    ],
  },
  {
    country: 'UG',
    alpha3: 'UGA',
    name: {en: 'Uganda', fr: 'Ouganda'},
    currency: 'UGX',
    diallingCode: '256',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Kampala',
    networks: [
      {
        id: 'MTN_UG',
        code: 'MTNUGA',
        name: 'MTN MoMo',
        brand: 'MTN',
        country: 'UG',
        prefixes: list('31 39 76 77 78'),
        maximum: {currency: 'UGX', minor: 5_000_000}, // the network's published key facts, highest class of customers
      },
      {
        id: 'AIRTEL_UG',
        code: 'AIRUGA',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        country: 'UG',
        prefixes: list('20 70 74 75'),
      },
    ],
  },
  {
    country: 'TZ',
    alpha3: 'TZA',
    name: {en: 'Tanzania', fr: 'Tanzanie'},
    currency: 'TZS',
    diallingCode: '255',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 100,
    language: 'en',
    zone: 'Africa/Dar_es_Salaam',
    networks: [
      {
        id: 'VODACOM_TZ',
        code: 'VODTZA',
        name: 'Vodacom M-Pesa',
        brand: 'M-Pesa',
        country: 'TZ',
        prefixes: list('72 74 75 76 79'),
      },
      {
        id: 'AIRTEL_TZ',
        code: 'AIRTZA',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        country: 'TZ',
        prefixes: list('66 68 69 78'),
      },
      {
        id: 'TIGO_TZ',
        code: 'TIGTZA',
        name: 'Mixx by Yas (Tigo Pesa)',
        brand: 'Mixx by Yas',
        country: 'TZ',
        prefixes: list('65 67 70 71 77'),
      },
      {
        id: 'HALOPESA_TZ',
        code: 'HALTZA',
        name: 'HaloPesa',
        brand: 'HaloPesa',
        country: 'TZ',
        prefixes: list('61 62 63'),
      },
    ],
  },
  {
    country: 'LR',
    alpha3: 'LBR',
    name: {en: 'Liberia', fr: 'Libéria'},
    currency: 'LRD',
    diallingCode: '231',
    walletDigits: 12,
    lengthIsDocumented: false,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Monrovia',
    networks: [
      {id: 'ORANGE_LR', code: 'ORALBR', name: 'Orange Money', brand: 'Orange', country: 'LR', prefixes: list('7')},
      {id: 'MTN_LR', code: 'MTNLBR', name: 'Lonestar MTN MoMo', brand: 'MTN', country: 'LR', prefixes: list('55 8')},
    ],
  },
  {
    country: 'ZA',
    alpha3: 'ZAF',
    name: {en: 'South Africa', fr: 'Afrique du Sud'},
    currency: 'ZAR',
    diallingCode: '27',
    walletDigits: 11,
    lengthIsDocumented: false,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Johannesburg',
    networks: [
      {id: 'EFT_ZA', code: 'EFTZAR', name: 'Instant EFT', brand: 'EFT', country: 'ZA', prefixes: [], needs: 'redirect'},
      {
        id: 'CAPITEC_ZA',
        code: 'CPZZAR',
        name: 'Capitec Pay',
        brand: 'Capitec Pay',
        country: 'ZA',
        prefixes: [],
        needs: 'redirect',
      },
    ],
  },
  {
    country: 'CI',
    alpha3: 'CIV',
    name: {en: 'Ivory Coast', fr: 'Côte d’Ivoire'},
    currency: 'XOF',
    diallingCode: '225',
    walletDigits: 13,
    lengthIsDocumented: false,
    trunkZero: false,
    step: 1,
    language: 'fr',
    zone: 'Africa/Abidjan',
    networks: [
      {
        id: 'ORANGE_CI',
        code: 'MOMCIV',
        name: 'Orange Money',
        brand: 'Orange',
        country: 'CI',
        prefixes: list('07'),
        needs: 'otp',
      },
      {id: 'MTN_CI', code: 'MOMCIV', name: 'MTN MoMo', brand: 'MTN', country: 'CI', prefixes: list('05')},
      {id: 'MOOV_CI', code: 'MOMCIV', name: 'Moov Money', brand: 'Moov', country: 'CI', prefixes: list('01')},
      {id: 'WAVE_CI', code: 'WAVCIV', name: 'Wave', brand: 'Wave', country: 'CI', prefixes: [], needs: 'redirect'},
    ],
  },
  {
    country: 'BJ',
    alpha3: 'BEN',
    name: {en: 'Benin', fr: 'Bénin'},
    currency: 'XOF',
    diallingCode: '229',
    walletDigits: 13,
    lengthIsDocumented: false,
    trunkZero: false,
    step: 1,
    language: 'fr',
    zone: 'Africa/Porto-Novo',
    networks: [
      {
        id: 'MTN_BJ',
        code: 'MTNBEN',
        name: 'MTN MoMo',
        brand: 'MTN',
        country: 'BJ',
        prefixes: list('0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197'),
      },
      {
        id: 'MOOV_BJ',
        code: 'MOOBEN',
        name: 'Moov Money',
        brand: 'Moov',
        country: 'BJ',
        prefixes: list('0145 0155 0158 0160 0163 0164 0165 0168 0194 0195 0198 0199'),
      },
    ],
  },
  {
    country: 'CD',
    alpha3: 'COD',
    name: {en: 'DR Congo', fr: 'RD Congo'},
    currency: 'CDF',
    diallingCode: '243',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 100,
    language: 'fr',
    zone: 'Africa/Kinshasa',
    networks: [
      {
        id: 'VODACOM_CD',
        code: 'VODCOD',
        name: 'Vodacom M-Pesa',
        brand: 'M-Pesa',
        country: 'CD',
        prefixes: list('81 82 83 86'),
      },
      {
        id: 'AIRTEL_CD',
        code: 'AIRCOD',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        country: 'CD',
        prefixes: list('97 98 99'),
      },
      {
        id: 'ORANGE_CD',
        code: 'ORACOD',
        name: 'Orange Money',
        brand: 'Orange',
        country: 'CD',
        prefixes: list('80 84 85 89'),
      },
    ],
  },
  {
    country: 'CM',
    alpha3: 'CMR',
    name: {en: 'Cameroon', fr: 'Cameroun'},
    currency: 'XAF',
    diallingCode: '237',
    walletDigits: 12,
    lengthIsDocumented: true,
    trunkZero: false,
    step: 1,
    language: 'fr',
    zone: 'Africa/Douala',
    networks: [
      {
        id: 'MTN_CM',
        code: 'MTNCMR',
        name: 'MTN MoMo',
        brand: 'MTN',
        country: 'CM',
        prefixes: list('650 651 652 653 654 67 680 681 682 683'),
      },
      {
        id: 'ORANGE_CM',
        code: 'ORACMR',
        name: 'Orange Money',
        brand: 'Orange',
        country: 'CM',
        prefixes: list('655 656 657 658 659 686 687 69'),
      },
    ],
  },
  {
    country: 'ZM',
    alpha3: 'ZMB',
    name: {en: 'Zambia', fr: 'Zambie'},
    currency: 'ZMW',
    diallingCode: '260',
    walletDigits: 12,
    lengthIsDocumented: false,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Lusaka',
    networks: [
      {
        id: 'AIRTEL_ZM',
        code: 'AIRZMB',
        name: 'Airtel Money',
        brand: 'Airtel Money',
        country: 'ZM',
        prefixes: list('77 97'),
      },
      {id: 'MTN_ZM', code: 'MTNZMB', name: 'MTN MoMo', brand: 'MTN', country: 'ZM', prefixes: list('76 96')},
      {id: 'ZAMTEL_ZM', code: 'ZAMZMB', name: 'Zamtel Money', brand: 'Zamtel', country: 'ZM', prefixes: list('75 95')},
    ],
  },
  {
    country: 'SL',
    alpha3: 'SLE',
    name: {en: 'Sierra Leone', fr: 'Sierra Leone'},
    currency: 'SLE',
    diallingCode: '232',
    walletDigits: 11,
    lengthIsDocumented: true,
    trunkZero: true,
    step: 1,
    language: 'en',
    zone: 'Africa/Freetown',
    networks: [
      {
        id: 'ORANGE_SL',
        code: 'ORASLE',
        name: 'Orange Money',
        brand: 'Orange',
        country: 'SL',
        prefixes: list('71 72 73 74 75 76 78 79'),
      },
      {
        id: 'AFRIMONEY_SL',
        code: 'AFRSLE',
        name: 'Afrimoney',
        brand: 'Afrimoney',
        country: 'SL',
        prefixes: list('30 33 77 80 88 90 99'),
      },
    ],
  },
];

function list(prefixes: string): readonly string[] {
  return prefixes.split(' ');
}
