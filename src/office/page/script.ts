/**
 * The only script of a page: live figures and sorting. Everything works without it. The figures are those of the page itself, asked for
 * again, so that no text of others ever becomes part of a script.
 */
export const pageScript = `
'use strict';
const valueOf = row => at => row.cells[at].textContent.trim();
const number = text => {
  const digits = text.replace(/[^0-9,.\\u2212-]/g, '').replace(/[.,](?=[0-9]{3}(?![0-9]))/g, '').replace(',', '.').replace('\\u2212', '-');
  return digits === '' ? NaN : Number(digits);
};
const months = document.body.dataset.months.split(' ');
// A day as people write it, as a number that grows with it.
const day = text => {
  const [, of, month, year] = /^(\\d+)\\S*\\s(\\S+)\\s(\\d{4})$/.exec(text) ?? [];
  return months.includes(month) ? (year * 12 + months.indexOf(month)) * 31 + Number(of) : NaN;
};
const compare = worth => (a, b) => {
  const [x, y] = [worth(a), worth(b)];
  return isNaN(x) || isNaN(y) ? a.localeCompare(b) : x - y;
};
const sort = (table, at, way) => {
  const isNumber = table.tHead.rows[0].cells[at].classList.contains('number');
  const rows = [...table.tBodies[0].rows];
  const by = compare(isNumber ? number : day);
  rows.sort((a, b) => way * by(valueOf(a)(at), valueOf(b)(at)));
  table.tBodies[0].append(...rows);
  [...table.tHead.rows[0].cells].forEach((head, each) => {
    if (each === at) head.setAttribute('aria-sort', way > 0 ? 'ascending' : 'descending');
    else head.removeAttribute('aria-sort');
  });
  table.dataset.sorted = at + ' ' + way;
};
const prepare = main => {
  for (const table of main.querySelectorAll('table'))
    for (const [at, head] of [...(table.tHead?.rows[0].cells ?? [])].entries()) {
      if (head.textContent === '') continue;
      const button = document.createElement('button');
      button.textContent = head.textContent;
      button.addEventListener('click', () => sort(table, at, head.ariaSort === 'ascending' ? -1 : 1));
      head.replaceChildren(button);
    }
};
const isChanged = ({value, defaultValue, options}) =>
  options ? value !== ([...options].find(each => each.defaultSelected) ?? options[0])?.value : value !== defaultValue;
const refresh = async () => {
  const main = document.querySelector('main');
  const here = document.activeElement;
  // What somebody is typing, has chosen or has opened to read is not taken away.
  if ([...main.querySelectorAll('input,select')].some(each => each === here || isChanged(each))) return;
  const response = await fetch(location.href, {headers: {accept: 'text/html'}});
  if (response.redirected) return location.reload();
  if (!response.ok) return;
  const text = await response.text();
  const part = text.slice(text.indexOf('<main'), text.indexOf('</main>')); // the styles have another nonce
  const next = new DOMParser().parseFromString(part, 'text/html').querySelector('main');
  const tables = [...main.querySelectorAll('table')].map(table => table.dataset.sorted);
  const held = main.contains(document.activeElement) && document.activeElement.textContent;
  const open = [...main.querySelectorAll('details')].map(each => each.open);
  main.replaceChildren(...next.childNodes);
  prepare(main);
  [...main.querySelectorAll('a,button,summary')].find(each => each.textContent === held)?.focus({preventScroll: true});
  main.querySelectorAll('details').forEach((each, at) => (each.open = open[at] ?? false));
  main.querySelectorAll('table').forEach((table, at) => {
    if (tables[at]) sort(table, ...tables[at].split(' ').map(Number));
  });
};
prepare(document.querySelector('main'));
if (document.body.dataset.live) {
  const source = new EventSource(document.body.dataset.live);
  let asked = Promise.resolve();
  source.addEventListener('changed', () => (asked = asked.then(refresh).catch(() => {})));
}
addEventListener('pageshow', ({persisted}) => persisted && location.reload());
`;
