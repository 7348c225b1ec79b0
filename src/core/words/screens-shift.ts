import type {Language} from './fill.js';

type Many = {readonly one: string; readonly other: string};
type Movement = 'in' | 'out' | 'drop';

/** What the screens say of the shift, its close, its reports and the day. */
export type ShiftScreenWords = {
  readonly title: string;
  readonly none: string;
  readonly open: string;
  readonly since: string;
  readonly float: string;
  readonly last: string;
  readonly pending: Many;
  readonly form: {
    readonly titles: Readonly<Record<'open' | 'hand-over' | Movement, string>>;
    readonly leads: Readonly<Record<'open' | 'hand-over' | Movement, string>>;
    readonly fields: Readonly<
      Record<'person' | 'to' | 'float' | 'count' | 'amount' | 'currency' | 'why' | 'reason', string>
    >;
    readonly reasons: Readonly<Record<Movement, readonly string[]>>;
    readonly other: string;
    readonly choose: string;
    readonly chooseFirst: string;
    readonly another: string;
    readonly countFirst: string;
    readonly noCount: string;
    readonly nothing: string;
    readonly writing: string;
    /** More goes out than the till knows to be in the drawer; the drawer is counted blind, so no sum is named. */
    readonly beyond: string;
    readonly beyondHow: string;
  };
  readonly done: {
    readonly opened: string;
    readonly handedOver: string;
    readonly handedOverCounted: string;
    readonly handOverLeft: string;
    readonly moved: Readonly<Record<Movement, string>>;
    readonly closeLeft: string;
    readonly countLeft: string;
    readonly printed: string;
    readonly copied: string;
  };
  readonly close: {
    readonly title: string;
    readonly steps: readonly string[];
    readonly stop: string;
    readonly stopHow: string;
    readonly person: string;
    readonly count: string;
    readonly total: string;
    readonly totalHint: string;
    readonly piecesMake: string;
    readonly another: string;
    readonly askAll: Many;
    readonly asked: string;
    readonly askWhy: string;
    /** The same when nothing is asked any more. */
    readonly askedAll: Many;
    readonly askedWhy: string;
    readonly drawer: string;
    readonly rows: Readonly<Record<'expected' | 'counted' | 'over' | 'short' | 'right', string>>;
    readonly nothingCounted: string;
    readonly fields: Readonly<Record<'note' | 'approver', string>>;
    readonly needsNote: string;
    readonly needsSecond: string;
    readonly critical: string;
    readonly carried: Many;
    readonly notAsked: Many;
    readonly makes: string;
    readonly making: string;
    readonly made: string;
    readonly print: string;
    readonly noPrinter: string;
    readonly printing: string;
  };
  readonly report: {readonly x: string; readonly printing: string};
  readonly archive: {
    readonly title: string;
    readonly empty: string;
    readonly columns: Readonly<Record<'number' | 'date' | 'takings' | 'difference' | 'printed', string>>;
    readonly reading: string;
    readonly nothing: string;
    readonly row: string;
  };
  readonly day: {readonly title: string};
};

export const shiftWords: Readonly<Record<Language, ShiftScreenWords>> = {
  en: {
    title: 'Shift',
    none: 'No shift is open.',
    open: 'Shift {shift} of {person}',
    since: 'open since {date}, {time}',
    float: 'Float',
    last: 'The last Z is {z} of {date}.',
    pending: {
      one: '{count} payment is pending: it stays with the till, whoever has the shift.',
      other: '{count} payments are pending: they stay with the till, whoever has the shift.',
    },
    form: {
      titles: {
        open: 'Open a shift',
        'hand-over': 'Hand the shift over',
        in: 'Put money into the drawer',
        out: 'Take money out of the drawer',
        drop: 'Drop money to the safe',
      },
      leads: {
        open: 'Count what is in the drawer now: the close goes by it.',
        'hand-over': 'The shift goes on under another name. What is pending stays with the till.',
        in: 'It is expected in the drawer at the close.',
        out: 'It is no longer expected in the drawer at the close.',
        drop: 'It is no longer expected in the drawer at the close.',
      },
      fields: {
        person: 'Your name',
        to: 'To whom',
        float: 'Float {currency}',
        count: 'Count the drawer',
        amount: 'Amount',
        currency: 'Currency',
        why: 'Why',
        reason: 'In your words',
      },
      reasons: {
        in: ['change from the bank', 'from the owner', 'paid back'],
        out: ['supplier', 'transport', 'wages'],
        drop: ['too much in the drawer', 'to the bank', 'to the owner'],
      },
      other: 'another reason',
      choose: '{keys} chooses',
      chooseFirst: 'Choose a reason with {keys}.',
      another: 'Another currency',
      countFirst: 'yes, first',
      noCount: 'no',
      nothing: 'nothing',
      writing: 'Writing it down…',
      beyond: 'More goes out than the till knows to be in the drawer.',
      beyondHow: 'Look at the amount and the currency. {yes} writes it down nevertheless, {no} goes back.',
    },
    done: {
      opened: 'Shift {shift} of {person} is open.',
      handedOver: 'The shift is now with {person}.',
      handedOverCounted: 'The shift is now with {person}. Counted: {drawers}.',
      handOverLeft: 'The shift was not handed over.',
      moved: {
        in: '{amount} put into the drawer: {reason}.',
        out: '{amount} taken out of the drawer: {reason}.',
        drop: '{amount} dropped to the safe: {reason}.',
      },
      closeLeft: 'The close was left. Nothing was closed, and the till sells again.',
      countLeft: 'Nothing was closed; sell on. The count is kept until cash moves.',
      printed: '{title} is printed.',
      copied: 'Copy {copy} of {title} is printed.',
    },
    close: {
      title: 'Close',
      steps: ['stop', 'count', 'ask', 'compare', 'Z', 'print'],
      stop: 'This till sells nothing until the close is done or left.',
      stopHow: '{back} leaves the close at any time before the Z: nothing is closed then.',
      person: 'Who closes',
      count: 'Count the drawer: {currency}',
      total: 'Or in all',
      totalHint: 'instead of the pieces',
      piecesMake: 'the pieces: {amount}',
      another: 'Another currency',
      askAll: {one: 'Asking the service about {count} payment.', other: 'Asking the service about {count} payments.'},
      asked: '{asked} of {count} answered',
      askWhy:
        'It takes 30 seconds at most. What is not known then is carried into the next period, and lost to nobody.',
      askedAll: {
        one: 'The service was asked about {count} payment.',
        other: 'The service was asked about {count} payments.',
      },
      askedWhy: 'What is not known now is carried into the next period, and lost to nobody.',
      drawer: 'Drawer {currency}',
      rows: {expected: 'expected', counted: 'counted', over: 'OVER', short: 'SHORT', right: 'right'},
      nothingCounted: 'There was no cash to count.',
      fields: {note: 'Why it differs', approver: 'Second person'},
      needsNote: 'The drawer differs: say why.',
      needsSecond: 'The drawer differs by more than one person may accept: say why, and who else accepts it.',
      critical: 'Needs a person: {references}',
      carried: {
        one: '{count} pending payment is carried into the next period: {references}',
        other: '{count} pending payments are carried into the next period: {references}',
      },
      notAsked: {one: '{count} of them gave no answer.', other: '{count} of them gave no answer.'},
      makes: 'Next is {z}: it closes the period once and cannot be made again.',
      making: 'Writing {z} to the disk…',
      made: '{z} is on the disk.',
      print: 'Print {z} on the shop’s printer?',
      noPrinter: 'No printer is set. “duka shift show --z {number} --format html --out z.html” writes it to a file.',
      printing: 'Printing…',
    },
    report: {x: 'X report', printing: 'printing…'},
    archive: {
      title: 'Z archive',
      empty: 'No Z has been made yet.',
      columns: {number: 'Z', date: 'day', takings: 'takings', difference: 'over or short', printed: 'printed'},
      reading: 'reading…',
      nothing: 'nothing taken',
      row: '{at} of {count}: {z} of {date}, {takings}',
    },
    day: {title: 'The day, {date}'},
  },
  fr: {
    title: 'Session de caisse',
    none: 'Aucune session n’est ouverte.',
    open: 'Session {shift} de {person}',
    since: 'ouverte depuis le {date}, {time}',
    float: 'Fond de caisse',
    last: 'Le dernier Z est {z} du {date}.',
    pending: {
      one: '{count} paiement est en attente : il reste à la caisse, qui que ce soit qui la tienne.',
      other: '{count} paiements sont en attente : ils restent à la caisse, qui que ce soit qui la tienne.',
    },
    form: {
      titles: {
        open: 'Ouvrir une session',
        'hand-over': 'Passer la session',
        in: 'Mettre de l’argent dans le tiroir',
        out: 'Prendre de l’argent dans le tiroir',
        drop: 'Mettre de l’argent au coffre',
      },
      leads: {
        open: 'Comptez ce qui est maintenant dans le tiroir : la clôture s’y fie.',
        'hand-over': 'La session continue sous un autre nom. Ce qui est en attente reste à la caisse.',
        in: 'On l’attend dans le tiroir à la clôture.',
        out: 'On ne l’attend plus dans le tiroir à la clôture.',
        drop: 'On ne l’attend plus dans le tiroir à la clôture.',
      },
      fields: {
        person: 'Votre nom',
        to: 'À qui',
        float: 'Fond {currency}',
        count: 'Compter le tiroir',
        amount: 'Montant',
        currency: 'Devise',
        why: 'Motif',
        reason: 'En vos mots',
      },
      reasons: {
        in: ['monnaie de la banque', 'du propriétaire', 'remboursé'],
        out: ['fournisseur', 'transport', 'salaires'],
        drop: ['trop dans le tiroir', 'pour la banque', 'pour le propriétaire'],
      },
      other: 'un autre motif',
      choose: '{keys} pour choisir',
      chooseFirst: 'Choisissez un motif avec {keys}.',
      another: 'Autre devise',
      countFirst: 'oui, avant',
      noCount: 'non',
      nothing: 'rien',
      writing: 'Inscription…',
      beyond: 'Il sort plus d’argent que la caisse n’en connaît dans le tiroir.',
      beyondHow: 'Regardez le montant et la devise. {yes} l’écrit quand même, {no} revient.',
    },
    done: {
      opened: 'La session {shift} de {person} est ouverte.',
      handedOver: 'La session est maintenant à {person}.',
      handedOverCounted: 'La session est maintenant à {person}. Compté : {drawers}.',
      handOverLeft: 'La session n’a pas été passée.',
      moved: {
        in: '{amount} mis dans le tiroir : {reason}.',
        out: '{amount} pris dans le tiroir : {reason}.',
        drop: '{amount} mis au coffre : {reason}.',
      },
      closeLeft: 'La clôture a été quittée. Rien n’est clos, et la caisse vend à nouveau.',
      countLeft: 'Rien n’est clos ; vendez. Le comptage est gardé tant que rien ne bouge.',
      printed: '{title} est imprimé.',
      copied: 'La copie {copy} de {title} est imprimée.',
    },
    close: {
      title: 'Clôture',
      steps: ['arrêt', 'compte', 'demande', 'écarts', 'Z', 'papier'],
      stop: 'Cette caisse ne vend rien avant que la clôture soit faite ou quittée.',
      stopHow: '{back} quitte la clôture à tout moment avant le Z : rien n’est clos alors.',
      person: 'Qui clôt',
      count: 'Comptez le tiroir : {currency}',
      total: 'Ou en tout',
      totalHint: 'au lieu des pièces',
      piecesMake: 'les pièces : {amount}',
      another: 'Autre devise',
      askAll: {
        one: 'On demande au service ce que devient {count} paiement.',
        other: 'On demande au service ce que deviennent {count} paiements.',
      },
      asked: '{asked} sur {count} ont répondu',
      askWhy: 'Trente secondes au plus. Ce qu’on ne sait pas alors passe à la période suivante, sans être perdu.',
      askedAll: {
        one: 'On a demandé au service ce que devient {count} paiement.',
        other: 'On a demandé au service ce que deviennent {count} paiements.',
      },
      askedWhy: 'Ce qu’on ne sait pas encore passe à la période suivante, sans être perdu.',
      drawer: 'Tiroir {currency}',
      rows: {expected: 'attendu', counted: 'compté', over: 'EN TROP', short: 'IL MANQUE', right: 'juste'},
      nothingCounted: 'Il n’y avait pas d’espèces à compter.',
      fields: {note: 'Pourquoi', approver: 'Autre personne'},
      needsNote: 'Le tiroir diffère : dites pourquoi.',
      needsSecond:
        'Le tiroir diffère plus qu’une seule personne ne peut l’accepter : dites pourquoi, et qui d’autre l’accepte.',
      critical: 'Pour le responsable : {references}',
      carried: {
        one: '{count} paiement en attente passe à la période suivante : {references}',
        other: '{count} paiements en attente passent à la période suivante : {references}',
      },
      notAsked: {one: '{count} n’a pas eu de réponse.', other: '{count} n’ont pas eu de réponse.'},
      makes: 'Suit {z} : il clôt la période une fois et ne se refait pas.',
      making: 'Écriture de {z} sur le disque…',
      made: '{z} est sur le disque.',
      print: 'Imprimer {z} sur l’imprimante de la boutique ?',
      noPrinter:
        'Aucune imprimante n’est réglée. « duka shift show --z {number} --format html --out z.html » l’écrit dans un fichier.',
      printing: 'Impression…',
    },
    report: {x: 'Rapport X', printing: 'impression…'},
    archive: {
      title: 'Archive des Z',
      empty: 'Aucun Z n’a encore été fait.',
      columns: {number: 'Z', date: 'jour', takings: 'recettes', difference: 'trop ou manque', printed: 'imprimé'},
      reading: 'lecture…',
      nothing: 'rien encaissé',
      row: '{at} sur {count} : {z} du {date}, {takings}',
    },
    day: {title: 'Le jour, {date}'},
  },
};
