import type {RefundStatus} from '../refund/refund.js';
import type {Language} from './fill.js';

/** What the screens say of cards: the sale, the bank's page, and money that is given back. */
export type CardScreenWords = {
  readonly sale: {
    readonly title: string;
    readonly nextAttempt: string;
    readonly fields: Readonly<
      Record<
        | 'amount'
        | 'currency'
        | 'number'
        | 'expiry'
        | 'securityCode'
        | 'pin'
        | 'more'
        | 'holder'
        | 'firstName'
        | 'lastName'
        | 'email'
        | 'phone'
        | 'description',
        string
      >
    >;
    readonly expiryHint: string;
    readonly codeHint: string;
    readonly pinHint: string;
    readonly pinWarning: string;
    readonly moreHint: string;
    readonly noNaira: string;
    readonly notKept: string;
    /** For an ear: how many of the digits are there. */
    readonly digits: string;
    readonly hidden: string;
    /** For an ear: what is left of a card. */
    readonly endingIn: string;
  };
  readonly confirm: {
    readonly title: string;
    readonly card: string;
    readonly withPin: string;
    readonly cannotRecall: string;
    readonly earlier: string;
    readonly earlierPaid: string;
    readonly reasonMissing: string;
  };
  readonly challenge: {
    readonly page: string;
    readonly ssh: string;
    readonly opening: string;
    readonly opened: string;
    readonly follow: string;
    readonly retry: string;
  };
  readonly payment: {
    readonly typeAgain: string;
    readonly giveThisBack: string;
    readonly giveOtherBack: string;
  };
  readonly refund: {
    readonly title: string;
    readonly rest: string;
    readonly fields: Readonly<Record<'amount' | 'why' | 'reason' | 'unheard', string>>;
    readonly all: string;
    /** Those with a key of their own. */
    readonly reasons: readonly string[];
    readonly other: string;
    readonly choose: string;
    readonly chooseFirst: string;
    readonly question: string;
    readonly cannotRecall: string;
    readonly sending: string;
    readonly statuses: Readonly<Record<RefundStatus, string>>;
    readonly mayResolve: string;
    /** Of a refund that the service alone knew of. */
    readonly fromHistory: string;
    /** Before money is given back although nobody knows of the service's refunds. */
    readonly unheard: string;
    readonly inAll: string;
    readonly whole: string;
    /** In a column's width. */
    readonly given: string;
    readonly unclear: string;
    readonly resolve: {
      readonly title: string;
      readonly lead: string;
      readonly answers: Readonly<Record<'made' | 'not-made', string>>;
      readonly chooseFirst: string;
    };
  };
};

export const cardWords: Readonly<Record<Language, CardScreenWords>> = {
  en: {
    sale: {
      title: 'New sale by card',
      nextAttempt: 'Sale {sale}: another attempt, by card',
      fields: {
        amount: 'Amount',
        currency: 'Currency',
        number: 'Card number',
        expiry: 'Expiry',
        securityCode: 'Security code',
        pin: 'PIN',
        more: 'More',
        holder: 'Name on the card',
        firstName: 'First name',
        lastName: 'Last name',
        email: 'E-mail',
        phone: 'Telephone',
        description: 'Description',
      },
      expiryHint: 'as in 01/39',
      codeHint: '{length} digits',
      pinHint: '4 to 6 digits',
      pinWarning: 'A PIN that is typed on a computer can be stolen there: a payment terminal is safer.',
      moreHint: 'customer, e-mail, telephone, description',
      noNaira: 'Naira are not offered: such cards need their PIN, which this till does not take.',
      notKept: 'Of a card no more than its last four digits is kept.',
      digits: '{count} digits',
      hidden: '{count} digits, not shown',
      endingIn: 'card ending in {lastFour}',
    },
    confirm: {
      title: 'Charge this card?',
      card: 'card',
      withPin: 'with its PIN',
      cannotRecall: 'The bank may ask the customer first. A charge cannot be recalled, only given back.',
      earlier: 'A card with this ending was charged {amount} already ({age} ago, {reference}): {status}.',
      earlierPaid: 'A card with this ending has just paid {amount} ({reference}). Is this another sale?',
      reasonMissing: 'Type why a card with this ending is charged again, or press {key}.',
    },
    challenge: {
      page: 'Page',
      ssh: 'First',
      opening: 'getting the bank’s page ready…',
      opened: 'It opens in the browser here; {key} opens it again.',
      follow: 'Closing the page changes nothing: the till follows the payment.',
      retry: '{key} tries again.',
    },
    payment: {
      typeAgain: 'It has provably not left this machine, and no card is kept: {key} takes the card again.',
      giveThisBack: '{key} gives this one back to the card.',
      giveOtherBack: 'The one by card can be given back: {reference}.',
    },
    refund: {
      title: 'Give money back?',
      rest: '{rest} of {amount} can be given back',
      fields: {amount: 'Amount', why: 'Why', reason: 'In your words', unheard: 'Go on because'},
      all: 'all that is left',
      reasons: ['returned goods', 'wrong amount', 'charged twice'],
      other: 'another reason',
      choose: '{keys} chooses',
      chooseFirst: 'Choose a reason with {keys}.',
      question: 'Give {amount} back to {card}? Why: “{reason}”.',
      cannotRecall: 'A refund cannot be recalled. It is sent once.',
      sending: 'Asking for earlier refunds, writing it down and sending…',
      statuses: {
        requested: 'Refund of {amount}: about to be sent.',
        sent: 'Refund of {amount}: sent, no answer yet.',
        unknown: 'Refund of {amount}: it may have been made. The till looks for it in the service’s history.',
        pending: 'Refund of {amount}: accepted, not done yet.',
        done: 'Refund of {amount}: given back.',
        failed: 'Refund of {amount}: not given back. {why}',
      },
      mayResolve: '{key}: a person may say how the refund ended.',
      fromHistory: 'The service told of it: it was made elsewhere, or this journal has lost it.',
      unheard: 'Not known: which refunds the service has. Money may be given back twice.',
      inAll: 'In all {done} was given back.',
      given: 'given back',
      whole: 'All of it was given back: keep the goods.',
      unclear: 'Send no other refund before that is known.',
      resolve: {
        title: 'How did this refund end?',
        lead: 'The service does not say. Find out from the service’s dashboard or the card’s statement.',
        answers: {made: '✓ given back', 'not-made': '✗ not given back'},
        chooseFirst: 'Choose with {key}: given back or not given back.',
      },
    },
  },
  fr: {
    sale: {
      title: 'Nouvelle vente par carte',
      nextAttempt: 'Vente {sale} : autre tentative, par carte',
      fields: {
        amount: 'Montant',
        currency: 'Devise',
        number: 'Numéro de carte',
        expiry: 'Expiration',
        securityCode: 'Code de sécurité',
        pin: 'Code PIN',
        more: 'Plus',
        holder: 'Nom sur la carte',
        firstName: 'Prénom',
        lastName: 'Nom',
        email: 'E-mail',
        phone: 'Téléphone',
        description: 'Description',
      },
      expiryHint: 'comme 01/39',
      codeHint: '{length} chiffres',
      pinHint: '4 à 6 chiffres',
      pinWarning: 'Un code PIN saisi sur un ordinateur peut y être volé : un terminal de paiement est plus sûr.',
      moreHint: 'client, e-mail, téléphone, description',
      noNaira: 'Pas de nairas : ces cartes exigent leur code PIN, que cette caisse ne prend pas.',
      notKept: 'D’une carte, on ne garde que les quatre derniers chiffres.',
      digits: '{count} chiffres',
      hidden: '{count} chiffres, non montrés',
      endingIn: 'carte finissant par {lastFour}',
    },
    confirm: {
      title: 'Débiter cette carte ?',
      card: 'carte',
      withPin: 'avec son code PIN',
      cannotRecall: 'La banque peut d’abord interroger le client. Un débit ne se rappelle pas, il se rembourse.',
      earlier: 'On a déjà débité {amount} d’une carte finissant ainsi (il y a {age}, {reference}) : {status}.',
      earlierPaid: 'Une carte finissant ainsi vient de payer {amount} ({reference}). Est-ce une autre vente ?',
      reasonMissing: 'Dites pourquoi on débite encore une carte finissant ainsi, ou appuyez sur {key}.',
    },
    challenge: {
      page: 'Page',
      ssh: 'D’abord',
      opening: 'préparation de la page de la banque…',
      opened: 'Elle s’ouvre ici dans le navigateur ; {key} l’ouvre encore.',
      follow: 'Fermer la page ne change rien : la caisse suit le paiement.',
      retry: '{key} réessaie.',
    },
    payment: {
      typeAgain: 'Certainement pas partie de cette machine, et aucune carte n’est gardée : {key} reprend la carte.',
      giveThisBack: '{key} rend celui-ci à la carte.',
      giveOtherBack: 'Celui par carte peut être rendu : {reference}.',
    },
    refund: {
      title: 'Rendre de l’argent ?',
      rest: '{rest} sur {amount} peuvent être rendus',
      fields: {amount: 'Montant', why: 'Motif', reason: 'En vos mots', unheard: 'Continuer, car'},
      all: 'tout ce qui reste',
      reasons: ['marchandise rendue', 'mauvais montant', 'débité deux fois'],
      other: 'un autre motif',
      choose: '{keys} pour choisir',
      chooseFirst: 'Choisissez un motif avec {keys}.',
      question: 'Rendre {amount} à {card} ? Motif : « {reason} ».',
      cannotRecall: 'Un remboursement ne peut pas être rappelé. Il part une seule fois.',
      sending: 'Question sur d’autres remboursements, inscription et envoi…',
      statuses: {
        requested: 'Remboursement de {amount} : sur le point de partir.',
        sent: 'Remboursement de {amount} : envoyé, sans réponse.',
        unknown: 'Remboursement de {amount} : peut-être fait. La caisse le cherche dans l’historique du service.',
        pending: 'Remboursement de {amount} : accepté, pas encore fait.',
        done: 'Remboursement de {amount} : rendu.',
        failed: 'Remboursement de {amount} : pas rendu. {why}',
      },
      mayResolve: '{key} : une personne peut dire comment le remboursement a fini.',
      fromHistory: 'Le service l’a dit : il a été fait ailleurs, ou ce journal l’a perdu.',
      unheard: 'Inconnu : quels remboursements le service a. L’argent peut être rendu deux fois.',
      inAll: 'En tout, {done} ont été rendus.',
      given: 'rendu',
      whole: 'Tout a été rendu : gardez la marchandise.',
      unclear: 'N’envoyez aucun autre remboursement avant de le savoir.',
      resolve: {
        title: 'Comment ce remboursement a-t-il fini ?',
        lead: 'Le service ne le dit pas. Voyez son tableau de bord ou le relevé de la carte.',
        answers: {made: '✓ rendu', 'not-made': '✗ pas rendu'},
        chooseFirst: 'Choisissez avec {key} : rendu ou pas rendu.',
      },
    },
  },
};
