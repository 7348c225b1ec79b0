import {type Refusal, refuse} from '../answer.js';

/** The requested page. The first one is 0 (documented). */
export type Paging = {readonly page: number; readonly size: number};

/** The rows of one page, and the number of rows on all pages. */
export type Rows<Row> = {readonly rows: readonly Row[]; readonly total: number};

/** The usual size is documented. */
const usualSize = 20;
const largestSize = 100;

const unsorted = {sorted: false, unsorted: true, empty: true};

export function readPaging(query: URLSearchParams): Paging | Refusal {
  const page = query.get('page') ?? '0';
  if (!/^\d{1,6}$/.test(page)) return refuse(400, 'page must be a number from 0');
  const size = Number(/^\d{1,3}$/.exec(query.get('size') ?? String(usualSize))?.[0] ?? 0);
  if (size < 1 || size > largestSize) return refuse(400, `size must be a number from 1 to ${largestSize}`);
  return {page: Number(page), size};
}

/** Returns a page in exactly the shape of the service's interface. */
export function pageOf<Row>({rows, total}: Rows<Row>, {page, size}: Paging, record: (row: Row) => unknown) {
  const totalPages = Math.ceil(total / size);
  return {
    content: rows.map(record),
    pageable: {sort: unsorted, pageNumber: page, pageSize: size, offset: page * size, paged: true, unpaged: false},
    totalElements: total,
    totalPages,
    numberOfElements: rows.length,
    size,
    number: page,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: rows.length === 0,
    sort: unsorted,
  };
}
