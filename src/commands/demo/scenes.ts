import {exitCodes} from '../../core/problem.js';
import {demoWords} from '../../core/words/demo.js';
import type {Stage} from './stage.js';

const minute = 60_000;
const {done, notPaid, notKnown, needsPerson} = exitCodes;

const shillings = (network: string, phone: string, amount: string) =>
  ['collect', '--country', 'KE', '--network', network, '--phone', phone, '--amount', amount] as const;
const francs = (network: string, phone: string, amount: string) =>
  ['collect', '--country', 'CI', '--network', network, '--phone', phone, '--amount', amount] as const;

/** For a payment that cannot end now: how long its command asks. */
const briefly = ['--wait', '8'] as const;

/** The day, in order. The last digits of a wallet's number tell the practice service what becomes of it. */
export const scenes: readonly ((stage: Stage) => Promise<void>)[] = [
  async ({tell, run}) => {
    tell('paid');
    await run(done, ...shillings('SAFKEN', '254712345678', '200'));
    await run(done, ...shillings('AIRKEN', '254733456789', '1250'));
    await run(done, ...shillings('SAFKEN', '254722456790', '80'));
  },
  async ({tell, run}) => {
    tell('declined');
    await run(notPaid, ...shillings('SAFKEN', '254712345101', '350'));
  },
  async ({tell, run}) => {
    tell('code');
    const reference = await run(notKnown, ...francs('MOMCIV', '2250712345678', '5000'));
    await run(notKnown, 'otp', reference, '1111', ...briefly);
    await run(done, 'otp', reference, '4567');
  },
  async ({tell, run, approve}) => {
    tell('page');
    const reference = await run(notKnown, ...francs('WAVCIV', '2250748293975', '3500'), ...briefly);
    tell('customer');
    await approve();
    await run(done, 'status', reference, '--wait', '30');
  },
  async ({tell, run}) => {
    tell('dropped');
    await run(done, ...shillings('SAFKEN', '254712345105', '400'));
  },
  async ({tell, run, world, language}) => {
    tell('lost');
    const reference = await run(notKnown, ...shillings('SAFKEN', '254712345106', '600'), ...briefly);
    await world.pass(4 * minute);
    tell('judged');
    await run(notKnown, 'status', reference);
    const {reason} = demoWords[language];
    await run(done, 'resolve', reference, '--as', 'not-paid', '--person', 'Amina', '--reason', reason);
  },
  async ({tell, run, world}) => {
    tell('slow');
    const reference = await run(notKnown, ...shillings('AIRKEN', '254733456103', '150'), ...briefly);
    await world.pass(10 * minute);
    tell('later');
    await run(done, 'status', reference);
  },
  async ({tell, run, world}) => {
    tell('aside');
    const sale = await run(notKnown, ...shillings('SAFKEN', '254722456103', '450'), ...briefly);
    await run(done, ...shillings('AIRKEN', '254733456791', '450'), '--sale', sale);
    await world.pass(10 * minute);
    tell('twice');
    await run(needsPerson, 'status', sale);
  },
  async ({tell, run, world}) => {
    tell('taken');
    const reference = await run(done, ...shillings('SAFKEN', '254712345113', '700'));
    await world.pass(2 * minute);
    tell('takenBack');
    await run(needsPerson, 'status', reference);
  },
];
