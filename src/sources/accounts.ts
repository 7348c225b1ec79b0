import {Problem} from '../core/problem.js';
import type {SourceKind} from '../core/reconcile/rows/row.js';
import type {Layout} from './columns.js';
import {plainWords} from './headings.js';
import {isRow} from './table-place.js';

/** Headings of the column in a bank's file that names the account of each row. The account of the other side has other headings. */
const named =
  /^(?:account|(?:own )?account (?:number|no)|auftragskonto|iban auftragskonto|(?:numero (?:de |du )?)?compte|(?:numero (?:de |da )?)?(?:cuenta|conta)|rekening(?:nummer)?|(?:namba ya )?akaunti)$/;
/** What a line above the rows calls the number of the account that the rows belong to. */
const label =
  /^(?:(?:bank |your )?(?:account|acct|a c)|(?:numero (?:de |du )?)?compte|(?:numero (?:de |da )?)?(?:cuenta|conta)|(?:konto|rekening)(?:nummer)?|iban|(?:namba ya )?akaunti)(?: (?:number|no|nr|n|numero|namba))?$/;
/** The name and the number in one cell. Otherwise the next filled cell is the number. */
const inOneCell = /^(?<name>[^\d:]+?)\s*[:#]?\s*(?<number>[A-Z]{0,4}\d[\dA-Z *./-]*)$/iu;
const longestLine = 80;

/** Returns the account that a line names if it is not a row, with the word that the line uses for it. */
function accountNamed(record: readonly string[]): readonly [name: string, number: string] | undefined {
  for (const [at, cell] of record.entries()) {
    if (cell.length > longestLine) continue;
    const {name = cell, number = record.slice(at + 1).find(each => each.trim() !== '') ?? ''} =
      inOneCell.exec(cell.trim())?.groups ?? {};
    const called = plainWords(name);
    if (label.test(called) && /\d/u.test(number) && number.length <= longestLine) return [called, number.trim()];
  }
  return undefined;
}

/** A quick test: nearly every line is a row, and a row begins with something else. */
const hint = /^\W*(?:account|acct|bank|your|a\/c|n|compte|cuenta|conta|konto|rekening|iban|akaunti)/iu;
const mayName = (record: readonly string[]): boolean => hint.test(record.find(cell => cell !== '') ?? '');

/** A column with more accounts than this lists the accounts of the payers. */
const mostAccounts = 20;

/** Finds the rows of a bank's table that belong to the account `said`; empty if the column is said to be about something else. */
export function accountsIn(file: string, kind: SourceKind, {headings, columns}: Layout, said: string | undefined) {
  const used = new Set(Object.values(columns).map(({index}) => index));
  const at = kind === 'bank' && said !== '' ? headings.findIndex(heading => named.test(plainWords(heading))) : -1;
  const column = used.has(at) ? -1 : at;
  const mayHaveSections = kind === 'bank' && column === -1 && said !== '';
  const found = new Set<string>();
  /** The word that the first line naming an account uses for it, and the account of the rows below the latest such line. */
  let called: string | undefined;
  let below = '';
  const accountOf = (record: readonly string[]) => (column === -1 ? below : (record[column] ?? '').trim());
  const several = () => said === undefined && found.size > 1 && found.size <= mostAccounts;
  /** Returns whether a line names the account of the rows below it, and remembers that account. */
  const takeLine = (record: readonly string[]): boolean => {
    if (!mayHaveSections) return false;
    const [name, number] = accountNamed(record) ?? [];
    if (name === undefined || number === undefined) return false;
    called ??= name;
    if (name === called) below = number;
    return true;
  };
  return {
    above: takeLine,
    /** Returns whether a line belongs to another account, or only names an account. */
    isOther(record: readonly string[]): boolean {
      if (mayHaveSections && mayName(record) && !isRow(record) && takeLine(record)) return true;
      const account = accountOf(record);
      if (account === '') return false;
      if (found.size <= mostAccounts) found.add(account);
      return said !== undefined && account !== said;
    },
    /**
     * Returns what `read` returns, including its proof. Throws the `Problem` `file-accounts-several` if the file has several accounts and
     * the balances do not show that the rows are of one, and `file-account-missing` if no row is of the account that was asked for.
     */
    held<Read extends {readonly proof: {readonly by: string}}>(read: () => Read): Read {
      if (kind === 'bank' && said !== undefined && said !== '' && !found.has(said))
        throw new Problem('file-account-missing', {file, account: said, accounts: [...found]});
      let table: Read;
      try {
        table = read();
      } catch (error) {
        throw several() && error instanceof Problem ? severalAccounts() : error;
      }
      if (several() && table.proof.by !== 'balances') throw severalAccounts();
      return table;
    },
  };
  function severalAccounts(): Problem {
    return new Problem('file-accounts-several', {file, accounts: [...found]});
  }
}
