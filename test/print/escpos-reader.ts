/** The upper halves of the code pages as a printer has them, by the numbers of `ESC t`. */
const upperHalves: Readonly<Record<number, string>> = {
  0: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  2: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  4: 'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  19: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
};

/** A line on paper: what a person reads, and how it looks. */
export type PaperLine = {
  readonly text: string;
  readonly isBold: boolean;
  /** How many times as wide and as high as plain text. */
  readonly width: number;
  readonly height: number;
  readonly align: 'left' | 'centre';
};
export type Paper = {
  readonly lines: readonly PaperLine[];
  /** What the QR codes carry, and how many dots each of their modules has. */
  readonly codes: readonly {readonly text: string; readonly dots: number}[];
  /** The rows of rasters, a character per dot. */
  readonly dots: readonly string[];
  readonly pages: readonly number[];
  readonly pulses: readonly number[];
  readonly cuts: number;
  readonly isReset: boolean;
  readonly isSingleByte: boolean;
};

/** Reads the commands as a printer does; throws an `Error` at one that no slip needs, such as one from foreign text. */
export function readEscpos(bytes: Uint8Array): Paper {
  const reader = new Reader(bytes);
  reader.readAll();
  return reader;
}

class Reader implements Paper {
  readonly lines: PaperLine[] = [];
  readonly codes: {text: string; dots: number}[] = [];
  readonly dots: string[] = [];
  readonly pages: number[] = [];
  readonly pulses: number[] = [];
  cuts = 0;
  isReset = false;
  isSingleByte = false;
  readonly #bytes: Uint8Array;
  #at = 0;
  #page = 0;
  #look: Omit<PaperLine, 'text'> = {isBold: false, width: 1, height: 1, align: 'left'};
  /** The line begun, in the look of its first letter. */
  #line: PaperLine | undefined;
  #code = {text: '', dots: 0};

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  readAll(): void {
    while (this.#at < this.#bytes.length) this.#read(this.#next());
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('the slip ends within a command');
    return byte;
  }

  #read(byte: number): void {
    if (byte >= 0x20)
      this.#line = {...(this.#line ?? this.#look), text: (this.#line?.text ?? '') + glyph(byte, this.#page)};
    else if (byte === 0x0a) this.#feed();
    else if (byte === 0x1b) this.#escape(String.fromCharCode(this.#next()));
    else if (byte === 0x1d) this.#group(String.fromCharCode(this.#next()));
    else if (byte === 0x1c && this.#next() === 0x2e) this.isSingleByte = true;
    else throw new Error(`byte ${byte} at ${this.#at}`);
  }

  #feed(): void {
    this.lines.push(this.#line ?? {...this.#look, text: ''});
    this.#line = undefined;
  }

  #escape(command: string): void {
    if (command === '@') this.isReset = true;
    else if (command === 'M') this.#next();
    else if (command === 't') this.#select(this.#next());
    else if (command === 'E') this.#look = {...this.#look, isBold: this.#next() === 1};
    else if (command === 'a') this.#look = {...this.#look, align: this.#next() === 1 ? 'centre' : 'left'};
    else if (command === 'p') this.pulses.push(this.#take(3)[0] ?? 0);
    else throw new Error(`ESC ${command}`);
  }

  #select(page: number): void {
    this.#page = page;
    this.pages.push(page);
  }

  #group(command: string): void {
    if (command === '!') {
      const size = this.#next();
      this.#look = {...this.#look, width: (size >> 4) + 1, height: (size & 0x0f) + 1};
    } else if (command === 'V') {
      this.#next();
      this.cuts += 1;
    } else if (command === '(') {
      const [, low = 0, high = 0] = this.#take(3);
      this.#draw(this.#take(low + 256 * high));
    } else if (command === 'v') {
      const [, , low = 0, high = 0, rows = 0, moreRows = 0] = this.#take(6);
      for (let row = 0; row < rows + 256 * moreRows; row += 1)
        this.dots.push([...this.#take(low + 256 * high)].map(byte => byte.toString(2).padStart(8, '0')).join(''));
    } else throw new Error(`GS ${command}`);
  }

  #draw(data: Uint8Array): void {
    if (data[1] === 0x43) this.#code.dots = data[2] ?? 0;
    if (data[1] === 0x50) this.#code.text = Buffer.from(data.subarray(3)).toString();
    if (data[1] === 0x51) this.codes.push({...this.#code});
  }

  #take(count: number): Uint8Array {
    return Uint8Array.from({length: count}, () => this.#next());
  }
}

function glyph(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  if (page === 16) return new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  return upperHalves[page]?.[byte - 0x80] ?? expectPage(page);
}

function expectPage(page: number): never {
  throw new Error(`code page ${page}`);
}
