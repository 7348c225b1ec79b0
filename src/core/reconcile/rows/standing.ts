import {interpretStatus} from '../../endpoints/status.js';
import type {Merged} from './merge.js';
import {distinctIn, type SourceFile} from './row.js';

/** What the provider's status word means. `unknown`: the word is in no table. */
export type ProviderStanding = 'paid' | 'failed' | 'reversed' | 'open' | 'unknown';

const asked = {reference: 'R', asked: {currency: 'KES', minor: 100}} as const;
/** Everything that a record needs besides its status to be accepted. */
const whole = {transaction_reference: 'R', transaction_amount: 1, transaction_fee: 0, currency: 'KES'};

/**
 * Reads a provider's word as it would be read in a status record, so that a word never means one thing in a file and another in an answer.
 * `words` are the owner's own rules for words that are in no table, by the word in small letters.
 */
export function standingReader(
  words: Readonly<Record<string, ProviderStanding>> = {},
  otherwise = standingOf,
): (word: string) => ProviderStanding {
  const own = new Map(Object.entries(words).map(([word, standing]) => [keyOf(word), standing]));
  const known = new Map<string, ProviderStanding>();
  return word => known.getOrInsertComputed(word, () => own.get(keyOf(word)) ?? otherwise(word.trim()));
}

const keyOf = (word: string) => word.trim().toLowerCase();

/** The owner's rules for words, and after them what the balances of this file prove about words that are in no table. */
export const wordsIn = (
  {paidWords = []}: Pick<SourceFile<unknown>, 'paidWords'>,
  words: Readonly<Record<string, ProviderStanding>>,
): Readonly<Record<string, ProviderStanding>> =>
  paidWords.length === 0
    ? words
    : {...Object.fromEntries(paidWords.map(word => [keyOf(word), 'paid' as const])), ...words};

/** Like `standingReader`, but also knows words of external files that would not be accepted in a status record. */
export const fileStandingReader = (
  words: Readonly<Record<string, ProviderStanding>> = {},
): ((word: string) => ProviderStanding) =>
  standingReader(words, word => {
    const found = standingOf(word);
    return found === 'unknown' ? standingInFile(word) : found;
  });

/**
 * Words that gateways and spreadsheets use, in the eight languages in which headings are known, without accents. Ambiguous words are in no
 * list: “approved” money may not be collected, “annulé” may mean never paid or given back, and “pago” is any payment in Spanish. The wallets of
 * Airtel and Orange write TS, TF, TE, TA and TIP: success, failed, expired, ambiguous and in progress.
 */
const fileWords: readonly (readonly [ProviderStanding, RegExp])[] = [
  [
    'paid',
    /^(?:ts|(?:transaction )?success(?:ful)?|succeeded|paid|settled|complete|booked|posted|cleared|executed|(?:transaction )?reussie?|succes|payee?|reglee?|encaissee?|completee|comptabilisee?|executee?|terminee?|effectuee?|sucesso|concluid[ao]|efec?tuad[ao]|liquidad[ao]|imekamilika|imefanikiwa|imelipwa|completad[ao]|exitos[ao]|erfolgreich|abgeschlossen|gebucht|bezahlt|geslaagd|voltooid|geboekt|betaald|مكتملة?|ناجحة?|مدفوعة?)$/,
  ],
  [
    'failed',
    /^(?:tf|te|transaction failed|failure|unsuccessful|declined|rejected|expired|timed out|timeout|abandoned|echec|echouee?|refusee?|rejetee?|expiree?|abandonnee?|falha|falhou|falhad[ao]|recusad[ao]|rejeitad[ao]|expirad[ao]|imeshindikana|imeshindwa|imekataliwa|muda umeisha|imekwisha muda|fallid[ao]|rechazad[ao]|fehlgeschlagen|abgelehnt|abgelaufen|mislukt|geweigerd|verlopen|فاشلة?|مرفوضة?|منتهية الصلاحية)$/,
  ],
  [
    'reversed',
    /^(?:reverted|remboursee?|extournee?|estornad[ao]|revertid[ao]|reembolsad[ao]|imerudishwa|imerejeshwa|devuelt[ao]|reversad[ao]|erstattet|zuruckerstattet|terugbetaald|teruggestort|مستردة?|معكوسة?)$/,
  ],
  [
    'open',
    /^(?:ta|tip|en attente|en cours|en cours de traitement|initiee?|pendente|em curso|em processamento|iniciad[ao]|inasubiri|yanasubiri|inashughulikiwa|pendiente|en proceso|en curso|ausstehend|in bearbeitung|in behandeling|قيد الانتظار|قيد المعالجة|معلقة?)$/,
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

/** Words in files for what is not final yet. A status record with one of them is odd and just as little final. */
const openWords = /^(?:pending|processing|in[ _-]?progress|initiated)$/iu;

/** The standing of a thing that files list. Files without a status column list what was done. */
export function listedStanding<Row extends {readonly status: string}>(
  words: Readonly<Record<string, ProviderStanding>>,
  given: readonly SourceFile<Row>[],
): (thing: Merged<Row>) => ProviderStanding {
  const stating = new Map(
    given
      .filter(({rows}) => Iterator.from(distinctIn(rows, 'status')).some(status => status !== ''))
      .map(file => [file, fileStandingReader(wordsIn(file, words))]),
  );
  return ({row, files}) => {
    let found: ProviderStanding | undefined;
    for (const file of files) {
      const said = stating.get(file)?.(row.status);
      if (said !== undefined) found = found === undefined ? said : laterOf(found, said);
    }
    return found ?? 'paid';
  };
}

const order: readonly ProviderStanding[] = ['unknown', 'open', 'failed', 'paid', 'reversed'];

/** Of two words about one payment, the one that comes later in a payment's life: a late success follows a failure. */
export const laterOf = (a: ProviderStanding, b: ProviderStanding): ProviderStanding =>
  order.indexOf(a) < order.indexOf(b) ? b : a;
