import {type Language, messages} from '../core/messages/messages.js';
import type {SlipPart} from '../core/slip/slip.js';
import {codePages, type PrinterProfile, slipText, slipWidths} from '../core/slip/slip.js';

import {inPage, pageName} from './code-page.js';
import {addCode, finished, startPrinter} from './escpos.js';

/** Characters that shops in these markets use besides plain letters, and a box. */
const sample = 'é è à ç œ € ┌─┐';
/** Any text would do: it only has to be scanned. */
const code = 'DUKA';

/**
 * Returns a slip that helps an owner choose the width, the code page and the kind of QR codes: a ruler for each width, a line in each code
 * page, and a code that the printer has to draw itself. Only the lines of code pages that the printer lacks are garbled.
 */
export function probeSlip(profile: PrinterProfile, language: Language): Uint8Array {
  const words = messages(language).probe;
  const printer = startPrinter(48).codepage(pageName('ascii'));
  const say = (sentence: string) => {
    const text = inPage(sentence, 'ascii');
    for (const line of slipText([{kind: 'text', text, align: 'left', size: 'normal', isStrong: false}], 32)) {
      printer.line(line.trimEnd());
    }
    printer.newline();
  };
  say(words.title);
  for (const width of slipWidths) printer.line(ruler(width));
  say(words.width({columns: profile.columns}));
  for (const page of codePages) {
    printer.codepage(pageName(page)).line(`${page.padEnd(7)}${inPage(sample, page)}`);
  }
  printer.codepage(pageName('ascii'));
  say(words.codePages);
  const part: SlipPart = {kind: 'qr', text: code, caption: code};
  addCode(printer, part, {...profile, columns: 32, qr: 'native'});
  say(words.code);
  return finished(printer, profile);
}

/** A ruler of exactly `width` characters, which ends with the width: `......32|`. */
function ruler(width: number): string {
  return `${'.'.repeat(width - 3)}${width}|`;
}
