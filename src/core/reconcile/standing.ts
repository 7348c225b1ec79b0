import {interpretStatus} from '../endpoints/status.js';
import type {Merged} from './merge.js';
import {distinctIn, type SourceFile} from './row.js';

/** How the provider says that something stands. `unknown`: in a word that no table has. */
export type ProviderStanding = 'paid' | 'failed' | 'reversed' | 'open' | 'unknown';

const asked = {reference: 'R', asked: {currency: 'KES', minor: 100}} as const;
/** All that a record must have beside its status to be believed. */
const whole = {transaction_reference: 'R', transaction_amount: 1, transaction_fee: 0, currency: 'KES'};

/**
 * Reads a provider's word as a status record's would be read, so that a file and an answer can never mean two things by
 * one word. `words` are the owner's own rules for words that no table has, by the word in small letters.
 */
export function standingReader(
  words: Readonly<Record<string, ProviderStanding>> = {},
  otherwise = standingOf,
): (word: string) => ProviderStanding {
  const known = new Map<string, ProviderStanding>();
  return word => {
    const found = known.get(word) ?? words[word.trim().toLowerCase()] ?? otherwise(word.trim());
    known.set(word, found);
    return found;
  };
}

/** As `standingReader`, and the words of other people’s files besides, which no status record is believed for. */
export const fileStandingReader = (
  words: Readonly<Record<string, ProviderStanding>> = {},
): ((word: string) => ProviderStanding) =>
  standingReader(words, word => {
    const found = standingOf(word);
    return found === 'unknown' ? standingInFile(word) : found;
  });

/**
 * What gateways and spreadsheets write, in English, French, Portuguese and Swahili, without accents. Words that can mean two things are in no
 * list: what is “approved” may not be collected, and what is “annulé” may never have been paid or be given back.
 */
const fileWords: readonly (readonly [ProviderStanding, RegExp])[] = [
  [
    'paid',
    /^(?:success|successful|succeeded|paid|settled|complete|booked|posted|cleared|executed|reussie?|succes|payee?|reglee?|encaissee?|completee|comptabilisee?|executee?)$/,
  ],
  [
    'failed',
    /^(?:failure|unsuccessful|declined|rejected|expired|timed out|timeout|abandoned|echec|echouee?|refusee?|rejetee?|expiree?|abandonnee?|falha|falhou|falhad[ao]|recusad[ao]|rejeitad[ao]|expirad[ao]|imeshindikana|imeshindwa|imekataliwa|muda umeisha|imekwisha muda)$/,
  ],
  ['reversed', /^(?:remboursee?|extournee?|estornad[ao]|revertid[ao]|reembolsad[ao]|imerudishwa|imerejeshwa)$/],
  [
    'open',
    /^(?:en attente|en cours|en cours de traitement|initiee?|pendente|em curso|em processamento|iniciad[ao]|inasubiri|yanasubiri|inashughulikiwa)$/,
  ],
];

function standingInFile(word: string): ProviderStanding {
  const plain = word
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  return fileWords.find(([, sign]) => sign.test(plain))?.[0] ?? 'unknown';
}

function standingOf(word: string): ProviderStanding {
  const body = {...whole, transaction_status: word};
  const outcome = interpretStatus({kind: 'answered', http: 200, body}, asked);
  if (outcome.kind === 'paid') return 'paid';
  if (outcome.kind === 'failed') return outcome.reversed ? 'reversed' : 'failed';
  const isOpen = outcome.kind === 'pending' && (!outcome.odd || openWords.test(word));
  return isOpen ? 'open' : 'unknown';
}

/** Words of files for what has not ended yet. A status record with one of them is odd and as little final. */
const openWords = /^(?:pending|processing|in[ _-]?progress|initiated)$/iu;

/** How a thing stands that a file lists: files without a column of statuses list what was done. */
export function listedStanding<Row extends {readonly status: string}>(
  words: Readonly<Record<string, ProviderStanding>>,
  given: readonly SourceFile<Row>[],
): (thing: Merged<Row>) => ProviderStanding {
  const read = fileStandingReader(words);
  const stating = new Set(
    given.filter(({rows}) => Iterator.from(distinctIn(rows, 'status')).some(status => status !== '')),
  );
  return ({row, files}) => (files.some(file => stating.has(file)) ? read(row.status) : 'paid');
}

const order: readonly ProviderStanding[] = ['unknown', 'open', 'failed', 'paid', 'reversed'];

/** Of two words about one payment, the one that comes later in a payment's life: late success follows failure. */
export const laterOf = (a: ProviderStanding, b: ProviderStanding): ProviderStanding =>
  order.indexOf(a) < order.indexOf(b) ? b : a;
