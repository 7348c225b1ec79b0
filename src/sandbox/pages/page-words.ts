import type {Country} from '../fixtures/countries.js';

export type PageWords = {
  readonly title: string;
  readonly practice: string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly approve: string;
  readonly decline: string;
  readonly decided: string;
  readonly goBack: string;
  readonly close: string;
  readonly unknown: string;
};

/** The texts of the sandbox's pages. */
export const pageWords: Readonly<Record<Country['language'], PageWords>> = {
  en: {
    title: 'Confirm your payment',
    practice: 'Practice page of the sandbox: no money moves.',
    amount: 'Amount',
    description: 'For',
    reference: 'Reference',
    approve: 'Approve',
    decline: 'Decline',
    decided: 'This payment has been answered already. There is nothing more to do here.',
    goBack: 'Back to the merchant',
    close: 'You can close this page.',
    unknown: 'There is no payment at this address.',
  },
  fr: {
    title: 'Confirmez votre paiement',
    practice: 'Page d’essai du bac à sable : aucun argent ne circule.',
    amount: 'Montant',
    description: 'Objet',
    reference: 'Référence',
    approve: 'Approuver',
    decline: 'Refuser',
    decided: 'Ce paiement a déjà reçu une réponse. Il n’y a plus rien à faire ici.',
    goBack: 'Retour chez le marchand',
    close: 'Vous pouvez fermer cette page.',
    unknown: 'Il n’y a pas de paiement à cette adresse.',
  },
};
