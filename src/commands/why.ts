import {stepSentence} from '../core/books/selectors.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {commandOf} from './define.js';
import {conclusionOf, paymentLines, stepLines} from './payment-lines.js';
import {readPayment, withReading} from './reading.js';
import {refundLine} from './refund-lines.js';

export const command = commandOf({
  arguments: ['<reference>'],
  examples: ['duka why T7K0MZ4K8Q2RD', 'duka why T7K0MZ4K8Q2RD --json'],
  action: why,
});

async function why(session: Session, typed: string): Promise<ExitCode> {
  return withReading(session, async reading => {
    const payment = await readPayment(reading, typed);
    const [heading = ''] = paymentLines(session, reading.state, payment);
    if (session.isJson) writeJson(session, proofAsJson(session, payment));
    else writeLines(session, [heading, ...proofLines(session, payment)]);
    return exitCodes.done;
  });
}

/** Every step of a payment, and what they lead to. */
export function proofLines(session: Session, payment: Payment): readonly string[] {
  const {language} = session;
  const steps = stepLines(payment, {language, zone: configOf(session).zone}).map(line => `  ${line}`);
  return [...steps, conclusionOf(payment, language), ...payment.refunds.map(each => refundLine(each, language))];
}

/** The same for scripts. */
export function proofAsJson({language}: Session, payment: Payment) {
  return {
    reference: payment.reference,
    status: payment.status,
    verdict: verdictOf(payment),
    releaseGoods: payment.status === 'paid',
    conclusion: conclusionOf(payment, language),
    steps: payment.steps.map(step => ({
      seq: step.seq,
      at: Temporal.Instant.fromEpochMilliseconds(step.at).toString(),
      person: step.person,
      rule: step.rule,
      meaning: stepSentence(step, language),
      raw: step.raw ?? null,
      repeated: step.repeated ?? 0,
      facts: step.facts,
    })),
  };
}
