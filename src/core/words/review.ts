import {businessDate, dateText, secondsText} from '../day/business-day.js';
import type {PaymentStatus} from '../payment/payment.js';
import {fill, type Language} from './fill.js';

type ReviewWords = {
  readonly title: string;
  /** What the process that shows it is not able to do. */
  readonly confined: string;
  readonly confinedWhole: string;
  readonly reading: string;
  readonly damaged: string;
  readonly missing: string;
  readonly torn: string;
  readonly asOf: string;
  readonly asOfNothing: string;
  /** The same where a time of a day was asked for. */
  readonly asOfTime: string;
  readonly asOfTimeNothing: string;
  readonly days: string;
  readonly dayCounts: Readonly<Record<'payments' | 'notKnown' | 'needsPerson' | 'notPaid', string>>;
  readonly dayStates: Readonly<Record<'whole' | 'damaged' | 'unread', string>>;
  readonly dayColumns: Readonly<Record<'day' | 'payments' | 'paid' | 'open' | 'takings', string>>;
  readonly givenBack: string;
  readonly paymentsOf: string;
  readonly found: string;
  readonly noneFound: string;
  readonly nothing: string;
  readonly unreadHere: string;
  readonly paymentColumns: Readonly<
    Record<'time' | 'day' | 'amount' | 'state' | 'payer' | 'channel' | 'reference', string>
  >;
  /** In a column's width. */
  readonly states: Readonly<Record<PaymentStatus | 'given-back', string>>;
  readonly eventColumns: Readonly<Record<'seq' | 'time' | 'type' | 'words', string>>;
  readonly eventsOf: string;
  readonly event: string;
  readonly wordsTitle: string;
  readonly wordsSearching: string;
  readonly wordsDone: string;
  readonly wordsStopped: string;
  readonly range: string;
  readonly asking: Readonly<Record<'search' | 'at', string>>;
  readonly hints: Readonly<Record<'search' | 'at', string>>;
  readonly opening: string;
  readonly exported: string;
  readonly notExported: string;
  readonly helpLead: string;
  readonly tooSmall: string;
  readonly said: {
    readonly day: string;
    readonly payment: string;
    readonly event: string;
  };
};

/** What the offline review of a journal says. */
export const reviewWords: Readonly<Record<Language, ReviewWords>> = {
  en: {
    title: 'REVIEW',
    confined: 'no network · nothing written',
    confinedWhole: 'Nothing is asked of the network and nothing is written but what you export',
    reading: 'Reading the journal: {done} of {of} days.',
    damaged: 'Damaged in {segment}, line {line}: {why}. All before it is shown; nothing after it is believed.',
    missing: 'The journal begins earlier: {segment} and what came before it are not in this folder.',
    torn: 'The last line is unfinished ({bytes} bytes): nobody had been told of it.',
    asOf: 'THE TILL AS IT WAS after event {seq}, of {time} on {day}.',
    asOfNothing: 'THE TILL AS IT WAS before its first event.',
    asOfTime:
      'THE TILL AS IT WAS at {askedTime} of the business day {askedDay}: after event {seq}, of {time} on {day}.',
    asOfTimeNothing: 'THE TILL AS IT WAS at {askedTime} of the business day {askedDay}: before its first event.',
    days: 'Days',
    dayCounts: {
      payments: '{count} payments',
      notKnown: '{count} not known',
      needsPerson: '{count} for a person',
      notPaid: '{count} not paid',
    },
    dayStates: {whole: '', damaged: 'damaged', unread: 'not read'},
    dayColumns: {day: 'Day', payments: 'Payments', paid: 'Paid', open: 'Open', takings: 'Paid, by currency'},
    givenBack: 'back',
    paymentsOf: 'Payments of {day}',
    found: 'Found “{text}”',
    noneFound: 'Nothing is found for “{text}”. The key {key} looks in every event’s words.',
    nothing: 'There is nothing here.',
    unreadHere: 'This day was not read: it comes after the damage, and nothing there is believed.',
    paymentColumns: {
      time: 'Time',
      day: 'Day',
      amount: 'Amount',
      state: 'State',
      payer: 'Payer',
      channel: 'By',
      reference: 'Reference',
    },
    states: {
      requested: '? unsent',
      sent: '? sent',
      unknown: '? unknown',
      pending: '? pending',
      paid: '✓ paid',
      mispaid: '! other sum',
      failed: '✗ not paid',
      disputed: '! conflicting',
      'given-back': '← given back',
    },
    eventColumns: {seq: 'Number', time: 'Time', type: 'Event', words: 'What was done or heard'},
    eventsOf: 'Events of {day}',
    event: 'Event {seq}',
    wordsTitle: 'Events with “{text}”',
    wordsSearching: 'Looking: {done} of {of} days, {count} found. {key} stops.',
    wordsDone: 'All {of} days were looked through: {count} found.',
    wordsStopped: 'Stopped after {done} of {of} days: {count} found.',
    range: '{first}–{last} of {count}',
    asking: {search: 'Search', at: 'As it was at'},
    hints: {
      search: 'reference, last digits, amount, state, person, words',
      at: 'a time such as 14:02, or the number of an event',
    },
    opening: 'Opening…',
    exported: 'Written: {path}',
    notExported: 'Nothing is written: {path} does not take it ({code}). Name another folder with --out.',
    helpLead:
      'This process cannot reach the network and can write in the export folder alone: Node itself refuses the rest. The journal is only read.',
    tooSmall: 'This window is {columns}x{rows}: make it 60x18.',
    said: {
      day: '{at} of {count}: {day}, {payments} payments, {paid} paid, {open} open, {takings} {state}',
      payment: '{at} of {count}: {state}, {amount}, {payer}, {channel}, {time}, {reference}',
      event: '{at} of {count}: event {seq} at {time}, {type}: {words}',
    },
  },
  fr: {
    title: 'EXAMEN',
    confined: 'sans réseau · rien n’est écrit',
    confinedWhole: 'Rien n’est demandé au réseau et rien n’est écrit, sauf ce que vous exportez',
    reading: 'Lecture du journal : {done} jours sur {of}.',
    damaged: 'Endommagé dans {segment}, ligne {line} : {why}. Ce qui précède est montré ; rien de la suite n’est cru.',
    missing: 'Le journal commence plus tôt : {segment} et ce qui précède ne sont pas dans ce dossier.',
    torn: 'La dernière ligne est inachevée ({bytes} octets) : personne n’en avait été informé.',
    asOf: 'LA CAISSE TELLE QU’ELLE ÉTAIT après l’événement {seq}, de {time} le {day}.',
    asOfNothing: 'LA CAISSE TELLE QU’ELLE ÉTAIT avant son premier événement.',
    asOfTime:
      'LA CAISSE TELLE QU’ELLE ÉTAIT à {askedTime} de la journée du {askedDay} : après l’événement {seq}, de {time} le {day}.',
    asOfTimeNothing:
      'LA CAISSE TELLE QU’ELLE ÉTAIT à {askedTime} de la journée du {askedDay} : avant son premier événement.',
    days: 'Jours',
    dayCounts: {
      payments: '{count} paiements',
      notKnown: '{count} incertains',
      needsPerson: '{count} à voir',
      notPaid: '{count} non payés',
    },
    dayStates: {whole: '', damaged: 'endommagé', unread: 'non lu'},
    dayColumns: {day: 'Jour', payments: 'Paiements', paid: 'Payés', open: 'Ouverts', takings: 'Payé, par devise'},
    givenBack: 'rendu',
    paymentsOf: 'Paiements du {day}',
    found: 'Trouvé « {text} »',
    noneFound: 'Rien pour « {text} ». La touche {key} cherche dans les mots de chaque événement.',
    nothing: 'Il n’y a rien ici.',
    unreadHere: 'Ce jour n’a pas été lu : il vient après l’endroit endommagé, et rien de ce qui s’y trouve ne compte.',
    paymentColumns: {
      time: 'Heure',
      day: 'Jour',
      amount: 'Montant',
      state: 'État',
      payer: 'Payeur',
      channel: 'Par',
      reference: 'Référence',
    },
    states: {
      requested: '? pas parti',
      sent: '? envoyé',
      unknown: '? incertain',
      pending: '? en attente',
      paid: '✓ payé',
      mispaid: '! autre somme',
      failed: '✗ non payé',
      disputed: '! contredit',
      'given-back': '← remboursé',
    },
    eventColumns: {seq: 'Numéro', time: 'Heure', type: 'Événement', words: 'Ce qui a été fait ou entendu'},
    eventsOf: 'Événements du {day}',
    event: 'Événement {seq}',
    wordsTitle: 'Événements avec « {text} »',
    wordsSearching: 'Recherche : {done} jours sur {of}, {count} trouvés. {key} arrête.',
    wordsDone: 'Les {of} jours ont été parcourus : {count} trouvés.',
    wordsStopped: 'Arrêté après {done} jours sur {of} : {count} trouvés.',
    range: '{first}–{last} sur {count}',
    asking: {search: 'Chercher', at: 'Telle qu’à'},
    hints: {
      search: 'référence, derniers chiffres, montant, état, personne, mots',
      at: 'une heure comme 14:02, ou le numéro d’un événement',
    },
    opening: 'Ouverture…',
    exported: 'Écrit : {path}',
    notExported: 'Rien n’est écrit : {path} ne le prend pas ({code}). Donnez un autre dossier avec --out.',
    helpLead:
      'Ce processus ne peut pas atteindre le réseau et n’écrit que dans le dossier d’export : Node lui-même refuse le reste. Le journal n’est que lu.',
    tooSmall: 'Cette fenêtre fait {columns}x{rows} : il faut 60x18.',
    said: {
      day: '{at} sur {count} : {day}, {payments} paiements, {paid} payés, {open} ouverts, {takings} {state}',
      payment: '{at} sur {count} : {state}, {amount}, {payer}, {channel}, {time}, {reference}',
      event: '{at} sur {count} : événement {seq} à {time}, {type} : {words}',
    },
  },
};

/** After which event it is shown, `at` which instant: null before the first one. `asked` is the time that a person gave. */
type AsOf = {
  readonly seq: number;
  readonly at: number | null;
  readonly asked?: {readonly day: string; readonly time: string};
};

/** Which moment is shown, and which one was asked for where that is another. */
export function asOfText({seq, at, asked}: AsOf, zone: string, language: Language): string {
  const {asOf, asOfNothing, asOfTime, asOfTimeNothing} = reviewWords[language];
  const askedFor = asked && {askedDay: dateText(asked.day, language), askedTime: asked.time};
  if (at === null) return askedFor === undefined ? asOfNothing : fill(asOfTimeNothing, askedFor);
  const facts = {seq, time: secondsText(at, zone), day: dateText(businessDate(at, zone, '00:00'), language)};
  return askedFor === undefined ? fill(asOf, facts) : fill(asOfTime, {...facts, ...askedFor});
}
