import {stepSentence} from '../core/books/selectors.js';
import {instant} from '../core/day/schema.js';
import type {Language} from '../core/messages/messages.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {reference} from '../core/payment/schema.js';
import type {ExitCode} from '../core/problem.js';
import {count, elseNull, fields, flag, json, list, made, named, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {refundLine} from '../views/payment/refund.js';
import {commandOf} from './define.js';
import {conclusionOf, paymentLines, stepLines} from './payment-lines.js';
import {readPayment, withReading} from './reading.js';

type Told = Payment & {readonly language: Language};

export const proofSpec = named(
  'verdict',
  fields(
    {
      reference: reference('of the payment'),
      status: text('of the payment'),
      verdict: made(text('of the payment'), verdictOf),
      releaseGoods: made(
        flag('whether the goods may go'),
        ({status, request}: Payment) => status === 'paid' && request.method !== 'subscription',
      ),
      conclusion: made(text('in the language of the reader'), (told: Told) => conclusionOf(told, told.language)),
      steps: made(
        list(
          fields({
            seq: count('the line of the journal'),
            at: instant('when it was written'),
            person: text('who was at the till'),
            rule: text('by which it was read'),
            meaning: made(
              text('in the language of the reader'),
              ({step, language}: {readonly step: Payment['steps'][number]; readonly language: Language}) =>
                stepSentence(step, language),
            ),
            raw: elseNull(text('what came'), 'nothing, or it was not kept'),
            repeated: made(
              count('how often it came again'),
              ({step}: {readonly step: Payment['steps'][number]}) => step.repeated ?? 0,
            ),
            facts: json<Payment['steps'][number]['facts']>('what the meaning says, by name'),
          }),
          'oldest first',
        ),
        ({steps, language}: Told) => steps.map(step => ({...step, step, language})),
      ),
    },
    'Why a payment has its verdict.',
  ),
);
export const answers = {why: proofSpec()};

export const command = commandOf({
  arguments: ['<reference>'],
  examples: ['duka why T7K0MZ4K8Q2RD', 'duka why T7K0MZ4K8Q2RD --json'],
  action: why,
});

async function why(session: Session, typed: string): Promise<ExitCode> {
  return withReading(session, async reading => {
    const payment = await readPayment(reading, typed);
    const [heading = ''] = paymentLines(session, reading.state, payment);
    return answer(session, answers.why, {...payment, language: session.language}, () => [
      heading,
      ...proofLines(session, payment),
    ]);
  });
}

export function proofLines(session: Session, payment: Payment): readonly string[] {
  const {language} = session;
  const steps = stepLines(payment, {language, zone: configOf(session).zone}).map(line => `  ${line}`);
  return [...steps, conclusionOf(payment, language), ...payment.refunds.map(each => refundLine(each, language))];
}
