import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonText, note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {evidenceOf, maskFor} from './evidence/pack.js';
import {evidenceLines} from './evidence/text.js';
import {ExportDigest, noteExport} from './export/noted.js';
import {personLooking, readPayment, withReading} from './reading.js';
import {oneOf, outFile} from './values.js';

const formats = ['text', 'json'] as const;

const options = {
  '--format <format>': {says: 'evidenceFormat', offers: ['text', 'json']},
  '--out <file>': 'out',
} satisfies OptionSpecs;

export const command = commandOf({
  arguments: ['<reference>'],
  options,
  examples: [
    'duka evidence T7K0MZ4K8Q2RD',
    'duka evidence T7K0MZ4K8Q2RD --out T7K0MZ4K8Q2RD.json',
    'duka evidence T7K0MZ4K8Q2RD --format text --out T7K0MZ4K8Q2RD.txt',
  ],
  action: evidence,
});

/**
 * Writes everything that the journal has about a payment of any day, masked. Asks the service nothing. Under `--json` the pack, or
 * `{reference, out, format}` if it went into a file. Throws `Problem` payment-unknown, file-exists, file-not-writable.
 */
async function evidence(
  session: Session,
  typed: string,
  {format, out: named}: OptionsOf<typeof options>,
): Promise<ExitCode> {
  const {language, isJson} = session;
  const out = outFile(named);
  const usual = out === undefined && !isJson ? 'text' : 'json';
  const chosen = oneOf({name: '--format', value: format ?? usual, language}, formats);
  return withReading(session, async reading => {
    const payment = await readPayment(reading, typed);
    const pack = await evidenceOf(session, reading, payment);
    const lines = () => evidenceLines(session, pack, {state: reading.state, payment, mask: maskFor(session, payment)});
    const written = new ExportDigest();
    const recording = {...session, face: written.hearing(session.face)};
    if (out !== undefined) {
      const {writeSlip} = await import('../print/deliver.js');
      const content = chosen === 'json' ? jsonText(pack, 2) : lines().join('\n');
      await writeSlip(out, `${content}\n`, {replaces: false});
      written.add(out, `${content}\n`);
      note(session, `✓ ${messages(language).evidence.written({file: out})}`);
      if (isJson) writeJson(session, {reference: payment.reference, out, format: chosen});
    } else if (isJson) writeJson(recording, pack);
    else if (chosen === 'json') recording.face.write(`${jsonText(pack, 2)}\n`);
    else writeLines(recording, lines());
    const {reference} = payment;
    const sha256 = written.sha256();
    const person = personLooking(session, reading.state.staff);
    await noteExport(session, {kind: 'evidence', format: chosen, from: reference, to: reference, sha256}, person);
    return exitCodes.done;
  });
}
