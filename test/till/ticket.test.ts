import {describe, expect, it} from 'vitest';
import {standingOfTicket} from '../../src/core/ticket/ticket.js';
import type {Till} from '../../src/till/till.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {eventsOn} from './card-till.js';
import {order} from './real-till.js';
import {kes, openStillShop} from './still-shop.js';

const open = (till: Till, minor = 30_000) => till.openTicket({total: kes(minor), lines: [], description: ''});
const inCash = (minor: number, ticket: string) =>
  ({amount: kes(minor), country: 'KE', description: '', ticket}) as const;

describe('a ticket', () => {
  it('is on the disk before its first part is asked for', async () => {
    const {till, disk} = await openStillShop();
    const ticket = await open(till);
    expect(eventsOn(disk).at(-1)).toMatchObject({type: 'ticket-opened', data: {ticket, total: kes(30_000)}});
    const {reference, finished} = await till.collect(order('678'), {ticket});
    expect(eventsOn(disk).find(({type}) => type === 'requested')).toMatchObject({data: {reference, ticket}});
    await finished;
  });

  it('has room for one of two parts that are asked for at once', async () => {
    const {till, disk} = await openStillShop();
    const ticket = await open(till);
    const both = await Promise.allSettled([
      till.collect(order('678'), {ticket}),
      till.takeCash(inCash(20_000, ticket)),
    ]);
    expect(both.map(({status}) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({reason: {code: 'ticket-above-left'}});
    expect(eventsOn(disk).filter(({type}) => type === 'requested')).toHaveLength(1);
  });

  it('is gone on with by a till that was cut off after any of its lines', async () => {
    const disk = new MemoryDisk();
    const first = await openStillShop({disk});
    const ticket = await open(first.till);
    await first.till.close();
    const second = await openStillShop({disk});
    const {reference, finished} = await second.till.collect(order('678'), {ticket});
    await finished;
    await second.till.close();
    const third = await openStillShop({disk});
    const {waiting, left} = standingOfTicket(await third.till.readTicket(ticket), third.till.state.payments);
    expect([waiting, left]).toEqual([kes(20_000), kes(10_000)]);
    await third.till.takeCash({...inCash(20_000, ticket), sale: reference});
    await third.till.takeCash(inCash(10_000, ticket));
    expect(third.till.state.tickets.all.get(ticket)?.status).toBe('paid');
    await expect(third.till.takeCash(inCash(1, ticket))).rejects.toMatchObject({code: 'ticket-paid'});
  });

  it('is given up by nobody while a part may be paid, and takes nothing afterwards', async () => {
    const {till} = await openStillShop();
    const ticket = await open(till);
    const said = {person: 'Amina', reason: 'went home'};
    const {finished} = await till.collect(order('678'), {ticket});
    await finished;
    await expect(till.abandonTicket(ticket, said)).rejects.toMatchObject({code: 'ticket-waiting'});
    const other = await open(till);
    await till.abandonTicket(other, said);
    await expect(till.takeCash(inCash(1, other))).rejects.toMatchObject({code: 'ticket-abandoned'});
    await expect(till.abandonTicket('T7K0MZ4K8Q2RDWX', said)).rejects.toMatchObject({code: 'ticket-unknown'});
  });
});
