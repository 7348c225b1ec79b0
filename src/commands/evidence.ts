import {releasesGoods, stepSentence} from '../core/books/selectors.js';
import type {State} from '../core/books/state.js';
import {businessDate} from '../core/day/business-day.js';
import {isKnown, journalVersion, type StoredEvent} from '../core/events/event.js';
import {openedLine} from '../core/journal/customers.js';
import {messages} from '../core/messages/messages.js';
import {decimalText} from '../core/money/money.js';
import {maskSource} from '../core/payment/payer.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {attemptsOf} from '../core/payment/payments.js';
import {operatorOf, tenderOf} from '../core/payment/tender.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import type {Answer, Json} from '../core/service/answer.js';
import {zOf} from '../core/shift/ledger-schema.js';
import {zName} from '../core/shift/report.js';
import {cleanText} from '../core/text/text.js';
import {jsonText, note, writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';
import {readZ} from '../till/shift.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {chainOf, type Mask, maskOf} from './evidence/pack.js';
import {ExportDigest, noteExport} from './export/noted.js';
import {zonedText} from './export/table.js';
import {conclusionOf, paymentLines, stepLines} from './payment-lines.js';
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

/** Changes whenever a member is removed or gets another meaning. */
const evidenceSchemaName = 'duka.evidence/1';

/** Everything that a till knows about one payment, for those who have to judge it, without what nobody else may read. */
type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

/** Collects the evidence about a payment from the journal only. Throws `Problem` journal-damaged. */
async function evidenceOf(session: Session, reading: Reading, payment: Payment) {
  const {language, face} = session;
  const {shop, till = '', profile, zone} = configOf(session);
  const mask = maskFor(session, payment);
  const events = await reading.journal.eventsOf(payment.reference);
  return {
    schema: evidenceSchemaName,
    made: Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString(),
    version: face.version,
    journalVersion,
    shop,
    till,
    profile,
    zone,
    payment: factsOf(payment),
    verdict: verdictOf(payment),
    releaseGoods: releasesGoods(reading.state, payment),
    conclusion: mask.text(conclusionOf(payment, language)),
    attempts: attemptsOf(reading.state, payment.sale).map(each => ({
      reference: each.reference,
      status: each.status,
      verdict: verdictOf(each),
    })),
    timeline: events.map(event => ({
      seq: event.seq,
      at: event.at,
      local: zonedText(Date.parse(event.at), zone),
      type: event.type,
      person: mask.text(event.person),
      meaning: meaningOf(payment, event, session, mask),
      data: mask.json(event.data as unknown as Json),
    })),
    slips: events.filter(isKnown).flatMap(event => {
      if (event.type !== 'slip-printed') return [];
      const {kind, copy, format} = event.data;
      return [{seq: event.seq, at: event.at, kind, copy, format}];
    }),
    ...(await proofOf(session, reading, {payment, events, mask})),
  };
}

/** The mask of a payment. It knows the telephone numbers of its request, and the key of this home. */
function maskFor(session: Session, {request}: Payment): Mask {
  const {key} = configOf(session);
  const texts = Object.entries(request).flatMap(([name, value]) =>
    (name === 'phone' || name === 'wallet') && typeof value === 'string' ? [value.replaceAll(/\D/g, '')] : [],
  );
  return maskOf({phones: [...new Set(texts)], keys: key === undefined ? [] : [key]});
}

function factsOf({reference, sale, person, request, status, since, requestedAt, refunds, record, resolution}: Payment) {
  return {
    reference,
    sale,
    status,
    amount: decimalText(request.amount),
    currency: request.amount.currency,
    method: request.method,
    operator: operatorOf(tenderOf(request)),
    operatorId: tenderOf(request).channel,
    payer: maskSource(request),
    country: request.country,
    businessDate: request.businessDate,
    cashier: person,
    requestedAt: instant(requestedAt),
    since: instant(since),
    fee: record?.fee ?? null,
    judgedBy: resolution?.person ?? null,
    refunds: refunds.map(refund => ({
      number: refund.number,
      status: refund.status,
      amount: decimalText(refund.amount),
      currency: refund.amount.currency,
      method: refund.method,
      serviceReference: refund.serviceReference ?? null,
      since: instant(refund.since),
    })),
  };
}

const instant = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString();

function meaningOf(payment: Payment, {seq}: StoredEvent, {language}: Session, mask: Mask): string | null {
  const step = payment.steps.find(each => each.seq === seq);
  return step === undefined ? null : mask.text(stepSentence(step, language));
}

type Proving = {readonly payment: Payment; readonly events: readonly StoredEvent[]; readonly mask: Mask};

async function proofOf(session: Session, reading: Reading, {payment, events, mask}: Proving) {
  const {zone, dayStartsAt} = configOf(session);
  const likely = events.map(({at}) => businessDate(Date.parse(at), zone, dayStartsAt));
  // Sealed text is random. A part of it may look like a number of the customer by chance, so the text is opened before it is checked.
  const isHarmless = (sealed: StoredEvent) => {
    const {person, data} = openedLine(sealed) as StoredEvent;
    const shown = {person, data: data as unknown as Json};
    return JSON.stringify(mask.json(shown)) === JSON.stringify(shown);
  };
  const {links, segments, confirmed} = await chainOf(reading.journal, {events, likely, isHarmless});
  const {seq, head} = reading.journal.tail();
  return {
    clock: {answers: events.flatMap(skewOf), confirmed},
    chain: {
      rule: 'hash = SHA-256(previous + line), both as text; line is null where it has secrets in it',
      segments,
      links,
      z: await zAfter(reading, payment),
      head: {seq, hash: head},
    },
  };
}

/** How far the till's clock was ahead of the service's when an answer arrived, in whole seconds. */
function skewOf(event: StoredEvent) {
  const answer = 'answer' in event.data ? (event.data.answer as Answer) : undefined;
  if (answer?.kind !== 'answered' || answer.serverTime === undefined) return [];
  const skewSeconds = Math.round((Date.parse(event.at) - answer.serverTime) / 1000);
  return [{seq: event.seq, serverTime: instant(answer.serverTime), skewSeconds}];
}

/** The Z that counts the payment. It was signed, with the hash of the journal's line before it. */
async function zAfter(reading: Reading, {paidSeq}: Payment) {
  const number = paidSeq === undefined ? null : zOf(reading.state.ledger, paidSeq);
  if (number === null) return null;
  const {throughSeq, head, closedAt} = await readZ(reading, number);
  return {number, throughSeq, head, closedAt: instant(closedAt)};
}

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
