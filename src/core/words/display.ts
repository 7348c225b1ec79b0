import type {Badge} from '../payment/badge.js';
import type {Language} from './fill.js';

type DisplayWords = {
  /** To whoever comes next. */
  readonly welcome: string;
  /** For the customer, who does not decide about goods; drawn in large letters where there is room. */
  readonly verdicts: Readonly<Record<Badge, string>>;
  readonly wallet: string;
  readonly card: string;
  readonly scan: string;
  readonly openPage: string;
  readonly tooSmall: string;
};

/** What stands on the customer's screen beside the sentence to the customer. */
export const displayWords: Readonly<Record<Language, DisplayWords>> = {
  en: {
    welcome: 'Welcome.',
    verdicts: {
      paid: 'PAID',
      'judged-paid': 'ACCEPTED',
      'given-back': 'REFUNDED',
      'not-paid': 'NOT PAID',
      'not-known': 'WAITING',
      'needs-person': 'ONE MOMENT',
    },
    wallet: 'Wallet {wallet}',
    card: '{brand} ···· {lastFour}',
    scan: 'Scan to pay',
    openPage: 'The page is at:',
    tooSmall: 'Too small: make it 40x12.',
  },
  fr: {
    welcome: 'Bienvenue.',
    verdicts: {
      paid: 'PAYÉ',
      'judged-paid': 'ACCEPTÉ',
      'given-back': 'REMBOURSÉ',
      'not-paid': 'NON PAYÉ',
      'not-known': 'EN ATTENTE',
      'needs-person': 'UN INSTANT',
    },
    wallet: 'Portefeuille {wallet}',
    card: '{brand} ···· {lastFour}',
    scan: 'Scannez pour payer',
    openPage: 'La page est à l’adresse :',
    tooSmall: 'Trop petit : il faut 40x12.',
  },
};
