import {plainWords} from '../headings.js';
import {multipleNotice, partNotice} from '../notices.js';
import {statedAs, statedCurrency} from '../stated.js';

/** What JSON holds; numbers as they are written. */
export type ReadJson = string | boolean | null | readonly ReadJson[] | {readonly [name: string]: ReadJson};

/** Blocks that speak of the list and not of one of its rows. */
const block = /^(?:meta(?:data)?|pag(?:e|er|ing|ination)(?:info)?|cursors?|links|responsemetadata|summary)$/u;
const count =
  /^(?:total(?:count|records?|results?|items?|elements?|rows?|entries|hits|number|size)|records(?:total|filtered)|(?:row|record|item|entry|entries|result|transaction|payment)s?count|count)$/u;
const pages = /^(?:pages|totalpages|pagecount|pagestotal|lastpage|numpages|numberofpages)$/u;
/** Words that are true where others follow, and those that are true where none do. */
const follows =
  /^(?:more|has(?:more|next|nextpage|moreitems|moreresults|morepages)|moreavailable|istruncated|truncated)$/u;
const ends = /^(?:last|islast|islastpage|lastpageind)$/u;
const next = /^(?:(?:odata)?next(?:page|pageurl|url|link|href|cursor|pagetoken|token|offset|key)?)$/u;
/** How many are given at once, how many stand before the first of them, and which page of them this is. */
const atOnce =
  /^(?:limit|pagesize|perpage|maxresults|itemsperpage|resultsperpage|recordsperpage|limitperpage|pagelimit)$/u;
const before = /^(?:offset|skip|pageoffset)$/u;
const pageNumber = /^(?:page|currentpage|pagenumber|pageno)$/u;

/**
 * What is said beside a list of so many objects, by the objects that it stands in, as the cells of a line: labels, figures and
 * notices as they are printed elsewhere, and `"has_more": true`, as it is written, where there are others or may be.
 */
export function claimsBeside(around: readonly ReadJson[], length: number): readonly string[] {
  const said = around.flatMap(each => saidIn(each, 0));
  const figures = said.filter(({value}) => isNumber(value));
  const counts = figures.filter(({own}) => count.test(own));
  const totals = figures.filter(({own}) => own === 'total');
  const others = figures.filter(({words}) => statedAs(words) !== undefined);
  const areAll = [...counts, ...totals].some(({own, value}) => own.includes('total') && Number(value) === length);
  const isEnd = said.some(
    ({own, value}) =>
      (follows.test(own) && value === 'false') ||
      (ends.test(own) && value === 'true') ||
      (next.test(own) && nowhere.has(value)) ||
      (pages.test(own) && value === '1'),
  );
  const more = said.find(({own, value}) => {
    if (isNumber(value) && atOnce.test(own)) return !areAll && !isEnd && Number(value) === length;
    if (isNumber(value) && before.test(own)) return !areAll && Number(value) > 0;
    if (isNumber(value) && pageNumber.test(own)) return !areAll && Number(value) > 1;
    if (follows.test(own)) return value === 'true';
    if (ends.test(own)) return value === 'false';
    if (next.test(own)) return !nowhere.has(value);
    return pages.test(own) && isNumber(value) && Number(value) > 1 && !areAll;
  });
  return [
    ...counts.flatMap(({value}) => ['Number of transactions', value]),
    ...totals.flatMap(({value}) => ['Total transactions', value]),
    ...others.flatMap(({words, value}) => [words, value]),
    ...said.flatMap(({words, value}) => (statedCurrency([[words, value]]) === undefined ? [] : [words, value])),
    ...said.flatMap(({value}) => (partNotice([value]) === undefined ? [] : [value])),
    ...said.flatMap(({words, value}) => multipleNotice([words, value]) ?? []),
    ...(more === undefined ? [] : [`"${more.name}": ${more.value}`]),
  ];
}

/** What stands for no next page. */
const nowhere: ReadonlySet<string> = new Set(['', 'false', '0', '-1']);
const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/u.test(text);

/** `words` are those of the name, and `own` its letters alone. */
type Said = {readonly name: string; readonly words: string; readonly own: string; readonly value: string};

const deepest = 3;

function saidIn(value: ReadJson, depth: number): readonly Said[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([name, each]): readonly Said[] => {
    const words = plainWords(name);
    const own = words.replaceAll(/[^a-z]/gu, '');
    if (each === null || typeof each !== 'object') return [{name, words, own, value: String(each ?? '').trim()}];
    if (block.test(own)) return saidIn(each, depth + 1);
    // A link or an amount may be an object of its own.
    const isValue = !Array.isArray(each) && (next.test(own) || statedAs(words) !== undefined);
    return isValue ? [{name, words, own, value: valueIn(each)}] : [];
  });
}

function valueIn(value: object): string {
  const {amount, value: own, href} = value as Readonly<Record<string, unknown>>;
  const [first = ''] = [amount, own, href, ...Object.values(value)].filter(each => typeof each === 'string');
  return first;
}
