import {verdictOf} from '../core/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import {paymentWords} from '../core/words/payment.js';
import {examples} from './examples.js';
import {writePayment} from './payment-lines.js';
import {note} from './print.js';
import {proofLines} from './proof.js';
import {referenceFrom, withTill} from './reading.js';
import {configOf, type Define, type Session} from './session.js';
import {oneOf} from './values.js';
import {within} from './within.js';

type Options = {readonly as?: string; readonly reason?: string};

/** The longest that a last question may hold up a judgement: the service may be what is broken. */
const patience = 10_000;

export const define: Define = (command, {act, help: {options, commands}}) => {
  command
    .description(commands.resolve)
    .argument('<reference>')
    .option('--as <outcome>', options.as)
    .option('--reason <text>', options.reason)
    .action(act(resolve));
  examples(command, [
    'duka resolve T7K0MZ4K8Q2RD --as paid --person "Amina" --reason "seen on the customer’s phone"',
    'duka resolve T7K0MZ4K8Q2RD --as not-paid --person "Amina" --reason "no record in the dashboard"',
  ]);
};

/** Asks the service a last time, so that nobody judges what it knows by now, and writes the judgement down. */
async function resolve(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const {face, flags, language} = session;
  const as = oneOf({name: '--as', value: options.as ?? '', language}, ['paid', 'not-paid']);
  const {person = ''} = flags;
  if (person.trim() === '') throw new Problem('person-missing');
  if ((options.reason ?? '').trim() === '') throw new Problem('reason-missing');
  const reference = referenceFrom(typed);
  const {zone} = configOf(session);
  return withTill(session, 'resolve', async ({till}) => {
    await till.payment(reference);
    await within(face, patience, till.check(reference));
    const before = await till.payment(reference);
    note(session, fill(commandWords[language].evidence, {reference}));
    for (const line of proofLines(before, {language, zone})) note(session, `  ${line}`);
    if (face.interrupted.aborted) return exitCodes.interrupted;
    await till.resolve(reference, {as, person, reason: options.reason ?? ''});
    const payment = await till.payment(reference);
    writePayment(session, till.state, payment);
    const verdict = paymentWords[language].verdicts[verdictOf(payment)];
    note(session, fill(commandWords[language].resolved, {reference, verdict, person: person.trim()}));
    return exitCodes.done;
  });
}
