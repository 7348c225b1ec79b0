import {beforeEach, describe, expect, it} from 'vitest';
import {DurableLog} from './durable-log.js';
import {Findings} from './findings.js';
import type {Departure} from './network.js';
import {OrderChecks} from './order-checks.js';

const subject = '7 pause';
const departure = (): Departure => ({kind: 'change', reference: subject, country: 'KE', answer: undefined});

describe('requests that leave for errands about the same', () => {
  let findings: Findings;
  let orders: OrderChecks;

  beforeEach(() => {
    findings = new Findings(() => '');
    const log = new DurableLog('T7A', findings);
    const event = {
      v: 1,
      at: '2026-07-06T08:00:00.000Z',
      till: 'T7A',
      person: 'Amina',
      type: 'subscription-change-sent',
      data: {subscription: 7, change: 'pause', reason: 'asked'},
    };
    const lines = [1, 2, 3].map(seq => `${JSON.stringify({...event, seq})}\n`);
    log.readOn([['journal/2026-07-06.jsonl', Buffer.from(lines.join(''))]]);
    orders = new OrderChecks('T7A', findings, log);
  });

  /** Two are asked for, a request leaves, and the second is done or refused. */
  const oneOfTwoLeaves = ({isDone}: {readonly isDone: boolean}) => {
    orders.ask('change', subject);
    const second = orders.ask('change', subject);
    orders.onOrder(departure());
    orders.end(second, isDone);
  };

  it('are told apart by which of the errands is done, in whatever order they leave', () => {
    oneOfTwoLeaves({isDone: true}); // it was the second one that left: the first has yet to
    orders.onOrder(departure());
    expect(findings.first).toBeUndefined();
  });

  it('are found when more of them leave than were asked for', () => {
    oneOfTwoLeaves({isDone: true});
    orders.onOrder(departure());
    orders.onOrder(departure());
    expect(findings.first).toMatchObject({checker: 'sent-without-person'});
  });

  it('are found when the errand that had yet to leave was refused', () => {
    oneOfTwoLeaves({isDone: false});
    orders.onOrder(departure());
    expect(findings.first).toMatchObject({checker: 'sent-without-person'});
  });
});
