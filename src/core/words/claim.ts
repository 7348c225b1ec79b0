import type {Claim} from '../claim/claim.js';
import type {Language} from './fill.js';

type ClaimWords = {
  /** What the till says of the message, in capitals. */
  readonly verdicts: Readonly<Record<Claim['kind'], string>>;
  /** What was found, of one payment that fits. */
  readonly found: Readonly<Record<'paid' | 'not-paid' | 'not-known' | 'needs-person', string>>;
  readonly used: Readonly<Record<'receipt' | 'earlier' | 'given-back' | 'paid-twice', string>>;
  readonly several: string;
  readonly vague: string;
  readonly neverAsked: string;
  readonly alike: string;
  /** What that means for the goods, and what to do. */
  readonly means: Readonly<Record<Claim['kind'], string>>;
  /** What was looked at, so that nobody takes a part for the whole. */
  readonly since: string;
  readonly sinceNothing: string;
  readonly asked: string;
  readonly notAsked: string;
  readonly noAnswer: string;
  readonly askNow: string;
  readonly asking: string;
  readonly nothingGiven: string;
  readonly slipAlone: string;
  readonly screen: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<'who' | 'amount' | 'time', string>>;
    readonly hints: Readonly<Record<'who' | 'amount' | 'time', string>>;
    readonly atHand: string;
    readonly reading: string;
    readonly askKey: string;
    /** Where letters are text. */
    readonly askKeyLater: string;
    /** Before older days were read nobody can say that something was never asked for. */
    readonly nothingYet: string;
  };
};

/** What is said of a customer's message that something was paid. */
export const claimWords: Readonly<Record<Language, ClaimWords>> = {
  en: {
    verdicts: {
      paid: 'PAID, NOT USED YET',
      'not-paid': 'ASKED FOR, NOT PAID',
      'not-known': 'ASKED FOR, NOT KNOWN YET',
      'needs-person': 'NEEDS A PERSON',
      used: 'ALREADY USED',
      several: 'SEVERAL FIT',
      vague: 'TOO LITTLE TO TELL',
      'never-asked': 'NEVER ASKED FOR',
    },
    found: {
      paid: 'This till asked for {amount} at {asked}, for sale {sale}; it was paid at {paid}.',
      'not-paid': 'This till asked for {amount} at {asked}, for sale {sale}; it was not paid.',
      'not-known': 'This till asked for {amount} at {asked}, for sale {sale}; nobody knows yet whether it was paid.',
      'needs-person': 'This till asked for {amount} at {asked}, for sale {sale}; what the service says does not fit.',
    },
    used: {
      receipt: 'The receipt of sale {sale} was given already; it was paid at {paid}.',
      earlier: 'Sale {sale} was paid at {paid}, {age} ago: its goods have most likely gone.',
      'given-back': 'Money of sale {sale} was given back, or is on its way back.',
      'paid-twice': 'Sale {sale} was paid twice: one of the two has to be given back.',
    },
    several: '{count} payments fit, and the till does not pick one.',
    vague: 'An amount or a time alone does not say whose payment it is.',
    neverAsked: 'No payment that this till asked for fits this message.',
    alike: 'Those below fit but for one thing.',
    means: {
      paid: 'Hand over the goods of this sale and give its receipt: from then on the message counts as used.',
      'not-paid': 'Keep the goods, whatever the message says. A new payment is safe once the service says the same.',
      'not-known': 'Keep the goods, ask the customer to wait, and do not charge again.',
      'needs-person': 'Keep the goods and call the owner before doing anything else.',
      used: 'Keep the goods and call the owner: one payment buys once.',
      several: 'Keep the goods. Ask for the code, more digits, the amount or the time until one is left.',
      vague: 'Keep the goods. Ask for the last digits of the number, or for the code.',
      'never-asked':
        'Keep the goods. Compare what was typed with the message; if that was a network’s own code, ask for the last digits of the number.',
    },
    since: 'Looked at: this till’s journal since {date}.',
    sinceNothing: 'This till’s journal has nothing yet.',
    asked: 'The service was asked just now.',
    notAsked: 'The service was not asked.',
    noAnswer: 'The service gave no answer: this is what the journal knows.',
    askNow: 'Ask the service: {command}.',
    asking: 'Asking the service about {reference}…',
    nothingGiven: 'Say what the message says: a code, --wallet, --amount or --at; or --qr for the code of a slip.',
    slipAlone: 'The option --qr proves a slip by itself: leave the rest out.',
    screen: {
      title: 'Is this “you paid” message true?',
      lead: 'A message proves nothing: only a payment that this till asked for, found paid and not used yet, does.',
      fields: {who: 'Code or number', amount: 'Amount', time: 'Time'},
      hints: {
        who: 'its code, or the last 3 digits or more',
        amount: 'as the message has it',
        time: 'when it was paid, such as 14:02',
      },
      atHand: 'Looked at: what is at hand. {key} looks at the last {days} days.',
      reading: 'Reading the journal…',
      askKey: 'Press {key} to ask the service now.',
      askKeyLater: 'Press {enter}, then {key}, to ask the service now.',
      nothingYet: 'Nothing that is at hand fits so far.',
    },
  },
  fr: {
    verdicts: {
      paid: 'PAYÉ, PAS ENCORE UTILISÉ',
      'not-paid': 'DEMANDÉ, NON PAYÉ',
      'not-known': 'DEMANDÉ, PAS ENCORE SU',
      'needs-person': 'À VOIR PAR UN RESPONSABLE',
      used: 'DÉJÀ UTILISÉ',
      several: 'PLUSIEURS CONVIENNENT',
      vague: 'TROP PEU POUR LE DIRE',
      'never-asked': 'JAMAIS DEMANDÉ',
    },
    found: {
      paid: 'Cette caisse a demandé {amount} à {asked}, pour la vente {sale} ; c’est payé depuis {paid}.',
      'not-paid': 'Cette caisse a demandé {amount} à {asked}, pour la vente {sale} ; ce n’est pas payé.',
      'not-known':
        'Cette caisse a demandé {amount} à {asked}, pour la vente {sale} ; on ne sait pas encore si c’est payé.',
      'needs-person':
        'Cette caisse a demandé {amount} à {asked}, pour la vente {sale} ; ce que dit le service ne va pas.',
    },
    used: {
      receipt: 'Le reçu de la vente {sale} a déjà été remis ; elle a été payée à {paid}.',
      earlier: 'La vente {sale} a été payée à {paid}, il y a {age} : sa marchandise est sans doute partie.',
      'given-back': 'De l’argent de la vente {sale} a été rendu, ou est en train de l’être.',
      'paid-twice': 'La vente {sale} a été payée deux fois : l’un des deux paiements est à rendre.',
    },
    several: '{count} paiements conviennent, et la caisse n’en choisit aucun.',
    vague: 'Un montant ou une heure ne dit pas à lui seul de qui est le paiement.',
    neverAsked: 'Aucun paiement demandé par cette caisse ne correspond à ce message.',
    alike: 'Ceux qui suivent conviennent à une chose près.',
    means: {
      paid: 'Remettez la marchandise de cette vente et son reçu : dès lors le message compte comme utilisé.',
      'not-paid':
        'Gardez la marchandise, quoi que dise le message. Un nouveau paiement est sans risque si le service le confirme.',
      'not-known': 'Gardez la marchandise, faites patienter le client, et n’encaissez pas de nouveau.',
      'needs-person': 'Gardez la marchandise et appelez le responsable avant toute autre chose.',
      used: 'Gardez la marchandise et appelez le responsable : un paiement n’achète qu’une fois.',
      several:
        'Gardez la marchandise. Demandez le code, plus de chiffres, le montant ou l’heure, jusqu’à n’en garder qu’un.',
      vague: 'Gardez la marchandise. Demandez les derniers chiffres du numéro, ou le code.',
      'never-asked':
        'Gardez la marchandise. Comparez ce qui a été saisi avec le message ; si c’était un code du réseau, demandez les derniers chiffres du numéro.',
    },
    since: 'Consulté : le journal de cette caisse depuis {date}.',
    sinceNothing: 'Le journal de cette caisse est encore vide.',
    asked: 'Le service vient d’être interrogé.',
    notAsked: 'Le service n’a pas été interrogé.',
    noAnswer: 'Le service n’a pas répondu : voici ce que sait le journal.',
    askNow: 'Pour interroger le service : {command}.',
    asking: 'On interroge le service sur {reference}…',
    nothingGiven:
      'Dites ce que dit le message : un code, --wallet, --amount ou --at ; ou --qr pour le code d’un ticket.',
    slipAlone: 'L’option --qr prouve un ticket à elle seule : laissez le reste.',
    screen: {
      title: 'Ce message « vous avez payé » est-il vrai ?',
      lead: 'Un message ne prouve rien : seul compte un paiement demandé ici, trouvé payé et pas encore utilisé.',
      fields: {who: 'Code ou numéro', amount: 'Montant', time: 'Heure'},
      hints: {
        who: 'son code, ou les 3 derniers chiffres',
        amount: 'celui du message',
        time: 'celle du paiement, comme 14:02',
      },
      atHand: 'Consulté : ce qui est à portée. {key} consulte les {days} derniers jours.',
      reading: 'Lecture du journal…',
      askKey: 'Touche {key} : interroger le service maintenant.',
      askKeyLater: 'Touche {enter}, puis {key} : interroger le service maintenant.',
      nothingYet: 'Rien de ce qui est à portée ne convient pour l’instant.',
    },
  },
};
