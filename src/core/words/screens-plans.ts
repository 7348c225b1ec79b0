import type {PlanField} from '../subscription/plan-order.js';
import type {Language} from './fill.js';

type PlanScreenWords = {
  readonly list: {
    readonly title: string;
    readonly columns: Readonly<Record<'name' | 'amount' | 'every' | 'trial' | 'state' | 'code', string>>;
    readonly days: string;
    readonly none: string;
    readonly asking: string;
    readonly listed: string;
    /** For an ear: the marked one of a list. */
    readonly row: string;
  };
  readonly plan: {
    readonly title: string;
    readonly code: string;
    readonly toCopy: string;
    readonly asking: string;
    readonly remembered: string;
    readonly unknown: string;
    readonly fields: Readonly<
      Record<
        'name' | 'description' | 'amount' | 'every' | 'trial' | 'limit' | 'state' | 'createdAt' | 'updatedAt',
        string
      >
    >;
    readonly noTrial: string;
    readonly noEnd: string;
    readonly notTold: string;
    readonly active: string;
  };
  readonly form: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<PlanField, string>>;
    readonly hints: Readonly<Record<'description' | 'trialDays' | 'billingLimit', string>>;
    readonly question: string;
    readonly trial: string;
    readonly limit: string;
    readonly noLimit: string;
    readonly movesNothing: string;
    readonly sending: string;
    readonly mayExist: string;
  };
  readonly enrol: {
    readonly title: string;
    readonly fields: Readonly<Record<'plan' | 'email' | 'holder', string>>;
    readonly planHint: string;
    readonly noPlans: string;
    readonly noMatch: string;
    readonly asking: string;
    readonly question: string;
    readonly rows: Readonly<Record<'plan' | 'email' | 'card', string>>;
    readonly cannotRecall: string;
    readonly sending: string;
    readonly blocked: string;
    readonly hasOne: string;
    /** In place of a code that there is not yet. */
    readonly madeWith: string;
    readonly result: string;
    readonly waiting: string;
    readonly number: string;
    readonly noReference: string;
    readonly safe: string;
  };
  readonly bank: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<'currency' | 'bank' | 'account', string>>;
    readonly hints: Readonly<Record<'currency' | 'bank', string>>;
    readonly noCurrency: string;
    readonly asking: string;
    readonly noBanks: string;
    readonly noMatch: string;
    readonly again: string;
    readonly askingHolder: string;
    readonly found: string;
    readonly notFound: string;
    readonly unclear: string;
    readonly other: string;
    readonly state: string;
    /** For an ear: the marked one of those that fit. */
    readonly marked: string;
    readonly accountMissing: string;
  };
};

/** What the screens say of plans, of an enrolment, and of who holds a bank account. */
export const planScreenWords: Readonly<Record<Language, PlanScreenWords>> = {
  en: {
    list: {
      title: 'Plans',
      columns: {name: 'Name', amount: 'Amount', every: 'Every', trial: 'Trial', state: 'State', code: 'Plan code'},
      days: '{days} d',
      none: 'No plan is known here yet: {key} makes one.',
      asking: 'Asking the service for its plans…',
      listed: 'As the service lists them now.',
      row: '{at} of {count}: {name}, {price}, code {code}',
    },
    plan: {
      title: 'Plan',
      code: 'Plan code',
      toCopy: 'To copy, mark the line with the code: nothing else stands on it.',
      asking: 'Asking the service about it…',
      remembered: 'As this till remembers it.',
      unknown: 'This till has not seen the plan {plan}.',
      fields: {
        name: 'Name',
        description: 'Description',
        amount: 'Amount',
        every: 'Charged',
        trial: 'Trial',
        limit: 'Charges in all',
        state: 'State',
        createdAt: 'Made',
        updatedAt: 'Changed',
      },
      noTrial: 'none: the first charge is at the enrolment',
      noEnd: 'without end, until somebody cancels',
      notTold: 'the service does not say',
      active: 'active',
    },
    form: {
      title: 'New plan',
      lead: 'A plan says what is charged and how often. It charges nobody by itself.',
      fields: {
        name: 'Name',
        description: 'Description',
        amount: 'Amount',
        currency: 'Currency',
        interval: 'Charged',
        trialDays: 'Trial days',
        billingLimit: 'Charges in all',
      },
      hints: {
        description: 'may stay empty',
        trialDays: 'empty: no trial',
        billingLimit: 'empty: until somebody cancels',
      },
      question: 'Make the plan “{name}”: {amount} {every}?',
      trial: 'The first {days} days are free.',
      limit: 'It ends after {cycles} charges.',
      noLimit: 'It goes on until somebody cancels.',
      movesNothing: 'Nothing is charged until a customer is enrolled. A plan cannot be changed or removed here.',
      sending: 'Asking the service to make it…',
      mayExist: 'An earlier try may have made it already: look at the list of plans first, or there may be two.',
    },
    enrol: {
      title: 'Enrol a customer',
      fields: {plan: 'Plan', email: 'E-mail', holder: 'Name on the card'},
      planHint: 'its name or code',
      noPlans: 'No plan is known here yet: type the code of one, or make one.',
      noMatch: 'No plan known here is like that: {key} asks the service for this code.',
      asking: 'Asking the service about the plan…',
      question: 'Enrol this card?',
      rows: {plan: 'plan', email: 'customer', card: 'card'},
      cannotRecall: 'The bank may ask the customer first. The service keeps the card and charges it by itself.',
      sending: 'Sent: wait for the answer, and do not enrol this customer again.',
      blocked:
        'Nobody knows yet whether {email} was enrolled before: that is looked for first, and nothing is sent while it is open.',
      madeWith: '(the service makes it)',
      hasOne: '{email} has subscription {id} already ({state}): the service makes no second one.',
      result: 'Enrolment on {plan}',
      waiting: 'being sent',
      number: 'It is subscription {id}.',
      noReference:
        'The service gave no reference of the first charge: see the charges of subscription {id} for whether it was paid.',
      safe: 'It can be tried again, with another card if need be.',
    },
    bank: {
      title: 'Who holds this account?',
      lead: 'Only looks: nothing is sent there, and no money moves.',
      fields: {currency: 'Currency', bank: 'Bank or wallet', account: 'Account'},
      hints: {currency: 'its code, such as KES', bank: 'a part of its name, or its code'},
      noCurrency: 'No currency here is like that.',
      asking: 'Asking the service for its banks…',
      noBanks: 'The service lists no bank for {currency}.',
      noMatch: 'No bank in the list is like that.',
      again: '{key} asks again.',
      askingHolder: 'Asking who holds it…',
      found: 'FOUND',
      notFound: 'NOT FOUND',
      unclear: 'NO CLEAR ANSWER',
      other: 'ANOTHER ACCOUNT',
      state: 'account {state}',
      marked: '{count} fit; marked is {name}.',
      accountMissing: 'Type the account number, or the wallet’s.',
    },
  },
  fr: {
    list: {
      title: 'Formules',
      columns: {name: 'Nom', amount: 'Montant', every: 'Rythme', trial: 'Essai', state: 'État', code: 'Code'},
      days: '{days} j',
      none: 'Aucune formule n’est encore connue ici : {key} en crée une.',
      asking: 'On demande ses formules au service…',
      listed: 'Telles que le service les liste maintenant.',
      row: '{at} sur {count} : {name}, {price}, code {code}',
    },
    plan: {
      title: 'Formule',
      code: 'Code de la formule',
      toCopy: 'Pour copier, sélectionnez la ligne du code : rien d’autre n’y figure.',
      asking: 'On interroge le service…',
      remembered: 'Telle que cette caisse s’en souvient.',
      unknown: 'Cette caisse n’a pas vu la formule {plan}.',
      fields: {
        name: 'Nom',
        description: 'Description',
        amount: 'Montant',
        every: 'Rythme',
        trial: 'Essai',
        limit: 'Débits en tout',
        state: 'État',
        createdAt: 'Créée',
        updatedAt: 'Modifiée',
      },
      noTrial: 'aucun : le premier prélèvement a lieu à l’abonnement',
      noEnd: 'sans fin, jusqu’à une résiliation',
      notTold: 'le service ne le dit pas',
      active: 'active',
    },
    form: {
      title: 'Nouvelle formule',
      lead: 'Une formule dit combien est débité et à quel rythme. Elle ne débite personne d’elle-même.',
      fields: {
        name: 'Nom',
        description: 'Description',
        amount: 'Montant',
        currency: 'Devise',
        interval: 'Rythme',
        trialDays: 'Jours d’essai',
        billingLimit: 'Débits en tout',
      },
      hints: {
        description: 'peut rester vide',
        trialDays: 'vide : pas d’essai',
        billingLimit: 'vide : jusqu’à une résiliation',
      },
      question: 'Créer la formule « {name} » : {amount} {every} ?',
      trial: 'Les {days} premiers jours sont gratuits.',
      limit: 'Fin après {cycles} prélèvements.',
      noLimit: 'Sans fin, jusqu’à une résiliation.',
      movesNothing:
        'Rien n’est débité tant qu’aucun client n’est abonné. Une formule ne se modifie ni ne se supprime ici.',
      sending: 'On demande au service de la créer…',
      mayExist:
        'Un essai précédent l’a peut-être déjà créée : regardez d’abord la liste des formules, ou il y en aura deux.',
    },
    enrol: {
      title: 'Abonner un client',
      fields: {plan: 'Formule', email: 'E-mail', holder: 'Nom sur la carte'},
      planHint: 'son nom ou son code',
      noPlans: 'Aucune formule n’est encore connue ici : saisissez le code d’une formule, ou créez-en une.',
      noMatch: 'Aucune formule connue ici ne correspond : {key} demande ce code au service.',
      asking: 'On interroge le service sur la formule…',
      question: 'Abonner cette carte ?',
      rows: {plan: 'formule', email: 'client', card: 'carte'},
      cannotRecall: 'La banque peut d’abord interroger le client. Le service garde la carte et la débite de lui-même.',
      sending: 'C’est parti : attendez la réponse, et n’abonnez pas ce client une seconde fois.',
      blocked:
        'On ne sait pas encore si {email} a été abonné auparavant : on le cherche d’abord, et rien n’est envoyé d’ici là.',
      madeWith: '(le service la crée)',
      hasOne: '{email} a déjà l’abonnement {id} ({state}) : le service n’en crée pas un second.',
      result: 'Abonnement à {plan}',
      waiting: 'en cours d’envoi',
      number: 'C’est l’abonnement {id}.',
      noReference:
        'Le service n’a pas donné de référence du premier prélèvement : voyez ceux de l’abonnement {id} pour savoir s’il est payé.',
      safe: 'On peut recommencer, avec une autre carte au besoin.',
    },
    bank: {
      title: 'À qui est ce compte ?',
      lead: 'On regarde seulement : rien n’y est envoyé et aucun argent ne bouge.',
      fields: {currency: 'Devise', bank: 'Banque ou portefeuille', account: 'Compte'},
      hints: {currency: 'son code, comme KES', bank: 'une partie du nom, ou le code'},
      noCurrency: 'Aucune devise d’ici ne correspond.',
      asking: 'On demande ses banques au service…',
      noBanks: 'Le service ne liste aucune banque pour {currency}.',
      noMatch: 'Aucune banque de la liste ne correspond.',
      again: '{key} redemande.',
      askingHolder: 'On demande à qui il est…',
      found: 'TROUVÉ',
      notFound: 'PAS TROUVÉ',
      unclear: 'PAS DE RÉPONSE CLAIRE',
      other: 'UN AUTRE COMPTE',
      state: 'compte {state}',
      marked: '{count} conviennent ; la ligne marquée est {name}.',
      accountMissing: 'Saisissez le numéro du compte ou du portefeuille.',
    },
  },
};
