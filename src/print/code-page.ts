import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import anyAscii from 'any-ascii';
import type {CodePage, SlipPart} from '../core/slip/slip.js';
import {cleanText} from '../core/text/text.js';

/** The page by the name that the library has for it. */
export function pageName(page: CodePage): 'cp437' | 'cp850' | 'cp858' | 'cp863' | 'windows1252' {
  if (page === 'ascii') return 'cp437';
  return page === 'cp1252' ? 'windows1252' : page;
}

/**
 * Foreign text in the characters of the page alone: others are written as a reader of Latin letters would (`ọ` as `o`,
 * `₦` as `N`, `東` as `Dong`). Every character takes one cell, and none is a command.
 */
export function inPage(text: string, page: CodePage): string {
  const plain = cleanText(text.normalize('NFC'));
  return plain.replaceAll(/[^ -~\u00A0]/gu, character => (isInPage(character, page) ? character : latin(character)));
}

/** Of what nobody can read nothing is left: a question mark stands for question marks alone. */
function latin(character: string): string {
  const letters = anyAscii(character);
  return /\p{P}/u.test(character) ? letters : letters.replaceAll('?', '');
}

/** As `inPage` for all that the part says; the text of a code is no writing and stays. */
export function partInPage(part: SlipPart, page: CodePage): SlipPart {
  switch (part.kind) {
    case 'text':
    case 'banner':
      return {...part, text: inPage(part.text, page)};
    case 'pair':
      return {...part, label: inPage(part.label, page), value: inPage(part.value, page)};
    case 'columns':
      return {
        ...part,
        label: inPage(part.label, page),
        amount: part.amount && {...part.amount, number: inPage(part.amount.number, page)},
      };
    case 'qr':
      return part.caption === undefined ? part : {...part, caption: inPage(part.caption, page)};
    default:
      return part;
  }
}

const firstPrintable = 0x80;

/** Below 128 these pages have glyphs where a printer reads commands: `←` would be an escape byte. */
function isInPage(character: string, page: CodePage): boolean {
  if (page === 'ascii' || /\s/u.test(character)) return false;
  const encoder = new ReceiptPrinterEncoder({newline: '\n'});
  const encoded = encoder.codepage(pageName(page)).line(character).encode();
  return character.length === 1 && (encoded.at(-2) ?? 0) >= firstPrintable;
}
