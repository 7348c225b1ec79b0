import type {Change} from '../subscription/evidence.js';
import type {SubscriptionCharge} from '../subscription/record.js';
import type {Language} from './fill.js';

/** The states of the documents, as people call them. */
type StateName = 'waiting' | 'bank' | 'trial' | 'active' | 'past-due' | 'paused' | 'cancelled' | 'ended';

type SubscriptionScreenWords = {
  readonly title: string;
  /** At most 10 cells. */
  readonly states: Readonly<Record<StateName, string>>;
  /** Which of them the list shows. */
  readonly filters: Readonly<Record<'all' | StateName, string>>;
  readonly columns: Readonly<Record<'number' | 'customer' | 'plan' | 'state' | 'next' | 'drift', string>>;
  /** Where what is shown comes from. */
  readonly source: Readonly<Record<'asking' | 'heard' | 'notListed' | 'memory' | 'learning', string>>;
  /** A time that the service told; nobody documents its zone. */
  readonly search: string;
  readonly searchFound: string;
  readonly id: string;
  readonly idHint: string;
  readonly adding: string;
  readonly none: string;
  readonly noneSuch: string;
  readonly notKnown: string;
  readonly unclearEnrolment: string;
  readonly row: string;
  readonly unclearRow: string;
  readonly one: {
    readonly title: string;
    readonly nextCharge: string;
    readonly nextByPlan: string;
    readonly noNext: string;
    readonly planUnknown: string;
    readonly own: string;
    readonly elsewhere: string;
    readonly added: string;
    readonly yes: string;
    readonly no: string;
    readonly empty: string;
    readonly gone: string;
    /** What to do after a change that was not made. */
    readonly afterRefusal: string;
  };
  readonly charges: {
    readonly title: string;
    readonly columns: Readonly<Record<'cycle' | 'attempt' | 'at' | 'amount' | 'state' | 'note', string>>;
    readonly range: string;
    readonly rangeUpTo: string;
    readonly asking: string;
    readonly none: string;
    readonly loading: string;
    readonly again: string;
    readonly states: Readonly<Record<'paid' | 'failed' | 'open', string>>;
    readonly retry: string;
    /** The same in 19 cells. */
    readonly retryShort: string;
    readonly noRetry: string;
    readonly row: string;
    readonly chargeTitle: string;
    readonly fields: Readonly<Record<keyof SubscriptionCharge, string>>;
  };
  readonly change: {
    readonly titles: Readonly<Record<Change, string>>;
    readonly fields: Readonly<Record<'until' | 'reason', string>>;
    readonly untilHint: string;
    readonly untilWrong: string;
    readonly reasonOptional: string;
    /** What counts on the question where a field was left empty. */
    readonly leftEmpty: Readonly<Record<'until' | 'reason', string>>;
    /** What will happen, before anything is sent. */
    readonly will: Readonly<Record<Change | 'pauseUntil', string>>;
    readonly sending: string;
    readonly notOffered: string;
  };
  readonly enrolment: {
    readonly title: string;
    readonly lead: string;
    readonly about: string;
    readonly fields: Readonly<Record<'as' | 'subscription' | 'person' | 'reason', string>>;
    readonly answers: Readonly<Record<'made' | 'not-made', string>>;
    readonly numberHint: string;
    readonly looking: string;
    readonly lookFirst: string;
    readonly chooseFirst: string;
    readonly note: string;
    readonly settled: string;
  };
};

/** What the screens say of subscriptions, their charges and changes, and of enrolments that nobody knows the end of. */
export const subscriptionScreenWords: Readonly<Record<Language, SubscriptionScreenWords>> = {
  en: {
    title: 'Subscriptions',
    states: {
      waiting: 'not begun',
      bank: 'bank asks',
      trial: 'trial',
      active: 'active',
      'past-due': 'past due',
      paused: 'paused',
      cancelled: 'cancelled',
      ended: 'ended',
    },
    filters: {
      all: 'all',
      waiting: 'those not begun',
      bank: 'those whose bank asks',
      trial: 'those in a trial',
      active: 'the active ones',
      'past-due': 'those past due',
      paused: 'the paused ones',
      cancelled: 'the cancelled ones',
      ended: 'those that have ended',
    },
    columns: {number: 'no.', customer: 'customer', plan: 'plan', state: 'state', next: 'next', drift: 'drift'},
    source: {
      asking: 'From this till’s memory; asking the service…',
      heard: 'As the service told at {time}.',
      notListed: 'From this till’s memory: this service has no list.',
      memory: 'From this till’s memory: {problem}',
      learning: 'Asking for their charges, {at} of {count}…',
    },
    search: 'Search',
    searchFound: '{count} found',
    id: 'Number to add',
    idHint: 'as the service’s dashboard shows it',
    adding: 'Asking the service about it…',
    none: 'This till knows of no subscription yet: enrol a customer, or add one by its number.',
    noneSuch: 'No subscription is like that.',
    notKnown: '?',
    unclearEnrolment: '? not known whether enrolled: look again',
    row: '{at} of {count}: number {id}, {customer}, {plan}, {state}, next charge {next}, {drift}.',
    unclearRow: '{at} of {count}: {customer}, {plan}, not known whether enrolled.',
    one: {
      title: 'Subscription {id}',
      nextCharge: 'Next charge: {date}.',
      nextByPlan: 'Next charge: {date}, by the plan.',
      noNext: 'No charge is to come.',
      planUnknown: 'the plan is not known here',
      own: 'This till writes its renewals down as payments.',
      elsewhere: 'Made elsewhere: its renewals are not counted here. {key} counts those from now on.',
      added: 'It is this till’s own from now on: renewals that come later are written down as payments.',
      yes: 'yes',
      no: 'no',
      empty: '–',
      gone: 'This till knows nothing of this subscription.',
      afterRefusal: 'The service was asked how it stands now: see its state below.',
    },
    charges: {
      title: 'Charges of subscription {id}',
      columns: {
        cycle: 'cycle',
        attempt: 'try',
        at: 'charged at',
        amount: 'amount',
        state: 'state',
        note: 'why, next try',
      },
      range: '{first}–{last} of {count}',
      rangeUpTo: '{first}–{last} of up to {count}',
      asking: 'Asking the service…',
      none: 'The service has no charge of it yet.',
      loading: '…',
      again: '{problem} {key} asks again.',
      states: {paid: '✓ paid', failed: '✗ not paid', open: '? open'},
      retry: 'next try {date}',
      retryShort: 'next try {date}',
      noRetry: 'not tried again',
      row: '{at} of {count}: cycle {cycle}, try {attempt}, {date}, {amount}, {state}, {note}.',
      chargeTitle: 'Charge {id}',
      fields: {
        id: 'number',
        subscriptionId: 'subscription',
        cycleNumber: 'cycle',
        attemptNumber: 'try',
        transactionReference: 'reference',
        amount: 'amount',
        currency: 'currency',
        description: 'description',
        status: 'state',
        respCode: 'answer code',
        failureReason: 'why it failed',
        isRetriable: 'can be tried again',
        isExternal: 'charged elsewhere',
        chargedAt: 'charged at',
        nextRetryAt: 'next try',
        cardServiceResponse: 'card service’s answer',
        createdAt: 'created at',
        updatedAt: 'updated at',
      },
    },
    change: {
      titles: {
        cancel: 'Cancel subscription {id}?',
        pause: 'Pause subscription {id}?',
        resume: 'Resume subscription {id}?',
      },
      fields: {until: 'Until', reason: 'Reason'},
      untilHint: 'a date such as {date}; empty: until somebody resumes it',
      untilWrong: 'Type a date after today such as {date}, or nothing.',
      reasonOptional: 'if you like',
      leftEmpty: {until: 'somebody resumes it', reason: 'none'},
      will: {
        cancel:
          'Billing stops at once. This cannot be undone, and nothing is given back: what was paid stays paid. The service keeps the reason.',
        pause: 'Nothing is charged until somebody resumes it. The card stays enrolled, and nothing is given back.',
        pauseUntil:
          'Nothing is charged until {date}; then the service charges again by itself. The card stays enrolled, and nothing is given back.',
        resume: 'The service charges the card again, {price}. What was due during the pause is not charged.',
      },
      sending: 'Sending…',
      notOffered:
        'This service cannot pause: nothing was changed, and the card is charged as before. Only a cancellation stops it.',
    },
    enrolment: {
      title: 'Was this customer enrolled?',
      lead: 'Nobody knows: the card may have been charged. While that is so, the till enrols this customer no second time.',
      about: '{customer} on {plan}, {amount}, {card}, {time}',
      fields: {as: 'What was it?', subscription: 'Its number, if known', person: 'Who says so', reason: 'How you know'},
      answers: {made: '✓ it was enrolled', 'not-made': '✗ it was not enrolled'},
      numberHint: 'as the dashboard shows it',
      looking: 'Looking in the service’s list…',
      lookFirst: '{key} looks in the service’s list. Or look in its dashboard, and say below what was found.',
      chooseFirst: 'Choose with {key}: enrolled or not enrolled.',
      note: 'Your word is kept in the journal with your name. What the service says later counts for more.',
      settled: 'It is settled: nothing more is to be done here.',
    },
  },
  fr: {
    title: 'Abonnements',
    states: {
      waiting: 'pas débuté',
      bank: 'banque',
      trial: 'essai',
      active: 'actif',
      'past-due': 'impayé',
      paused: 'en pause',
      cancelled: 'résilié',
      ended: 'terminé',
    },
    filters: {
      all: 'tous',
      waiting: 'ceux qui n’ont pas débuté',
      bank: 'ceux que la banque interroge',
      trial: 'ceux à l’essai',
      active: 'les actifs',
      'past-due': 'les impayés',
      paused: 'ceux en pause',
      cancelled: 'les résiliés',
      ended: 'ceux qui sont terminés',
    },
    columns: {number: 'n°', customer: 'client', plan: 'formule', state: 'état', next: 'prochain', drift: 'écart'},
    source: {
      asking: 'De la mémoire de la caisse ; le service est interrogé…',
      heard: 'Selon le service, à {time}.',
      notListed: 'De la mémoire de la caisse : ce service n’a pas de liste.',
      memory: 'De la mémoire de la caisse : {problem}',
      learning: 'Leurs prélèvements sont demandés, {at} sur {count}…',
    },
    search: 'Chercher',
    searchFound: '{count} trouvés',
    id: 'Numéro à ajouter',
    idHint: 'tel que le montre le tableau de bord du service',
    adding: 'Le service est interrogé…',
    none: 'La caisse ne connaît aucun abonnement : abonnez un client, ou ajoutez-en un par son numéro.',
    noneSuch: 'Aucun abonnement ne correspond.',
    notKnown: '?',
    unclearEnrolment: '? abonné ou non, on ne sait pas : chercher',
    row: '{at} sur {count} : numéro {id}, {customer}, {plan}, {state}, prochain prélèvement {next}, {drift}.',
    unclearRow: '{at} sur {count} : {customer}, {plan}, on ne sait pas s’il est abonné.',
    one: {
      title: 'Abonnement {id}',
      nextCharge: 'Prochain prélèvement : {date}.',
      nextByPlan: 'Prochain prélèvement : {date}, d’après la formule.',
      noNext: 'Aucun prélèvement n’est à venir.',
      planUnknown: 'la formule n’est pas connue ici',
      own: 'Cette caisse note ses renouvellements comme paiements.',
      elsewhere: 'Fait ailleurs : ses renouvellements ne comptent pas ici. {key} compte ceux à venir.',
      added: 'Il est désormais de cette caisse : les renouvellements à venir seront notés comme paiements.',
      yes: 'oui',
      no: 'non',
      empty: '–',
      gone: 'Cette caisse ne sait rien de cet abonnement.',
      afterRefusal: 'Le service a été interrogé sur son état actuel : voyez ci-dessous.',
    },
    charges: {
      title: 'Prélèvements de l’abonnement {id}',
      columns: {
        cycle: 'cycle',
        attempt: 'essai',
        at: 'prélevé le',
        amount: 'montant',
        state: 'état',
        note: 'pourquoi, suite',
      },
      range: '{first}–{last} sur {count}',
      rangeUpTo: '{first}–{last} sur {count} au plus',
      asking: 'Le service est interrogé…',
      none: 'Le service n’en a encore aucun prélèvement.',
      loading: '…',
      again: '{problem} {key} redemande.',
      states: {paid: '✓ payé', failed: '✗ non payé', open: '? en cours'},
      retry: 'nouvel essai {date}',
      retryShort: 'réessai {date}',
      noRetry: 'pas réessayé',
      row: '{at} sur {count} : cycle {cycle}, essai {attempt}, {date}, {amount}, {state}, {note}.',
      chargeTitle: 'Prélèvement {id}',
      fields: {
        id: 'numéro',
        subscriptionId: 'abonnement',
        cycleNumber: 'cycle',
        attemptNumber: 'essai',
        transactionReference: 'référence',
        amount: 'montant',
        currency: 'devise',
        description: 'description',
        status: 'état',
        respCode: 'code de réponse',
        failureReason: 'pourquoi il a échoué',
        isRetriable: 'peut être réessayé',
        isExternal: 'prélevé ailleurs',
        chargedAt: 'prélevé le',
        nextRetryAt: 'nouvel essai',
        cardServiceResponse: 'réponse du service carte',
        createdAt: 'créé le',
        updatedAt: 'modifié le',
      },
    },
    change: {
      titles: {
        cancel: 'Résilier l’abonnement {id} ?',
        pause: 'Mettre en pause l’abonnement {id} ?',
        resume: 'Reprendre l’abonnement {id} ?',
      },
      fields: {until: 'Jusqu’au', reason: 'Motif'},
      untilHint: 'une date comme {date} ; rien : jusqu’à ce que quelqu’un reprenne',
      untilWrong: 'Saisissez une date après aujourd’hui comme {date}, ou rien.',
      reasonOptional: 'si vous voulez',
      leftEmpty: {until: 'jour où quelqu’un reprend', reason: 'aucun'},
      will: {
        cancel:
          'Les prélèvements cessent aussitôt. C’est irréversible, et rien n’est rendu : ce qui a été payé reste payé. Le service garde le motif.',
        pause: 'Rien n’est débité jusqu’à ce que quelqu’un reprenne. La carte reste enregistrée, et rien n’est rendu.',
        pauseUntil:
          'Rien n’est débité jusqu’au {date} ; ensuite le service débite de lui-même. La carte reste enregistrée, et rien n’est rendu.',
        resume: 'Le service débite à nouveau la carte, {price}. Ce qui était dû pendant la pause n’est pas débité.',
      },
      sending: 'Envoi…',
      notOffered:
        'Ce service ne fait pas de pause : rien n’est changé, et la carte est débitée comme avant. Seule une résiliation l’arrête.',
    },
    enrolment: {
      title: 'Ce client a-t-il été abonné ?',
      lead: 'On ne sait pas : la carte a pu être débitée. Tant que c’est ainsi, la caisse n’abonne pas ce client une seconde fois.',
      about: '{customer} à {plan}, {amount}, {card}, {time}',
      fields: {
        as: 'Qu’en est-il ?',
        subscription: 'Son numéro, si connu',
        person: 'Qui le dit',
        reason: 'Comment le savez-vous',
      },
      answers: {made: '✓ il a été abonné', 'not-made': '✗ il n’a pas été abonné'},
      numberHint: 'tel que le montre le tableau de bord',
      looking: 'On cherche dans la liste du service…',
      lookFirst:
        '{key} cherche dans la liste du service. Ou regardez son tableau de bord, et dites ci-dessous ce qu’il en est.',
      chooseFirst: 'Choisissez avec {key} : abonné ou non.',
      note: 'Votre parole est gardée au journal avec votre nom. Ce que le service dira plus tard comptera davantage.',
      settled: 'C’est réglé : il n’y a plus rien à faire ici.',
    },
  },
};
