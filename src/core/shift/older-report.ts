import type {Report} from './report-schema.js';

type Tender = Report['tenders'][number];

/**
 * A report with the ids of its tenders. Up to version 0.1.0, reports named tenders in words. Such reports will always be read; the tables
 * below say what each word meant, whatever a network is called now.
 */
export function withTenderIds(report: Report): Report {
  return {...report, tenders: report.tenders.map(tender => ({...tender, channel: channelOf(tender)}))};
}

function channelOf({method, channel, total}: Tender): string {
  if (method === 'cash') return 'cash';
  if (method === 'mobile-money') return networks[`${channel} ${total.currency}`] ?? channel;
  if (method === 'card') return cards[channel] ?? channel;
  return charges[channel] ?? channel;
}

const charges: Readonly<Record<string, string>> = {
  Enrolment: 'enrolment',
  Abonnement: 'enrolment',
  Renewal: 'renewal',
  Renouvellement: 'renewal',
};

const cards: Readonly<Record<string, string>> = {
  Card: 'card',
  Visa: 'visa',
  Mastercard: 'mastercard',
  'American Express': 'american-express',
  'Diners Club': 'diners-club',
  Discover: 'discover',
  Troy: 'troy',
  JCB: 'jcb',
  UnionPay: 'unionpay',
  Naranja: 'naranja',
  Verve: 'verve',
  Maestro: 'maestro',
  Elo: 'elo',
  Mir: 'mir',
  Hiper: 'hiper',
  Hipercard: 'hipercard',
};

/** MTN and Moov in XOF may belong to Ivory Coast or to Benin; a report does not say which, so their words stay. */
const networks: Readonly<Record<string, string>> = {
  'M-Pesa KES': 'SAFARICOM_KE',
  'Airtel Money KES': 'AIRTEL_KE',
  'MTN GHS': 'MTN_GH',
  'Telecel GHS': 'VODAFONE_GH',
  'AT Money GHS': 'AIRTELTIGO_GH',
  'MTN UGX': 'MTN_UG',
  'Airtel Money UGX': 'AIRTEL_UG',
  'M-Pesa TZS': 'VODACOM_TZ',
  'Airtel Money TZS': 'AIRTEL_TZ',
  'Mixx by Yas TZS': 'TIGO_TZ',
  'HaloPesa TZS': 'HALOPESA_TZ',
  'Orange LRD': 'ORANGE_LR',
  'MTN LRD': 'MTN_LR',
  'EFT ZAR': 'EFT_ZA',
  'Capitec Pay ZAR': 'CAPITEC_ZA',
  'Orange XOF': 'ORANGE_CI',
  'Wave XOF': 'WAVE_CI',
  'M-Pesa CDF': 'VODACOM_CD',
  'Airtel Money CDF': 'AIRTEL_CD',
  'Orange CDF': 'ORANGE_CD',
  'MTN XAF': 'MTN_CM',
  'Orange XAF': 'ORANGE_CM',
  'Airtel Money ZMW': 'AIRTEL_ZM',
  'MTN ZMW': 'MTN_ZM',
  'Zamtel ZMW': 'ZAMTEL_ZM',
  'Orange SLE': 'ORANGE_SL',
  'Afrimoney SLE': 'AFRIMONEY_SL',
};
