import {verdictOf} from '../core/payment.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {customerLanguage} from '../core/questions.js';
import {receiptText, slipWidths} from '../core/receipt.js';
import {examples} from './examples.js';
import {writeJson, writeLines} from './print.js';
import {readPayment, withReading} from './reading.js';
import {configOf, type Define, type Session} from './session.js';
import {oneOf} from './values.js';

type Options = {readonly format?: string; readonly width?: string};

export const define: Define = (command, {act, help: {options, commands}}) => {
  command
    .description(commands.receipt)
    .argument('<reference>')
    .option('--format <format>', options.format)
    .option('--width <columns>', options.width)
    .action(act(receipt));
  examples(command, ['duka receipt T7K0MZ4K8Q2RD', 'duka receipt T7K0MZ4K8Q2RD --width 32']);
};

async function receipt(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const {language, isJson} = session;
  oneOf({name: '--format', value: options.format ?? 'text', language}, ['text']);
  const chosen = oneOf({name: '--width', value: options.width ?? '42', language}, slipWidths.map(String));
  const width = slipWidths.find(columns => String(columns) === chosen) ?? 42;
  const {shop, zone, profile, till = ''} = configOf(session);
  return withReading(session, async reading => {
    const payment = await readPayment(reading, typed);
    const {person, reference, request} = payment;
    const slip = {shop, till, zone, width, profile, person, language: customerLanguage(request.country)};
    const lines = receiptText(payment, slip);
    if (isJson) writeJson(session, {reference, isReceipt: verdictOf(payment) === 'paid', lines});
    else writeLines(session, lines);
    return exitCodes.done;
  });
}
