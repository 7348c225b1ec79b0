import {expect, it, onTestFinished} from 'vitest';
import {openMailServer} from '../print/mail-server.js';
import {openRealTill} from './real-till.js';

const never = new AbortController().signal;

it('a receipt that two hand over at once leaves once', async () => {
  const server = await openMailServer({}, end => onTestFinished(end));
  const mail = {host: '127.0.0.1', port: server.port, user: undefined, password: undefined, from: 'till@shop.example'};
  const {till} = await openRealTill({baseUrl: 'http://127.0.0.1:9', apiKey: 'PZ78-PKTEST-1', settings: {mail}});
  const {reference} = await till.takeCash({
    amount: {currency: 'KES', minor: 25_000},
    country: 'KE',
    description: '',
    customerLanguage: 'en',
  });
  await till.queueMail(reference, {to: 'wanjiru@example.com', isAgain: false});
  const done = await Promise.all([till.deliverMails(never), till.deliverMails(never), till.deliverMails(never)]);
  expect(server.taken).toHaveLength(1);
  expect(done.flat().some(({status}) => status === 'accepted')).toBe(true);
});
