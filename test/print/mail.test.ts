import {getCACertificates, setDefaultCACertificates} from 'node:tls';
import {expect, it} from 'vitest';
import {type MailMessage, openMail} from '../../src/print/mail.js';
import {certificate, type MailServerHow, openMailServer} from './mail-server.js';

const message: MailMessage = {
  id: '<duka.T7K.1.T7K0MZ4K8Q2RD@shop.example>',
  from: 'till@shop.example',
  sender: 'Corner "Shop"\r\nBcc: x@evil.example',
  to: 'wanjiru@example.com',
  subject: 'Corner Shop: receipt\r\nBcc: y@evil.example',
  text: 'Thank you.\n.\nQUIT\n',
  file: {name: 'T7K0MZ4K8Q2RD.pdf', type: 'application/pdf', bytes: new Uint8Array([37, 80, 68, 70])},
};
const nobody = {user: undefined, password: undefined};

it.for<[how: string, MailServerHow, outcome: string]>([
  ['takes it', {}, 'accepted'],
  ['does not know the address', {refusesAddress: 550}, 'refused'],
  ['is full for now', {refusesAddress: 452}, 'later'],
  ['will not have the message', {refusesMessage: 554}, 'refused'],
  ['has a fault once it has the message', {refusesMessage: 451}, 'later'],
  ['cuts the connection once it has the message', {cuts: true}, 'unknown'],
])('a message to a server that %s is %s', async ([, how, outcome], {onTestFinished}) => {
  const server = await openMailServer(how, onTestFinished);
  const connection = await openMail({host: '127.0.0.1', port: server.port, ...nobody}, new AbortController().signal);
  expect(await connection.send(message)).toMatchObject({outcome});
  connection.close();
  expect(server.taken).toHaveLength(outcome === 'accepted' || outcome === 'unknown' ? 1 : 0);
});

it('goes to one address alone, whatever its names and its text hold, and has its file', async ({onTestFinished}) => {
  const server = await openMailServer({}, onTestFinished);
  const connection = await openMail({host: '127.0.0.1', port: server.port, ...nobody}, new AbortController().signal);
  await connection.send(message);
  connection.close();
  const [taken] = server.taken;
  expect(taken?.to).toEqual(['wanjiru@example.com']);
  const [head = ''] = taken?.text.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toMatch(/^Message-ID: <duka\.T7K\.1\.T7K0MZ4K8Q2RD@shop\.example>/im);
  expect(taken?.text).toContain('Content-Type: application/pdf; name=T7K0MZ4K8Q2RD.pdf');
});

it('is not known of a server that has it and says nothing as the till closes', async ({onTestFinished}) => {
  const server = await openMailServer({hangs: true}, onTestFinished);
  const leaving = new AbortController();
  const connection = await openMail({host: '127.0.0.1', port: server.port, ...nobody}, leaving.signal);
  const sent = connection.send(message);
  await expect.poll(() => server.taken.length).toBe(1);
  leaving.abort();
  expect(await sent).toMatchObject({outcome: 'unknown'});
});

it('a server elsewhere is told nothing without TLS or with an untrusted certificate', async ({onTestFinished}) => {
  const open = ({port}: {readonly port: number}) =>
    openMail({host: '0.0.0.0', port, user: 'till', password: 'secret-word'}, new AbortController().signal);
  const user = {name: 'till', password: 'secret-word'};
  const plain = await openMailServer({user}, onTestFinished);
  await expect(open(plain)).rejects.toMatchObject({code: 'mail-unreachable'});
  const unknown = await openMailServer({tls: true, user}, onTestFinished);
  await expect(open(unknown)).rejects.toMatchObject({code: 'mail-unreachable'});
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
  const connection = await open(unknown);
  expect(await connection.send(message)).toMatchObject({outcome: 'accepted'});
  connection.close();
  unknown.set({tls: true, user: {name: 'till', password: 'another'}});
  const refused = await open(unknown).catch((error: unknown) => error);
  expect(refused).toMatchObject({code: 'mail-login-refused'});
  expect(JSON.stringify(refused)).not.toContain('secret-word');
});

it('of no server it is said that there is none', async () => {
  const open = openMail({host: '127.0.0.1', port: 9, ...nobody}, new AbortController().signal);
  await expect(open).rejects.toMatchObject({code: 'mail-unreachable', facts: {host: '127.0.0.1'}});
});
