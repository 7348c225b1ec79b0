import type {Messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import type {Payment} from '../payment/payment.js';
import {tenderOf} from '../payment/tender.js';
import type {Ticket} from '../ticket/ticket.js';
import {merged, plus} from './merged.js';
import type {Report, SoldGroup, SoldRate, SoldTip} from './report-schema.js';

/**
 * What tickets that were paid were for. In each currency groups and taxes come to the totals of these tickets, and `tips`, by person and
 * tender, to the group of tips.
 */
export type Sold = {
  readonly groups: readonly SoldGroup[];
  readonly taxes: readonly SoldRate[];
  readonly tips: readonly SoldTip[];
};

export const nothingSold: Sold = {groups: [], taxes: [], tips: []};

/** Whose payment it is, and how it was made. */
type PaidBy = Pick<Payment, 'person' | 'request'>;

/**
 * What a ticket is for: what has no group, or no rate, is of none, as a sum without lines is. Tips are a group of their own, and belong to
 * the payment with which the ticket was paid.
 */
export function soldOf({lines, total}: Pick<Ticket, 'lines' | 'total'>, {person, request}: PaidBy): Sold {
  const zero = {...total, minor: 0};
  const parts =
    lines.length === 0
      ? [{group: null, isTip: false, rate: null, gross: total, net: total, tax: zero}]
      : lines.map(({kind, group, amount, tax: held}) => ({
          group,
          isTip: kind === 'tip',
          rate: held?.rate ?? null,
          ...{gross: amount, net: held?.net ?? amount, tax: held?.tax ?? zero},
        }));
  return together([
    {
      groups: parts.map(({group, isTip, gross}) => ({
        group,
        ...(isTip && {kind: 'tip' as const}),
        total: gross,
        count: 1,
      })),
      taxes: parts.map(({rate, gross, net, tax}) => ({rate, gross, net, tax})),
      tips: parts.filter(({isTip}) => isTip).map(({gross}) => ({person, ...tenderOf(request), total: gross, count: 1})),
    },
  ]);
}

/** Several together, whatever their order: groups by their names, rates from the lowest, what is of none last, and tips behind it. */
export function together(all: readonly Sold[]): Sold {
  return {
    groups: merged(
      all.flatMap(({groups}) => groups),
      ({group, kind, total}) => `${total.currency} ${kind === 'tip' ? 2 : group === null ? 1 : 0} ${group ?? ''}`,
      (a, b) => ({...a, total: plus(a.total, b.total), count: a.count + b.count}),
    ),
    taxes: merged(
      all.flatMap(({taxes}) => taxes),
      ({rate, gross}) => `${gross.currency} ${rate === null ? '~' : Number(rate).toFixed(3).padStart(7, '0')}`,
      (a, b) => ({...a, gross: plus(a.gross, b.gross), net: plus(a.net, b.net), tax: plus(a.tax, b.tax)}),
    ),
    tips: merged(
      all.flatMap(({tips}) => tips),
      ({person, method, channel, total}) => JSON.stringify([total.currency, person, method, channel]),
      (a, b) => ({...a, total: plus(a.total, b.total), count: a.count + b.count}),
    ),
  };
}

/** Whether there is anything to tell by group. */
export const hasGroups = (groups: readonly SoldGroup[]): boolean =>
  groups.some(({group, kind}) => group !== null || kind === 'tip');

/** What a group is called on reports. */
export const groupName = ({group, kind}: SoldGroup, {tips, noGroup}: Messages['report']): string =>
  kind === 'tip' ? tips : (group ?? noGroup);

/** The sections of a report that tell what was sold. */
export type SoldSections = Pick<Report, 'groups' | 'taxes' | 'tips'>;

/** As a report has it: sections that have nothing to tell are not there. */
export const soldSections = ({groups, taxes, tips}: Sold): SoldSections => ({
  ...(groups.length === 0 ? {} : {groups: [...groups], taxes: [...taxes]}),
  ...(tips.length === 0 ? {} : {tips: [...tips]}),
});

/** What a report says that was sold, all of it. */
export const soldOfReport = ({groups = [], taxes = [], tips = []}: SoldSections): Sold => ({groups, taxes, tips});

/** What of the takings of a currency is tips, in minor units. */
export const tipsIn = (
  {tips = []}: {readonly tips?: readonly SoldTip[] | undefined},
  currency: Money['currency'],
): number => tips.filter(({total}) => total.currency === currency).reduce((sum, {total}) => sum + total.minor, 0);
