import {addDecimals, equalDecimals} from '../../money/decimal.js';
import {type DecimalAmount, numberIn, plainAmount} from '../rows/amount.js';
import {type Finding, ofNothing} from '../rows/discrepancy.js';
import type {Inputs} from '../rows/inputs.js';
import type {BankRow, PageOfStatement, SourceFile} from '../rows/row.js';

/** If more pages than this are missing, only the first ones are named. */
const mostNamed = 10;

type FilePage = PageOfStatement & {readonly file: SourceFile<BankRow>; readonly page: PageOfStatement};

function pagesByStatement({bankFiles}: Pick<Inputs, 'bankFiles'>): readonly (readonly FilePage[])[] {
  const pages = bankFiles.flatMap(file => (file.pages ?? []).map(page => ({...page, page, file})));
  return [...Map.groupBy(pages, ({account, statement}) => JSON.stringify([account, statement])).values()];
}

/**
 * The files, with the proof that their pages give together. If all pages of a statement are present, in more than one file, the opening
 * balance plus the entries must give the closing balance. A file is proved if all of its pages are.
 */
export function filesWithPages(inputs: Pick<Inputs, 'bankFiles'>): readonly SourceFile<BankRow>[] {
  const proved = new Set<PageOfStatement>();
  for (const pages of pagesByStatement(inputs)) {
    const whole = wholeOf(pages);
    if (whole !== undefined && equalDecimals(whole.reached.value, whole.closing.value))
      for (const {page} of pages) proved.add(page);
  }
  return inputs.bankFiles.map(file => {
    const {pages = [], proof} = file;
    const isProved = proof?.by === 'nothing' && proof.differs === undefined && pages.length > 0;
    return isProved && pages.every(page => proved.has(page))
      ? {...file, proof: {by: 'closing' as const, count: new Set(pages.map(({statement}) => statement)).size}}
      : file;
  });
}

/** The sum of a statement's pages, and its closing balance. Undefined if one file has them all, or a page or figure lacks or doubles. */
function wholeOf(
  pages: readonly FilePage[],
): {readonly reached: DecimalAmount; readonly closing: DecimalAmount} | undefined {
  const sorted = pages.toSorted((a, b) => a.number - b.number);
  const isInOne = sorted.every(({file}) => file === sorted[0]?.file);
  const isAll = sorted.every(({number}, at) => number === at + 1) && sorted.at(-1)?.isLast === true;
  const figures = sorted.flatMap(page => page.figures ?? []);
  const [first] = figures;
  const last = figures.at(-1);
  if (isInOne || !isAll || figures.length < sorted.length || first?.opening == null || last?.closing == null)
    return undefined;
  if (figures.some(({currency}) => currency !== first.currency)) return undefined;
  const {currency} = first;
  const reached = figures.reduce((sum, {moved}) => addDecimals(sum, numberIn(moved)), numberIn(first.opening));
  return {reached: {currency, value: reached}, closing: {currency, value: numberIn(last.closing)}};
}

/** Findings for statements of which pages are missing, or whose pages do not lead to the closing balance. */
export const pageFindings = ({bankFiles, days}: Pick<Inputs, 'bankFiles' | 'days'>): readonly Finding[] =>
  pagesByStatement({bankFiles}).flatMap((pages): readonly Finding[] => {
    const [first] = pages;
    if (first === undefined) return [];
    const {account, statement} = first;
    const file = [...new Set(pages.map(each => each.file.name))].sort().join(', ');
    const about = {
      ...ofNothing,
      code: 'NOT_COMPARED' as const,
      since: days.to,
      subject: ['page', account, statement].join('/'),
    };
    const missing = missingPages(pages);
    if (missing.length > 0) {
      const named = missing.length > mostNamed ? `${missing.slice(0, mostNamed).join(', ')} …` : missing.join(', ');
      return [{...about, reason: 'page-missing', facts: {pages: named, statement, account, file}}];
    }
    const whole = wholeOf(pages);
    if (whole === undefined || equalDecimals(whole.reached.value, whole.closing.value)) return [];
    const [reached, balance] = [whole.reached, whole.closing].map(each => `${each.currency} ${plainAmount(each)}`);
    return [
      {
        ...about,
        reason: 'pages-differ',
        severity: 'high',
        facts: {statement, account, file, reached: reached ?? '', balance: balance ?? ''},
      },
    ];
  });

/** The page numbers that are missing, up to the highest one, or one more if no page is marked as the last. */
function missingPages(pages: readonly PageOfStatement[]): readonly number[] {
  const there = new Set(pages.map(({number}) => number));
  const highest = Math.max(...there);
  const to = pages.some(({isLast}) => isLast) ? highest : highest + 1;
  return Array.from({length: to}, (_, before) => before + 1).filter(number => !there.has(number));
}
