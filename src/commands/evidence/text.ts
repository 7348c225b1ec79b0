import type {State} from '../../core/books/state.js';
import {messages} from '../../core/messages/messages.js';
import type {Payment} from '../../core/payment/payment.js';
import {zName} from '../../core/shift/report.js';
import {cleanText} from '../../core/text/text.js';
import type {Session} from '../../session/session.js';
import {paymentLines} from '../payment-lines.js';
import {stepLines} from '../step-lines.js';
import type {Mask} from './mask.js';
import type {Evidence} from './pack.js';

type Known = {readonly state: State; readonly payment: Payment; readonly mask: Mask};

/** The evidence for people: the verdict, every rule that fired, the slips, the clock, and the hashes of the chain. */
export function evidenceLines(session: Session, evidence: Evidence, {state, payment, mask}: Known): readonly string[] {
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

/** A slip that is not a copy. */
const original = ({seq, at, kind, format}: Evidence['slips'][number]) => `#${seq} ${at} ${kind}, ${format}`;
