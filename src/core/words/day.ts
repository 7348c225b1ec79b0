import type {Language} from './fill.js';

type DayWords = {
  readonly title: string;
  readonly takings: string;
  readonly nothing: string;
  readonly cash: string;
  readonly total: string;
  readonly totalWithoutCash: string;
  readonly givenBack: string;
  readonly net: string;
  /** Cash before its drawer is counted; `{count}` sales. */
  readonly untold: string;
  readonly toldWhenCounted: string;
  readonly wholeBack: string;
  readonly late: string;
  /** `{day}` is the one on which it became paid. */
  readonly lateLine: string;
  readonly refunds: string;
  readonly refundMethods: {readonly card: string; readonly cash: string};
  readonly refundsOpen: string;
  readonly pending: string;
  readonly needsPerson: string;
  readonly counts: string;
  readonly notPaid: string;
  readonly hours: string;
  /** Where the clock is in a day that was over, and not all of it is at hand any more. */
  readonly part: string;
  readonly shift: ShiftWords;
  readonly cashSaid: CashWords;
};

type ShiftWords = {
  readonly opened: string;
  readonly handedOver: string;
  readonly open: string;
  readonly float: string;
  readonly none: string;
  readonly asking: string;
  readonly asked: string;
  readonly notAsked: string;
  readonly again: string;
  readonly differs: string;
  readonly needPerson: string;
};

type CashWords = {
  readonly change: string;
  readonly moved: Readonly<Record<'in' | 'out' | 'drop', string>>;
  readonly drawer: string;
  readonly drawerOpened: string;
};

/** What the commands say of a till's day: its shifts, its drawer and its report. */
export const dayWords: Readonly<Record<Language, DayWords>> = {
  en: {
    title: 'DAY {date}',
    takings: 'TAKINGS',
    nothing: 'Nothing was taken.',
    cash: 'Cash',
    total: 'Total {currency}',
    totalWithoutCash: 'Total {currency} without that cash',
    givenBack: 'Given back {currency}',
    net: 'Net {currency}',
    untold: 'Cash {currency}, not counted yet',
    toldWhenCounted: 'Cash is told when the drawer is counted.',
    wholeBack: 'Paid and given back whole',
    late: 'OF THESE, PAID ON A LATER DAY',
    lateLine: 'Paid on {day}',
    refunds: 'REFUNDS OF THE DAY',
    refundMethods: {card: 'To cards', cash: 'Out of the drawer'},
    refundsOpen: 'Not done yet {open}, failed {failed}',
    pending: 'NOT KNOWN YET',
    needsPerson: 'NEEDS A PERSON',
    counts: 'COUNTS',
    notPaid: 'Not paid',
    hours: 'BY THE HOUR {currency}',
    part: 'A part of the day: the clock was put back into it. Run duka day for all.',
    shift: {
      opened: 'Shift {shift} of {person} is open.',
      handedOver: 'Shift {shift} is now with {person}.',
      open: 'Shift {shift} of {person}, open since {at}.',
      float: 'Float',
      none: 'No shift is open.',
      asking: 'Asking about payment {reference}: {number} of {count}.',
      asked: 'Payment {reference}: {verdict}.',
      notAsked: 'Open payments that gave no answer or were not asked: {count}. They are carried into the next period.',
      again: 'Nothing happened since {z}: this is {z} again.',
      differs: '{z} was made with a difference in the drawer: {difference}.',
      needPerson: '{z} was made; payments that need a person: {references}.',
    },
    cashSaid: {
      change: 'CHANGE {amount}',
      moved: {
        in: '{amount} put into the drawer: {reason}.',
        out: '{amount} taken out of the drawer: {reason}.',
        drop: '{amount} dropped to the safe: {reason}.',
      },
      drawer: 'The drawer is noted as opened: {reason}. No printer is set that could open it.',
      drawerOpened: 'The drawer was opened: {reason}.',
    },
  },
  fr: {
    title: 'JOUR {date}',
    takings: 'RECETTES',
    nothing: 'Rien n’a été encaissé.',
    cash: 'Espèces',
    total: 'Total {currency}',
    totalWithoutCash: 'Total {currency} sans celles-ci',
    givenBack: 'Rendu {currency}',
    net: 'Net {currency}',
    untold: 'Espèces {currency}, pas encore comptées',
    toldWhenCounted: 'Les espèces sont dites une fois le tiroir compté.',
    wholeBack: 'Payés et rendus en entier',
    late: 'DONT PAYÉS UN JOUR SUIVANT',
    lateLine: 'Payé le {day}',
    refunds: 'REMBOURSEMENTS DU JOUR',
    refundMethods: {card: 'Sur cartes', cash: 'Sortis du tiroir'},
    refundsOpen: 'Pas encore faits {open}, échoués {failed}',
    pending: 'PAS ENCORE SUS',
    needsPerson: 'À VOIR PAR UN RESPONSABLE',
    counts: 'NOMBRES',
    notPaid: 'Non payés',
    hours: 'PAR HEURE {currency}',
    part: 'Journée incomplète : l’horloge a été reculée. Tout est dans duka day.',
    shift: {
      opened: 'La session {shift} de {person} est ouverte.',
      handedOver: 'La session {shift} est maintenant à {person}.',
      open: 'Session {shift} de {person}, ouverte depuis {at}.',
      float: 'Fond de caisse',
      none: 'Aucune session n’est ouverte.',
      asking: 'On demande le paiement {reference} : {number} sur {count}.',
      asked: 'Paiement {reference} : {verdict}.',
      notAsked: 'Paiements ouverts sans réponse ou non demandés : {count}. Ils passent à la période suivante.',
      again: 'Rien n’est arrivé depuis {z} : voici {z} à nouveau.',
      differs: '{z} a été fait avec une différence dans le tiroir : {difference}.',
      needPerson: '{z} a été fait ; paiements à voir par un responsable : {references}.',
    },
    cashSaid: {
      change: 'MONNAIE {amount}',
      moved: {
        in: '{amount} mis dans le tiroir : {reason}.',
        out: '{amount} pris dans le tiroir : {reason}.',
        drop: '{amount} mis au coffre : {reason}.',
      },
      drawer: 'Le tiroir est noté comme ouvert : {reason}. Aucune imprimante réglée ne peut l’ouvrir.',
      drawerOpened: 'Le tiroir a été ouvert : {reason}.',
    },
  },
};
