import {cardMark} from '../core/card/schema.js';
import {profile} from '../core/journal/schema.js';
import {amount} from '../core/money/schema.js';
import {badges} from '../core/payment/badge.js';
import {verdictNames} from '../core/payment/payment.js';
import {reference} from '../core/payment/schema.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {elseNull, fields, list, made, oneOf, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, isForScreen, type Session} from '../session/session.js';
import {type CustomerView, followDisplay} from '../till/customer-display.js';
import {commandOf} from './define.js';

export const command = commandOf({
  examples: ['duka display', 'duka display --till T7K', 'duka display --json'],
  action: display,
});

const between = 'between two sales';

export const answers = {
  display: fields(
    {
      shop: text('its name'),
      profile,
      reference: made(elseNull(reference('of the payment'), between), ({sale}: CustomerView) => sale?.reference),
      amount: made(elseNull(amount('to pay, or given back'), between), ({sale}: CustomerView) => sale?.amount),
      currency: made(elseNull(text('of the amount'), between), ({sale}: CustomerView) => sale?.amount.currency),
      verdict: made(
        elseNull(oneOf(verdictNames, 'what that means for the sale'), between),
        ({sale}: CustomerView) => sale?.verdict,
      ),
      badge: made(elseNull(oneOf(badges, 'the verdict in detail'), between), ({sale}: CustomerView) => sale?.badge),
      language: made(
        text('of the customer, or of the shop'),
        ({sale, language}: CustomerView) => sale?.language ?? language,
      ),
      say: made(elseNull(text('to the customer, in that language'), between), ({sale}: CustomerView) => sale?.say),
      wallet: made(elseNull(text('masked'), 'no wallet pays'), ({sale}: CustomerView) => sale?.wallet),
      card: made(elseNull(cardMark(), 'no card pays'), ({sale}: CustomerView) => sale?.card),
      url: made(
        elseNull(text('the page on which the customer pays'), 'there is none'),
        ({sale}: CustomerView) => sale?.page,
      ),
      receipt: made(
        elseNull(text('the signed receipt, for a QR code'), 'it is not paid'),
        ({sale}: CustomerView) => sale?.receipt,
      ),
      merchantNumbers: made(
        list(
          fields({network: text('whose customers pay to it'), number: text('the shop’s own')}),
          'for customers who pay by themselves',
        ),
        ({merchantNumbers = []}: CustomerView) => merchantNumbers,
      ),
    },
    'One object per line, each time that the display changes.',
  ),
};

/** Opens the customer's screen. Without a terminal, and under `--json` or `--plain`, writes a line whenever the display changes. */
async function display(session: Session): Promise<ExitCode> {
  const {face, flags} = session;
  if (isForScreen(session, configOf(session).isPlain)) return face.openDisplay(flags);
  const {environment, systemZone, world} = face;
  for await (const shown of followDisplay({flags, environment, systemZone, world}, face.interrupted)) {
    await answer(session, answers.display, shown, async () => [await face.displayLine(shown)]);
  }
  return exitCodes.interrupted;
}
