import {readFileSync} from 'node:fs';
import {SMTPServer} from 'smtp-server';

const fixture = (name: string) => readFileSync(`test/fixtures/mail/${name}.pem`);
export const certificate = fixture('certificate').toString();

/** What a mail server does with a message, and what it has taken. */
export type MailServerHow = {
  /** Refuses the address, or the message once it has it all, with this number. */
  readonly refusesAddress?: number;
  readonly refusesMessage?: number;
  /** Takes the message and says nothing, or cuts the connection. */
  readonly hangs?: boolean;
  readonly cuts?: boolean;
  /** Takes one message by a connection, and then no other. */
  readonly takesOne?: boolean;
  readonly tls?: boolean;
  readonly user?: {readonly name: string; readonly password: string};
};
export type Taken = {readonly to: readonly string[]; readonly text: string};

const refusal = (responseCode: number) => Object.assign(new Error('not here'), {responseCode});

/** A real mail server on this machine; `how` may be changed while it runs. */
export async function openMailServer(how: MailServerHow, onTestFinished: (end: () => Promise<void>) => void) {
  const taken: Taken[] = [];
  const now: {how: MailServerHow} = {how};
  const served = new Set<string>();
  const server = new SMTPServer({
    key: fixture('key'),
    cert: certificate,
    disabledCommands: how.tls === true ? [] : ['STARTTLS'],
    authOptional: how.user === undefined,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) => {
      const {user} = now.how;
      const isRight = auth.username === user?.name && auth.password === user?.password;
      done(isRight ? null : new Error('no such user'), isRight ? {user: user?.name} : undefined);
    },
    onMailFrom: (_, session, done) => done(now.how.takesOne === true && served.has(session.id) ? refusal(421) : null),
    onRcptTo: (_, __, done) => done(now.how.refusesAddress === undefined ? null : refusal(now.how.refusesAddress)),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const {refusesMessage, hangs, cuts} = now.how;
        if (refusesMessage !== undefined) return done(refusal(refusesMessage));
        taken.push({to: session.envelope.rcptTo.map(({address}) => address), text: Buffer.concat(parts).toString()});
        if (cuts === true) {
          for (const each of server.connections) each.close();
          return;
        }
        served.add(session.id);
        if (hangs !== true) done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())));
  return {port, taken, set: (next: MailServerHow) => (now.how = next)};
}
