import {cp} from 'node:fs/promises';
import {expect, it, onTestFinished} from 'vitest';
import {type MailServerHow, openMailServer} from '../print/mail-server.js';
import {openRealTill, temporaryFolder} from './real-till.js';

const never = new AbortController().signal;

/** A till with one receipt that waits, and the server it is for. */
async function queued(how: MailServerHow) {
  const server = await openMailServer(how, end => onTestFinished(end));
  const mail = {host: '127.0.0.1', port: server.port, user: undefined, password: undefined, from: 'till@shop.example'};
  const open = async (folder = temporaryFolder()) =>
    openRealTill({baseUrl: 'http://127.0.0.1:9', apiKey: 'PZ78-PKTEST-1', folder, settings: {mail}});
  const {till, folder} = await open();
  const queue = async () => {
    const amount = {currency: 'KES', minor: 25_000} as const;
    const {reference} = await till.takeCash({amount, country: 'KE', description: '', customerLanguage: 'en'});
    await till.queueMail(reference, {to: 'wanjiru@example.com', isAgain: false});
  };
  await queue();
  return {server, till, folder, open, queue};
}

it('a receipt that two hand over at once leaves once', {tags: ['slow']}, async () => {
  const {server, till} = await queued({});
  const done = await Promise.all([till.deliverMails(never), till.deliverMails(never), till.deliverMails(never)]);
  expect(server.taken).toHaveLength(1);
  expect(done.flat().some(({status}) => status === 'accepted')).toBe(true);
});

it('all receipts that wait leave, by a server that takes one at a time too', async () => {
  const {server, till, queue} = await queued({takesOne: true});
  await queue();
  await queue();
  const done = await till.deliverMails(never);
  expect(done.map(({status, attempts}) => [status, attempts])).toEqual(Array(3).fill(['accepted', 1]));
  expect(server.taken).toHaveLength(3);
});

it('a receipt whose payment cannot be read keeps none behind it, and is told', async () => {
  const {server, till, queue} = await queued({});
  await queue();
  const {mails} = till.state;
  const [first, ...others] = mails.list;
  if (first === undefined) throw new Error('a message');
  till.state.mails = {...mails, list: [{...first, reference: 'T7KNOSUCHSALE01'}, ...others]};
  expect(await till.deliverMails(never)).toMatchObject([{number: 2, status: 'accepted'}]);
  expect(server.taken).toHaveLength(1);
  await expect(till.deliverMails(never)).rejects.toThrow('payment-unknown');
  expect(till.state.mails.list).toMatchObject([{status: 'waiting'}, {status: 'accepted'}]);
});

it('a receipt that was under way at a power cut may have arrived, and is not sent again by itself', async () => {
  const {server, till, folder, open} = await queued({hangs: true});
  const leaving = new AbortController();
  const delivery = till.deliverMails(leaving.signal);
  await expect.poll(() => server.taken.length).toBe(1);
  const disk = temporaryFolder();
  await cp(folder, disk, {recursive: true});
  leaving.abort();
  await delivery;
  server.set({});
  const after = await open(disk);
  expect(after.till.state.mails.list).toMatchObject([{status: 'unknown'}]);
  expect(await after.till.deliverMails(never)).toEqual([]);
  expect(server.taken).toHaveLength(1);
});
