import type {Language} from './fill.js';

type PlainWords = {
  /** Said once, at the start. */
  readonly opening: string;
  readonly online: string;
  /** Between the clauses of a sentence. */
  readonly pause: string;
  /** A thing and what it is. */
  readonly is: string;
  readonly isBecause: string;
  /** What is asked for, before what is typed. */
  readonly ask: string;
  readonly askIn: string;
  readonly askHinted: string;
  readonly choose: string;
  readonly keys: string;
  readonly key: string;
  readonly count: string;
  readonly countWorth: string;
  readonly today: string;
  /** How the last payment ended. */
  readonly last: string;
  readonly hours: string;
  readonly hour: string;
  /** Bytes of the link. */
  readonly wire: string;
  /** How to hear again what stands, and what was left out of it. */
  readonly again: string;
  readonly confirm: string;
  /** Of a payment out of no wallet. */
  readonly confirmOnPage: string;
  readonly confirmCard: string;
  readonly payment: string;
  readonly paymentInCash: string;
  readonly drawer: string;
  readonly closeStep: string;
  readonly open: string;
  readonly step: string;
  readonly stepWith: string;
  readonly page: string;
  readonly pending: string;
  readonly row: string;
  readonly rowNext: string;
};

/** The sentences of the till for an ear, a braille line or a printing terminal. */
export const plainWords: Readonly<Record<Language, PlainWords>> = {
  en: {
    opening: '{shop}, till {till}, {person}, {profile}; the key {help} tells of all keys.',
    online: 'The service can be reached.',
    pause: '; ',
    is: '{label}: {value}.',
    isBecause: '{label}: {value}, {note}.',
    ask: '{label}:',
    askIn: '{label} in {currency}:',
    askHinted: '{label}, {hint}:',
    choose: '{label}, {key} for another: {value}',
    keys: '{keys}:',
    key: '{key} {word}',
    count: '{count} {word}',
    countWorth: '{count} {word}, {sums}',
    today: 'Today: {counts}.',
    last: 'Last payment: {verdict}, {about}; {key} opens it.',
    hours: 'Takings by the hour in {currency}: {hours}.',
    hour: 'at {hour}, {amount}',
    wire: 'The link carries {sale} for a sale and {question} for a question.',
    again: 'A key that changes nothing says again where you are, with the details.',
    confirm: 'Send this request? {amount} to {wallet}, {network}, {country}.',
    confirmOnPage: 'Send this request? {amount}, {network}, {country}, with the telephone number {wallet}.',
    confirmCard: 'Charge this card? {amount} from {card}, {brand}.',
    payment: '{verdict}: {amount}, {wallet}, {network}, {reference}.',
    paymentInCash: '{verdict}: {amount}, {network}, {reference}.',
    drawer: 'Drawer {currency}: expected {expected}, counted {counted}, {difference}.',
    closeStep: 'Step {step} of 6, {word}.',
    open: '{verdict}: it has been {attention}.',
    step: 'At {time}: {text}.',
    stepWith: 'At {time}: {text} ({raw}).',
    page: 'Page: {url}',
    pending: '{count} pending: {sums}.',
    row: '{at} of {count}: {amount}, {wallet}, {network}, after {age}: {answer}',
    rowNext: '{row}; next: {next}.',
  },
  fr: {
    opening: '{shop}, caisse {till}, {person}, {profile} ; la touche {help} dit toutes les touches.',
    online: 'Le service est joignable.',
    pause: ' ; ',
    is: '{label} : {value}.',
    isBecause: '{label} : {value}, {note}.',
    ask: '{label} :',
    askIn: '{label} en {currency} :',
    askHinted: '{label}, {hint} :',
    choose: '{label}, {key} pour changer : {value}',
    keys: '{keys} :',
    key: '{key} {word}',
    count: '{count} {word}',
    countWorth: '{count} {word}, {sums}',
    today: 'Aujourd’hui : {counts}.',
    last: 'Dernier paiement : {verdict}, {about} ; {key} l’ouvre.',
    hours: 'Encaissements par heure en {currency} : {hours}.',
    hour: 'à {hour}, {amount}',
    wire: 'La liaison transporte {sale} pour une vente et {question} pour une question.',
    again: 'Une touche qui ne change rien redit où vous en êtes, avec les détails.',
    confirm: 'Envoyer cette demande ? {amount} à {wallet}, {network}, {country}.',
    confirmOnPage: 'Envoyer cette demande ? {amount}, {network}, {country}, avec le téléphone {wallet}.',
    confirmCard: 'Débiter cette carte ? {amount} de : {card}, {brand}.',
    payment: '{verdict} : {amount}, {wallet}, {network}, {reference}.',
    paymentInCash: '{verdict} : {amount}, {network}, {reference}.',
    drawer: 'Tiroir {currency} : attendu {expected}, compté {counted}, {difference}.',
    closeStep: 'Étape {step} sur 6, {word}.',
    open: '{verdict} : {attention}.',
    step: 'À {time} : {text}.',
    stepWith: 'À {time} : {text} ({raw}).',
    page: 'Page : {url}',
    pending: '{count} en attente : {sums}.',
    row: '{at} sur {count} : {amount}, {wallet}, {network}, après {age} : {answer}',
    rowNext: '{row} ; suite : {next}.',
  },
};
