import type {Verdict} from '../payment/payment.js';
import type {Language} from './fill.js';

type ReceiptWords = {
  /** The heading of a paid slip; whatever is not paid has the banner of its verdict instead. */
  readonly receipt: string;
  readonly banners: Readonly<Record<Exclude<Verdict, 'paid'>, string>>;
  readonly profiles: {readonly sandbox: string; readonly test: string};
  readonly till: string;
  readonly date: string;
  readonly reference: string;
  readonly sale: string;
  readonly wallet: string;
  readonly network: string;
  readonly paidBy: string;
  readonly tendered: string;
  readonly change: string;
  readonly card: string;
  readonly customer: string;
  readonly brand: string;
  readonly servedBy: string;
  readonly status: string;
  /** A person's word stands for the service's. */
  readonly judgedBy: string;
  readonly refunded: string;
  /** Nobody knows yet whether the money went back. */
  readonly refundUnclear: string;
  /** `{copy}` counts the copies after the original. */
  readonly copy: string;
  /** Under the code by which anybody can check a receipt. */
  readonly check: string;
  readonly thanks: string;
  /** In its place where the sale was paid a second time. */
  readonly paidTwice: string;
};

/** What a slip says, in words that every printer has: no glyphs beside letters. */
export const receiptWords: Readonly<Record<Language, ReceiptWords>> = {
  en: {
    receipt: 'RECEIPT',
    banners: {
      'not-known': 'PENDING - NOT A RECEIPT',
      'not-paid': 'NOT PAID - NOT A RECEIPT',
      'needs-person': 'UNDER REVIEW - NOT A RECEIPT',
    },
    profiles: {sandbox: 'SANDBOX - NO MONEY MOVED', test: 'TEST - NO MONEY MOVED'},
    till: 'Till',
    date: 'Date',
    reference: 'Reference',
    sale: 'Sale',
    wallet: 'Wallet',
    network: 'Network',
    paidBy: 'Paid by',
    tendered: 'Received',
    change: 'Change',
    card: 'Card ending in',
    customer: 'Customer',
    brand: 'Card',
    servedBy: 'Served by',
    status: 'Status',
    judgedBy: 'Confirmed by',
    refunded: 'Refunded',
    refundUnclear: 'Refund not confirmed yet',
    copy: 'COPY {copy}',
    check: 'Scan to check this receipt',
    thanks: 'Thank you.',
    paidTwice: 'This sale was paid twice: please ask for one payment back.',
  },
  fr: {
    receipt: 'REÇU',
    banners: {
      'not-known': 'EN ATTENTE - PAS UN REÇU',
      'not-paid': 'NON PAYÉ - PAS UN REÇU',
      'needs-person': 'À VÉRIFIER - PAS UN REÇU',
    },
    profiles: {sandbox: 'SANDBOX - AUCUN ARGENT', test: 'TEST - AUCUN ARGENT'},
    till: 'Caisse',
    date: 'Date',
    reference: 'Référence',
    sale: 'Vente',
    wallet: 'Portefeuille',
    network: 'Réseau',
    paidBy: 'Payé en',
    tendered: 'Reçu',
    change: 'Monnaie',
    card: 'Carte finissant par',
    customer: 'Client',
    brand: 'Carte',
    servedBy: 'Servi par',
    status: 'État',
    judgedBy: 'Confirmé par',
    refunded: 'Remboursé',
    refundUnclear: 'Remboursement non confirmé',
    copy: 'COPIE {copy}',
    check: 'Scannez pour vérifier ce reçu',
    thanks: 'Merci.',
    paidTwice: 'Vente payée deux fois : demandez le remboursement d’un paiement.',
  },
};
