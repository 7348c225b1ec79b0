import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonText, note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Define} from './define.js';
import {evidenceOf, maskFor} from './evidence/pack.js';
import {evidenceLines} from './evidence/text.js';
import {examples} from './examples.js';
import {ExportDigest, noteExport} from './export/noted.js';
import {personLooking, readPayment, withReading} from './reading.js';
import {oneOf, outFile} from './values.js';

type Options = Readonly<Partial<Record<'format' | 'out', string>>>;

const formats = ['text', 'json'] as const;

export const define: Define = (command, {act, help: {commands, options}}) => {
  command
    .description(commands.evidence)
    .argument('<reference>')
    .option('--format <format>', options.evidenceFormat)
    .option('--out <file>', options.out)
    .action(act(evidence));
  examples(command, [
    'duka evidence T7K0MZ4K8Q2RD',
    'duka evidence T7K0MZ4K8Q2RD --out T7K0MZ4K8Q2RD.json',
    'duka evidence T7K0MZ4K8Q2RD --format text --out T7K0MZ4K8Q2RD.txt',
  ]);
};

/**
 * Writes everything that the journal has about a payment of any day, masked. Asks the service nothing. Under `--json` the pack, or
 * `{reference, out, format}` if it went into a file. Throws `Problem` payment-unknown, file-exists, file-not-writable.
 */
async function evidence(session: Session, typed: string, {format, out: named}: Options): Promise<ExitCode> {
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
