import {addDecimals, type Decimal} from '../money/decimal.js';
import {zero} from './amount.js';
import {type Books, dateOfEntry, isInDays, type ProviderEntry, placesIn, signedAmount} from './books.js';
import type {Finding, Reason} from './discrepancy.js';
import type {Matched} from './match.js';
import {allEntries} from './payouts.js';
import type {SourceFile} from './row.js';

type Named = Pick<SourceFile<unknown>, 'name' | 'sha256' | 'kind' | 'rows'>;

/** Findings for files, and for rows, that had nothing to be compared with: what they say has not been checked. */
export function aloneFindings(books: Books, {paired}: Pick<Matched, 'paired'>): readonly Finding[] {
  const {inputs, provider} = books;
  const {payoutFiles, bankFiles} = inputs;
  const hasMain = allEntries(books).some(({isMain}) => isMain);
  const isIdle = !hasMain && paired.size === 0;
  const alone = (files: readonly Named[], reason: Reason) =>
    distinct(files.filter(({rows}) => rows.length > 0)).map(file => finding(file, reason, inputs.days.to));
  return [
    ...(isIdle ? alone(provider.files, 'provider-file-alone') : []),
    ...(bankFiles.length === 0 && provider.files.length === 0 ? alone(payoutFiles, 'payout-file-alone') : []),
    ...(payoutFiles.length === 0 ? [...alone(bankFiles, 'bank-file-alone'), ...movementsAlone(books)] : []),
  ];
}

const mostPlaces = 20;
/** Such rows have lines of their own. */
const toldOtherwise: ReadonlySet<ProviderEntry['row']['kind']> = new Set(['refund', 'reversal', 'chargeback']);

/**
 * Other movements on the provider's side, such as a charge, a transfer or a withdrawal of a wallet. They are part of what is paid out, and
 * without payouts nothing shows whether they are right. There is one finding for each currency: it is visible, but the rest can agree
 * without anybody looking at it.
 */
function movementsAlone({movements, inputs}: Books): readonly Finding[] {
  const byCurrency = Map.groupBy(
    movements.filter(
      entry =>
        entry.isMain &&
        entry.isTaken &&
        !toldOtherwise.has(entry.row.kind) &&
        isInDays(inputs, dateOfEntry(entry, inputs)),
    ),
    ({row}) => row.currency,
  );
  return [...byCurrency].map(([currency, entries]): Finding => {
    const value = entries.reduce((sum: Decimal, entry) => addDecimals(sum, signedAmount(entry)), zero);
    return {
      code: 'NOT_COMPARED',
      subject: `movements/${inputs.days.to}/${currency}`,
      reason: 'movements-alone',
      facts: {rows: entries.length},
      severity: 'info',
      status: 'carried',
      reference: '',
      till: null,
      rows: entries.slice(0, mostPlaces).flatMap(placesIn),
      local: null,
      provider: {currency, value},
      delta: null,
      since: inputs.days.to,
    };
  });
}

/** Drops a file that was given twice. */
const distinct = (files: readonly Named[]): readonly Named[] => {
  const sorted = files.toSorted((a, b) => (`${a.sha256} ${a.name}` < `${b.sha256} ${b.name}` ? -1 : 1));
  return sorted.filter(({sha256}, index) => sorted[index - 1]?.sha256 !== sha256);
};

const shownOfHash = 12;

function finding({name, sha256, kind, rows}: Named, reason: Reason, since: string): Finding {
  return {
    code: 'NOT_COMPARED',
    subject: `${kind}/${sha256.slice(0, shownOfHash)}`,
    reason,
    facts: {file: name, rows: rows.length},
    reference: '',
    till: null,
    rows: [],
    local: null,
    provider: null,
    delta: null,
    since,
  };
}
