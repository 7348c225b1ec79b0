import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import anyAscii from 'any-ascii';
import type {CodePage, SlipPart} from '../core/slip/slip.js';
import {cleanText} from '../core/text/text.js';

/** The name of the code page in the printing library. */
export function pageName(page: CodePage): 'cp437' | 'cp850' | 'cp858' | 'cp863' | 'windows1252' {
  if (page === 'ascii') return 'cp437';
  return page === 'cp1252' ? 'windows1252' : page;
}

/**
 * Returns external text that uses only characters of the code page. Other characters are transliterated to Latin letters (`ọ` to `o`, `₦`
 * to `N`, `東` to `Dong`). Every character takes one cell, and none is a printer command.
 */
export function inPage(text: string, page: CodePage): string {
  const plain = cleanText(text.normalize('NFC'));
  return plain.replaceAll(/[^ -~\u00A0]/gu, character => (isInPage(character, page) ? character : latin(character)));
}

/** A character that cannot be transliterated is removed: a question mark only stands for punctuation. */
function latin(character: string): string {
  const letters = anyAscii(character);
  return /\p{P}/u.test(character) ? letters : letters.replaceAll('?', '');
}

/** Like `inPage`, for all texts of a part. The content of a QR code is not printed as text and stays unchanged. */
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

/**
 * Whether the page has the character as a printable byte. Below 128 these pages have glyphs for bytes that a printer reads as commands: `←`
 * would be an escape byte.
 */
function isInPage(character: string, page: CodePage): boolean {
  if (page === 'ascii' || /\s/u.test(character)) return false;
  const encoder = new ReceiptPrinterEncoder({newline: '\n'});
  const encoded = encoder.codepage(pageName(page)).line(character).encode();
  return character.length === 1 && (encoded.at(-2) ?? 0) >= firstPrintable;
}
