import type {Books} from './books.js';
import type {Finding, Reason} from './discrepancy.js';
import type {Matched} from './match.js';
import {allEntries} from './payouts.js';
import type {SourceFile} from './row.js';

type Named = Pick<SourceFile<unknown>, 'name' | 'sha256' | 'kind' | 'rows'>;

/** Files for which there was nothing to compare them with: what they say has proved nothing. */
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
    ...(payoutFiles.length === 0 ? alone(bankFiles, 'bank-file-alone') : []),
  ];
}

/** A file that is given twice is one. */
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
