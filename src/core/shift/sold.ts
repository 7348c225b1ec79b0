import type {Ticket} from '../ticket/ticket.js';
import {merged, plus} from './merged.js';
import type {SoldGroup, SoldRate} from './report-schema.js';

/** What tickets that were paid were for. In each currency both lists come to the totals of these tickets. */
export type Sold = {readonly groups: readonly SoldGroup[]; readonly taxes: readonly SoldRate[]};

export const nothingSold: Sold = {groups: [], taxes: []};

/** What a ticket is for: what has no group, or no rate, is of none, as a sum without lines is. */
export function soldOf({lines, total}: Pick<Ticket, 'lines' | 'total'>): Sold {
  const zero = {...total, minor: 0};
  const parts =
    lines.length === 0
      ? [{group: null, rate: null, gross: total, net: total, tax: zero}]
      : lines.map(({group, amount, tax: held}) => ({
          group,
          rate: held?.rate ?? null,
          ...{gross: amount, net: held?.net ?? amount, tax: held?.tax ?? zero},
        }));
  return together([
    {
      groups: parts.map(({group, gross}) => ({group, total: gross, count: 1})),
      taxes: parts.map(({rate, gross, net, tax}) => ({rate, gross, net, tax})),
    },
  ]);
}

/** Several together, whatever their order: groups by their names, rates from the lowest, and what is of none last. */
export function together(all: readonly Sold[]): Sold {
  return {
    groups: merged(
      all.flatMap(({groups}) => groups),
      ({group, total}) => `${total.currency} ${group === null ? 1 : 0} ${group ?? ''}`,
      (a, b) => ({...a, total: plus(a.total, b.total), count: a.count + b.count}),
    ),
    taxes: merged(
      all.flatMap(({taxes}) => taxes),
      ({rate, gross}) => `${gross.currency} ${rate === null ? '~' : Number(rate).toFixed(3).padStart(7, '0')}`,
      (a, b) => ({...a, gross: plus(a.gross, b.gross), net: plus(a.net, b.net), tax: plus(a.tax, b.tax)}),
    ),
  };
}

/** As a report has it: sections that have nothing to tell are not there. */
export const soldSections = ({groups, taxes}: Sold): {groups?: SoldGroup[]; taxes?: SoldRate[]} =>
  groups.length === 0 ? {} : {groups: [...groups], taxes: [...taxes]};
