import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Printer} from '../config.js';
import {customerLanguage} from '../core/books/selectors.js';
import {type Language, loadMessages} from '../core/messages/messages.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {isPaidTwice} from '../core/payment/payments.js';
import {type SlipFormat, slipFormats} from '../core/payment/schema.js';
import {receiptParts} from '../core/present/receipt.js';
import {Problem} from '../core/problem.js';
import {closingParts} from '../core/shift/closing-slip.js';
import {decideSlip, type SlipCommand} from '../core/shift/decide.js';
import {zName} from '../core/shift/report.js';
import type {Report} from '../core/shift/report-schema.js';
import {reportParts} from '../core/shift/report-slip.js';
import type {SlipPart, SlipWidth} from '../core/slip/slip.js';
import {chargedFor} from '../core/subscription/standing.js';
import type {JournalPlace} from '../print/signature.js';
import {paymentOf, type TillContext, type TillSettings} from './context.js';
import {perform, withMutex} from './handler.js';
import {ticketOnSlip} from './past-ticket.js';
import {merchantNumbersInForce} from './settings.js';
import {closingLine, readZ, signedClosing, signedTotals, zLine} from './shift.js';
import {receiptClaim} from './signing.js';

/** What a slip can be rendered as. HTML, PDF and PNG are pages. */
export const renderings = [...slipFormats, 'pdf', 'png'] as const;
/** The wanted form of a slip. `width` applies to all formats but ESC/POS and HTML. */
export type Rendering = {readonly format: (typeof renderings)[number]; readonly width: SlipWidth};

/** The format as the journal records it: every page is recorded as HTML. */
const wentTo = (format: Rendering['format']): SlipFormat => (format === 'pdf' || format === 'png' ? 'html' : format);

/** A slip about to leave the till, and which copy it is. `release` frees the number of the copy, if it has one. */
export type IssuedSlip = {
  readonly parts: readonly SlipPart[];
  readonly copy: number;
  readonly title: string;
  readonly release?: () => Promise<unknown>;
};

/** Delivers a slip. If nothing of it was taken, the number of its copy is free again. Throws what `deliver` throws. */
export async function delivering<R>(slip: IssuedSlip, deliver: () => Promise<R>): Promise<R> {
  try {
    return await deliver();
  } catch (error) {
    // If the journal cannot be written any more, the till says so by itself.
    if (error instanceof Problem && error.facts['taken'] === 'nothing') await slip.release?.().catch(() => undefined);
    throw error;
  }
}

const releasing =
  (context: TillContext, printed: Extract<SlipCommand, {type: 'release'}>['printed']) => (): Promise<unknown> =>
    withMutex(context, () => perform(context, decideSlip, {type: 'release', printed}));

/** Makes a payment's slip and records that it left: numbered, signed to be verified without a network, copies after the first. */
export async function issueReceipt(
  context: TillContext,
  reference: string,
  {format, width}: Rendering,
): Promise<IssuedSlip> {
  const {payment, line} = await withMutex(context, async () => {
    const issued = await paymentOf(context, reference);
    const [told] = await perform(context, decideSlip, {type: 'print-receipt', reference, format: wentTo(format)});
    return {payment: issued, line: told};
  });
  if (line?.type !== 'slip-printed') throw new Error('a slip that is none');
  const {copy} = line.data;
  const journal = {seq: line.seq, head: line.hash};
  const parts = await receiptOf(context, payment, width, {copy, journal});
  return {parts, copy, title: reference, release: releasing(context, line)};
}

/** The slip for a screen, not recorded. `journal` is the line up to which it proves the journal, by default the newest. */
export async function receiptOf(
  {settings, sign, state, journal: kept, book, world}: TillContext,
  payment: Payment,
  width: SlipWidth,
  {copy = 0, journal = kept.tail()}: {readonly copy?: number; readonly journal?: JournalPlace} = {},
): Promise<readonly SlipPart[]> {
  const {shop, till, zone, profile} = settings;
  const {request, person} = payment;
  const language = customerLanguage(request);
  await loadMessages(language);
  const merchantNumbers = book === undefined ? [] : await merchantNumbersInForce(settings, book.home.read(), state);
  const slip = {shop, till, zone, profile, width, person, language, merchantNumbers, about: settings.receipt};
  const subscription = chargedFor(state.registry, payment, world.now());
  const ticket = await ticketOnSlip({state, journal: kept}, payment);
  if (verdictOf(payment) !== 'paid') return receiptParts(payment, slip, {copy, ticket, subscription});
  const signedCode = await sign({kind: 'receipt', content: {...receiptClaim(payment, settings), journal}});
  return receiptParts(payment, slip, {
    copy,
    signedCode,
    isTwice: isPaidTwice(state, payment.sale),
    ticket,
    subscription,
  });
}

/** Makes the slip of a Z and records that it left. The QR code proves its totals. Throws `Problem` report-unknown. */
export async function issueZ(context: TillContext, number: number, {format}: Rendering): Promise<IssuedSlip> {
  const report = await readZ(context, number);
  const [line] = await withMutex(context, () =>
    perform(context, decideSlip, {type: 'print-z', number, format: wentTo(format)}),
  );
  if (line?.type !== 'report-printed') throw new Error('a slip that is none');
  const {copy} = line.data;
  const parts = await reportSlip(context, report, copy);
  return {parts, copy, title: zName(number), release: releasing(context, line)};
}

/** A report's slip, for a screen or a printer. Throws `Problem` report-unknown. */
export async function reportSlip(
  context: Pick<TillContext, 'sign' | 'journal' | 'state'> & {readonly settings: Pick<TillSettings, 'language'>},
  report: Report,
  copy = 0,
): Promise<readonly SlipPart[]> {
  const {language} = context.settings;
  if (report.kind === 'x') return reportParts(report, {language, copy});
  return reportParts(report, {language, copy, signedCode: await signedZ(context, report)});
}

/** The slip of a closing, for a screen or a printer. Throws `Problem` closing-unknown. */
export async function closingSlip(
  context: Pick<TillContext, 'journal' | 'state'> & {
    readonly settings: Pick<TillSettings, 'language'>;
    readonly sign: TillContext['sign'] | undefined;
  },
  name: string,
): Promise<IssuedSlip> {
  const line = await closingLine(context, name);
  const signedCode = context.sign && (await signedClosing(context.sign, line));
  const {language} = context.settings;
  return {parts: closingParts(line.data.closing, {language, signedCode}), copy: 0, title: name};
}

/** The text that proves the content of a Z, signed with the till's present key. Throws `Problem` report-unknown. */
export async function signedZ(
  context: Pick<TillContext, 'sign' | 'journal' | 'state'>,
  report: Report,
): Promise<string> {
  const {hash: line} = await zLine(context, report.number);
  const {till, number, throughSeq: lastSeq, head: chainHead} = report;
  const content = {till, number, lastSeq, chainHead, totals: signedTotals(report), line};
  return context.sign({kind: 'z', content});
}

/** The bytes of a slip, or its text, in the wanted format. Without a printer, ESC/POS is made for a usual one. */
export async function renderSlip(
  {parts: told, title}: IssuedSlip,
  {format, width}: Rendering,
  {printer, language}: {readonly printer: Printer | undefined; readonly language: Language},
): Promise<string | Uint8Array> {
  if (format === 'text') {
    const {printText} = await import('../print/text.js');
    return `${printText(told, width).join('\n')}\n`;
  }
  const {withPictures} = await import('../print/picture.js');
  const parts = await withPictures(told);
  switch (format) {
    case 'html': {
      const {htmlSlip} = await import('../print/html.js');
      return htmlSlip(parts, {title, language});
    }
    case 'pdf': {
      const {pdfSlip} = await import('../print/pdf.js');
      return pdfSlip(parts, {title, width});
    }
    case 'png': {
      const {pngSlip} = await import('../print/png.js');
      return pngSlip(parts, width);
    }
    case 'escpos': {
      const {escposSlip} = await import('../print/escpos.js');
      return escposSlip(parts, printer ?? {columns: width, codePage: 'cp858', cut: true, drawer: false, qr: 'native'});
    }
  }
}

/** Saves a slip in the till's folder, readable only by this user, and returns the path of the file. Throws `Problem` file-not-writable. */
export async function saveSlip({settings}: TillContext, slip: IssuedSlip, rendering: Rendering): Promise<string> {
  const {printer, language, folder} = settings;
  const [{writeSlip}, bytes] = await Promise.all([
    import('../print/deliver.js'),
    renderSlip(slip, rendering, {printer, language}),
  ]);
  const place = join(folder, 'slips');
  const name = slip.copy === 0 ? slip.title : `${slip.title}-${slip.copy}`;
  const file = join(place, `${name}.${rendering.format}`);
  await delivering(slip, async () => {
    await mkdir(place, {recursive: true, mode: 0o700});
    await writeSlip(file, bytes, {replaces: true});
  });
  return file;
}

/** Sends a slip to the shop's printer. Throws `Problem` printer-missing and printer-unreachable. */
export async function printSlip(
  {settings}: {readonly settings: Pick<TillSettings, 'printer' | 'language'>},
  slip: IssuedSlip,
): Promise<void> {
  const {printer, language} = settings;
  if (printer === undefined) throw new Problem('printer-missing');
  const {sendToPrinter} = await import('../print/deliver.js');
  const bytes = await renderSlip(slip, {format: 'escpos', width: printer.columns}, {printer, language});
  const encoded = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  await delivering(slip, () => sendToPrinter(printer.address, encoded));
}

/** Opens the drawer through the shop's printer. Throws `Problem` printer-missing and printer-unreachable. */
export async function kickDrawer({settings}: {readonly settings: Pick<TillSettings, 'printer'>}): Promise<void> {
  const {printer} = settings;
  if (printer === undefined) throw new Problem('printer-missing');
  const [{sendToPrinter}, {drawerPulse}] = await Promise.all([
    import('../print/deliver.js'),
    import('../print/escpos.js'),
  ]);
  await sendToPrinter(printer.address, drawerPulse(2));
}
