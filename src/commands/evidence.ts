import type {State} from '../core/books/state.js';
import {messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {zName} from '../core/shift/report.js';
import {cleanText} from '../core/text/text.js';
import {jsonText, note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type Evidence, evidenceOf, type Mask, maskFor} from './evidence/pack.js';
import {ExportDigest, noteExport} from './export/noted.js';
import {paymentLines, stepLines} from './payment-lines.js';
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

/** Everything that the journal has about a payment, masked. Throws `Problem` payment-unknown, file-exists, file-not-writable. */
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

type Known = {readonly state: State; readonly payment: Payment; readonly mask: Mask};

/** The evidence for people: the verdict, every rule that fired, the slips, the clock, and the hashes of the chain. */
function evidenceLines(session: Session, evidence: Evidence, {state, payment, mask}: Known): readonly string[] {
  const {language} = session;
  const words = messages(language).evidence;
  const {payment: facts, slips, clock, chain, shop, till, profile, made, version, zone} = evidence;
  const {links, segments, z, head} = chain;
  return [
    words.title({reference: facts.reference}),
    words.made({shop, till, profile, at: made, version}),
    words.masked,
    '',
    ...paymentLines(session, state, payment).map(mask.text),
    '',
    words.timeline,
    ...stepLines(payment, {language, zone}).map(line => `  ${mask.text(line)}`),
    '',
    words.slips,
    ...slips.map(slip => `  ${slip.copy === 0 ? original(slip) : words.slip(slip)}`),
    ...(slips.length === 0 ? [`  ${words.noSlips}`] : []),
    '',
    words.clock,
    ...clock.answers.map(({seq, skewSeconds}) => `  #${seq} ${skewSeconds} s`),
    ...(clock.answers.length === 0 ? [`  ${words.noClock}`] : []),
    '',
    words.chain,
    `  ${words.rule}`,
    ...segments.map(({date, firstSeq, hash, version: by}) => `  ${words.segment({date, firstSeq, hash, version: by})}`),
    ...links.map(({seq, hash, line}) => {
      const link = `  #${seq} ${hash}`;
      return line === null
        ? `${link}  (${words.withheld})`
        : `${link}\n    ${cleanText(line, Number.POSITIVE_INFINITY)}`;
    }),
    ...(z === null ? [] : [`  ${words.z({z: zName(z.number), throughSeq: z.throughSeq, head: z.head})}`]),
    `  ${words.head(head)}`,
  ];
}

const original = ({seq, at, kind, format}: Evidence['slips'][number]) => `#${seq} ${at} ${kind}, ${format}`;
