import type {Finding} from './discrepancy.js';
import type {Inputs} from './inputs.js';
import type {PageOfStatement} from './row.js';

/** More pages than this are named as so many together. */
const mostNamed = 10;

/** Statements of which the files are not all pages: what stands on the others was compared with nothing. */
export function pageFindings({bankFiles, days}: Pick<Inputs, 'bankFiles' | 'days'>): readonly Finding[] {
  const told = bankFiles.flatMap(({name, pages = []}) => pages.map(page => ({name, ...page})));
  const byStatement = Map.groupBy(told, ({account, statement}) => JSON.stringify([account, statement]));
  return [...byStatement.values()].flatMap((pages): readonly Finding[] => {
    const [first] = pages;
    const missing = missingPages(pages);
    if (first === undefined || missing.length === 0) return [];
    const named = missing.length > mostNamed ? `${missing.slice(0, mostNamed).join(', ')} …` : missing.join(', ');
    const files = [...new Set(pages.map(({name}) => name))].sort();
    return [
      {
        code: 'NOT_COMPARED',
        subject: ['page', first.account, first.statement].join('/'),
        reason: 'page-missing',
        facts: {pages: named, statement: first.statement, account: first.account, file: files.join(', ')},
        reference: '',
        till: null,
        rows: [],
        local: null,
        provider: null,
        delta: null,
        since: days.to,
      },
    ];
  });
}

/** The numbers that are not there, up to the page that is said to be the last, or one behind the highest. */
function missingPages(pages: readonly PageOfStatement[]): readonly number[] {
  const there = new Set(pages.map(({number}) => number));
  const highest = Math.max(...there);
  const to = pages.some(({isLast}) => isLast) ? highest : highest + 1;
  return Array.from({length: to}, (_, before) => before + 1).filter(number => !there.has(number));
}
