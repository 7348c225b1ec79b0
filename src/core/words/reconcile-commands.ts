import type {DateOrder, SourceKind} from '../reconcile/row.js';
import type {Language} from './fill.js';

type ReconcileCommandWords = {
  readonly kinds: Readonly<Record<SourceKind, string>>;
  readonly file: string;
  readonly written: string;
  readonly orders: Readonly<Record<DateOrder, string>>;
  readonly sign: string;
  readonly tab: string;
  readonly notShown: string;
  readonly columns: string;
  readonly inCurrency: string;
  readonly unused: string;
  readonly correct: string;
  readonly camt: string;
  readonly sums: string;
  readonly reading: string;
  readonly readingJournal: string;
  readonly asking: string;
  readonly notAsked: string;
  readonly notKept: string;
  readonly toAccept: string;
  readonly done: string;
  readonly notCompared: string;
  readonly remains: string;
  readonly accepted: string;
  readonly more: string;
  readonly noFiles: string;
  readonly withdrawn: string;
  readonly imported: string;
  readonly howToSay: string;
};

/** What `duka reconcile` says beside the reconciliation itself. */
export const reconcileCommandWords: Readonly<Record<Language, ReconcileCommandWords>> = {
  en: {
    kinds: {provider: 'Provider’s file', payout: 'Payouts', bank: 'Bank statement'},
    file: '{kind} {name}, rows: {rows}, {period}',
    written: 'written in {encoding}, separator {separator}, decimal mark {mark}, dates {order}',
    orders: {'day-first': 'day first', 'month-first': 'month first', 'year-first': 'year first'},
    sign: '“{sign}”',
    tab: 'tab',
    notShown: 'not shown by it',
    columns: 'columns: {columns}',
    inCurrency: 'all in {currency}',
    unused: 'not used: {columns}',
    correct: 'wrong? --map field=Heading, --decimal-mark, --separator, --date-order, --currency, --interval',
    camt: 'a camt.053 statement: {statements} statements, {notBooked} entries not booked yet and left out',
    sums: 'totals and balances that are no rows, left out: {count}',
    reading: 'Reading {file}: {percent} %',
    readingJournal: 'Reading the journal: {count} lines',
    asking: 'Asking the service: {done} of {total}',
    notAsked: 'Nothing was asked of the service: the till is not this command’s.',
    notKept: 'Nothing was kept: run it again when the till is closed, so that the days after know of it.',
    toAccept: 'A named person may accept a difference: duka reconcile accept KEY --person NAME --note TEXT',
    done: 'Nothing remains to be looked at.',
    notCompared: 'Nothing was compared: no file was read in, and the service was not asked (--live).',
    remains: 'Differences that remain to be looked at: {count}.',
    accepted: 'Accepted by {person}: {key}. It is written down, and stays accepted while its amount is the same.',
    more: '{keys} and {more} more',
    noFiles: 'No file was read into this till yet.',
    withdrawn: '{file} counts no more.',
    imported: 'read',
    howToSay:
      'How a file is written can be said: --map field=Heading, --decimal-mark, --separator, --date-order, --currency.',
  },
  fr: {
    kinds: {provider: 'Fichier du prestataire', payout: 'Versements', bank: 'Relevé de banque'},
    file: '{kind} {name}, lignes : {rows}, {period}',
    written: 'écrit en {encoding}, séparateur {separator}, marque décimale {mark}, dates {order}',
    orders: {'day-first': 'jour d’abord', 'month-first': 'mois d’abord', 'year-first': 'année d’abord'},
    sign: '« {sign} »',
    tab: 'tabulation',
    notShown: 'que rien ne montre',
    columns: 'colonnes : {columns}',
    inCurrency: 'tout en {currency}',
    unused: 'sans usage : {columns}',
    correct: 'faux ? --map champ=Titre, --decimal-mark, --separator, --date-order, --currency, --interval',
    camt: 'un relevé camt.053 : {statements} relevés, {notBooked} écritures pas encore passées et laissées de côté',
    sums: 'totaux et soldes qui ne sont pas des lignes, laissés de côté : {count}',
    reading: 'Lecture de {file} : {percent} %',
    readingJournal: 'Lecture du journal : {count} lignes',
    asking: 'Questions au service : {done} sur {total}',
    notAsked: 'Rien n’a été demandé au service : la caisse n’est pas à cette commande.',
    notKept: 'Rien n’a été gardé : recommencez quand la caisse est fermée, pour que les jours suivants le sachent.',
    toAccept: 'Une personne nommée peut accepter un écart : duka reconcile accept CLÉ --person NOM --note TEXTE',
    done: 'Il ne reste rien à examiner.',
    notCompared: 'Rien n’a été comparé : aucun fichier n’a été lu et le service n’a pas été interrogé (--live).',
    remains: 'Écarts encore à examiner : {count}.',
    accepted: 'Accepté par {person} : {key}. C’est écrit, et le reste tant que son montant est le même.',
    more: '{keys} et {more} de plus',
    noFiles: 'Aucun fichier n’a encore été lu dans cette caisse.',
    withdrawn: '{file} ne compte plus.',
    imported: 'lu',
    howToSay:
      'On peut dire comment un fichier est écrit : --map champ=Titre, --decimal-mark, --separator, --date-order, --currency.',
  },
};
