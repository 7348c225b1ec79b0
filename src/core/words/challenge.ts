import type {Language} from './fill.js';

/** What the page can say about the payment; `gone` is said when nobody answers it any more. */
export type ChallengeSentence = 'waiting' | 'asking' | 'paid' | 'not-paid' | 'needs-person' | 'gone';

type ChallengeWords = {
  readonly title: string;
  readonly reference: string;
  /** Names the bank's part of the page to those who do not see it. */
  readonly bank: string;
  readonly sentences: Readonly<Record<ChallengeSentence, string>>;
  readonly noScript: string;
  readonly goOn: string;
};

/** What the page says in which a bank asks the customer whether a card payment is hers. */
export const challengeWords: Readonly<Record<Language, ChallengeWords>> = {
  en: {
    title: 'Card payment',
    reference: 'Reference',
    bank: 'The bank’s page',
    sentences: {
      waiting: 'Waiting for the customer…',
      asking: 'The bank has answered; the till is asking…',
      paid: 'Paid. You can close this page.',
      'not-paid': 'Not paid: see the till.',
      'needs-person': 'A person is needed: see the till.',
      gone: 'The till no longer answers; the payment goes on: look at the till.',
    },
    noScript: 'This browser runs no scripts. Go on to the bank here; how it ended stands on the till.',
    goOn: 'Go on to the bank',
  },
  fr: {
    title: 'Paiement par carte',
    reference: 'Référence',
    bank: 'La page de la banque',
    sentences: {
      waiting: 'En attente du client…',
      asking: 'La banque a répondu ; la caisse se renseigne…',
      paid: 'Payé. Vous pouvez fermer cette page.',
      'not-paid': 'Non payé : voyez la caisse.',
      'needs-person': 'Un responsable doit s’en occuper : voyez la caisse.',
      gone: 'La caisse ne répond plus ; le paiement suit son cours : regardez la caisse.',
    },
    noScript: 'Ce navigateur n’exécute pas les scripts. Continuez ici chez la banque ; la caisse dira le résultat.',
    goOn: 'Continuer chez la banque',
  },
};
