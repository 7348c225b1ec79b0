import {Projection, type StoredLine} from '../../src/core/office/projection.js';
import type {Chance} from './chance.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';
import {Tables} from './office/tables.js';

/** An office makes the same of a till's lines however they reach it, and its sums are those of the till. */
export function checkProjection({id, log}: Counter, chance: Chance, findings: Findings): void {
  const lines = log.events
    .toSorted((a, b) => a.seq - b.seq)
    .map(event => ({seq: event.seq, event, bytes: Buffer.from(JSON.stringify(event))}));
  const linesOf = (references: readonly string[]) =>
    new Map(
      references.map(each => [each, lines.filter(({event: {data}}) => 'reference' in data && data.reference === each)]),
    );
  findings.guard('projection', () => {
    const whole = new Tables();
    whole.put(new Projection().take(lines));
    const parts = new Tables();
    let projection = new Projection();
    for (let rest: readonly StoredLine[] = lines; rest.length > 0; ) {
      const some = rest.slice(0, chance.between(1, 40));
      parts.put(projection.take(some, linesOf(projection.missing(some))));
      if (chance.isTrue(0.3)) projection = new Projection(JSON.parse(JSON.stringify(projection.keep())));
      rest = rest.slice(some.length);
    }
    if (parts.text() !== whole.text())
      findings.report(
        'projection',
        `${id}: parts do not come to the whole, ${differenceOf(parts.text(), whole.text())}`,
      );
    for (const {number, differs} of whole.zs) {
      if (differs.length > 0) findings.report('projection', `${id}: Z ${number} differs in ${differs.join(', ')}`);
    }
    checkSums(whole);
  });

  function checkSums(tables: Tables): void {
    const payments = tables.shown();
    for (const [currency, {sales, corrections, refunds}] of Object.entries(log.state.ledger.perpetual)) {
      const own = payments.filter(row => row.currency === currency);
      const held = [...tables.days.values()].filter(day => day.currency === currency);
      const sums = [
        [
          sales + corrections,
          sum(own.map(row => (row.status === 'paid' ? row.minor : 0))),
          sum(held.map(day => day.minor)),
        ],
        [refunds, sum(own.map(row => row.refunded)), sum(held.map(day => day.refunded))],
      ];
      for (const [till, ofPayments, ofDays] of sums) {
        if (till !== ofPayments || till !== ofDays)
          findings.report('projection', `${id}: ${currency} ${till}, ${ofPayments}, ${ofDays}`);
      }
    }
  }
}

const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);

function differenceOf(one: string, other: string): string {
  const [a, b] = [one.split('\n'), other.split('\n')];
  const at = a.findIndex((line, place) => line !== b[place]);
  return `${a[at]} is not ${b[at]}`;
}
