import {plainWords} from './headings.js';
import {multipleNotice, partNotice} from './notices.js';
import {daysBeside, statedAs, statedCurrency} from './stated.js';

/** A JSON value. Numbers are kept as text, the way they are written. */
export type ReadJson = string | boolean | null | readonly ReadJson[] | {readonly [name: string]: ReadJson};

/** Names of objects that describe the list and not one of its rows. */
const block = /^(?:meta(?:data)?|pag(?:e|er|ing|ination)(?:info)?|cursors?|links|responsemetadata|summary)$/u;
/** Names of the owner of the list. Its currency is that of the list. */
const owner = /^(?:account|statement|wallet)(?:info|details)?$/u;
const count =
  /^(?:total(?:count|records?|results?|items?|elements?|rows?|entries|hits|number|size)|records(?:total|filtered)|(?:row|record|item|entry|entries|result|transaction|payment)s?count|count)$/u;
const pages = /^(?:pages|totalpages|pagecount|pagestotal|lastpage|numpages|numberofpages)$/u;
/** Names of flags that are true if more items follow, and of flags that are true if none follow. */
const follows =
  /^(?:more|has(?:more|next|nextpage|moreitems|moreresults|morepages)|moreavailable|istruncated|truncated)$/u;
const ends = /^(?:last|islast|islastpage|lastpageind)$/u;
const next = /^(?:(?:odata)?next(?:page|pageurl|url|link|href|cursor|pagetoken|token|offset|key)?)$/u;
/** Names for the number of items per page, for the number of items before the first one, and for the number of the page. */
const atOnce =
  /^(?:limit|pagesize|perpage|maxresults|itemsperpage|resultsperpage|recordsperpage|limitperpage|pagelimit)$/u;
const before = /^(?:offset|skip|pageoffset)$/u;
const pageNumber = /^(?:page|currentpage|pagenumber|pageno)$/u;

/** The ways in which people and programs write yes and no. */
const [yes, no] = [/^(?:true|yes|[1-9]\d*)$/iu, /^(?:false|no)$/iu];
/** Values that mean that there is no other page. */
const noPage = /^(?:|false|null|none|0|-1)$/iu;

/**
 * Returns what the objects around a list of `length` objects say about it, as the cells of a line: labels, figures and notices in their
 * printed form. If more items follow or may follow, it includes the claim as it is written: `"has_more": true`. `announced` is the number
 * of objects in lists of entries that are not booked. A count may include them.
 */
export function claimsBeside(around: readonly ReadJson[], length: number, announced: number): readonly string[] {
  const said = around.flatMap(each => saidIn(each, 0));
  const withAnnounced = announced > 0 ? String(length + announced) : '';
  const figures = said.filter(({value}) => isNumber(value) && value !== withAnnounced);
  const counts = figures.filter(({own}) => count.test(own));
  const totals = figures.filter(({own}) => own === 'total');
  const others = figures.filter(({words}) => statedAs(words) !== undefined);
  const areAll = [...counts, ...totals].some(({own, value}) => own.includes('total') && Number(value) === length);
  // A cursor does not always mean that more follows: it may serve to ask for new entries later.
  const isOver = said.some(({own, value}) =>
    follows.test(own) ? no.test(value) || value === '0' : ends.test(own) && yes.test(value),
  );
  const isEnd =
    isOver || said.some(({own, value}) => (next.test(own) && noPage.test(value)) || (pages.test(own) && value === '1'));
  const more = said.find(each => {
    const {own, value} = each;
    if (isPart(each)) return !areAll && (atOnce.test(own) ? !isEnd && Number(value) === length : isLater(each));
    return followsBy(each) && !(isOver && next.test(own)) && !(areAll && pages.test(own));
  });
  return [
    ...counts.flatMap(({value}) => ['Number of transactions', value]),
    ...totals.flatMap(({value}) => ['Total transactions', value]),
    ...others.flatMap(({words, value}) => [words, value]),
    ...said.filter(isCurrency).flatMap(({words, value}) => [words, value]),
    ...daysBeside([...said, ...around.flatMap(each => saidOfDays(each, 0))].map(({words, value}) => [words, value])),
    ...said.flatMap(({value}) => (partNotice([value]) === undefined ? [] : [value])),
    ...said.flatMap(({words, value}) => multipleNotice([words, value]) ?? []),
    ...(more === undefined ? [] : [`"${more.name}": ${more.value}`]),
  ];
}

type Claim = Pick<Said, 'own' | 'value'>;

/** Whether a claim gives the number of items per page, of items before them, or of the page. */
const isPart = ({own, value}: Claim): boolean =>
  isNumber(value) && [atOnce, before, pageNumber].some(sign => sign.test(own));

const isLater = ({own, value}: Claim): boolean => Number(value) > (before.test(own) ? 0 : 1);

/** Whether a claim itself says that more follows. */
function followsBy({own, value}: Claim): boolean {
  if (follows.test(own)) return yes.test(value);
  if (ends.test(own)) return no.test(value);
  if (next.test(own)) return !noPage.test(value);
  return pages.test(own) && isNumber(value) && Number(value) > 1;
}

/** Returns whether a cell has such a claim, in the form that `claimsBeside` writes. */
export function saysMore(cell: string): boolean {
  const {name, value = ''} = /^"(?<name>[^"]+)": (?<value>\S.*)$/u.exec(cell)?.groups ?? {};
  if (name === undefined) return false;
  const claim = {own: lettersOf(plainWords(name)), value};
  return isPart(claim) || followsBy(claim);
}

const lettersOf = (words: string) => words.replaceAll(/[^a-z]/gu, '');
const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/u.test(text);

/** `words` are the words of the name, and `own` has only its letters. */
type Said = {readonly name: string; readonly words: string; readonly own: string; readonly value: string};

const isCurrency = ({words, value}: Said): boolean => statedCurrency([[words, value]]) !== undefined;

/** Names of objects that say for which days the list was asked for. */
const span =
  /^(?:(?:statement|report(?:ing)?)?(?:period|daterange|range|interval|timeframe)|periode|periodo|kipindi|zeitraum|(?:applied)?filters?|query|criteria|dates)$/u;

function saidOfDays(value: ReadJson, depth: number): readonly Said[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const own = lettersOf(plainWords(name));
    if (span.test(own)) return saidIn(each, depth + 1);
    return block.test(own) || owner.test(own) ? saidOfDays(each, depth + 1) : [];
  });
}

const deepest = 3;

function saidIn(value: ReadJson, depth: number): readonly Said[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) return [];
  return Object.entries(value).flatMap(([name, each]): readonly Said[] => {
    const words = plainWords(name);
    const own = lettersOf(words);
    if (each === null || typeof each !== 'object') return [{name, words, own, value: String(each ?? '').trim()}];
    if (own === 'links' && Array.isArray(each)) return each.flatMap(link => saidIn(named(link), depth + 1));
    if (block.test(own)) return saidIn(each, depth + 1);
    if (owner.test(own)) return saidIn(each, depth + 1).filter(isCurrency);
    // A link or an amount may be an object of its own.
    const isValue = !Array.isArray(each) && (next.test(own) || statedAs(words) !== undefined);
    return isValue ? [{name, words, own, value: valueIn(each)}] : [];
  });
}

/** Turns a link that names its own target, `{"rel": "next", "href": "…"}`, into a member with that name. */
function named(link: ReadJson): ReadJson {
  const {rel, href} = (link ?? {}) as Readonly<Record<string, ReadJson>>;
  return typeof rel === 'string' && href !== undefined ? {[rel]: href} : null;
}

function valueIn(value: object): string {
  const {amount, value: own, href} = value as Readonly<Record<string, unknown>>;
  const [first = ''] = [amount, own, href, ...Object.values(value)].filter(each => typeof each === 'string');
  return first;
}
