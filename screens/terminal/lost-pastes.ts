const pasteBegins = '\u001B[200~';
const pasteEnds = '\u001B[201~';
/** Ink would read the two as one unknown key. The Esc would be lost, and the pasted text would follow the text that Esc should clear. */
const escapeAndPaste = `\u001B${pasteBegins}`;
/** Esc as newer terminals send it. No following input can change its meaning. */
const plainEscape = '\u001B[27u';
type Input = {read: (size?: number) => string | Buffer | null; unshift: (chunk: string) => void};

/**
 * Ends a paste whose end marker does not come. Such a paste, which a hostile barcode can contain, would make the app ignore all keys,
 * including Ctrl-C. Also separates an Esc and a paste that arrive together. Must be called on the terminal's input before Ink reads it.
 */
export function endLostPastes(stdin: Input, afterMilliseconds = 1000): void {
  const read = stdin.read.bind(stdin);
  let seen = '';
  let timer: NodeJS.Timeout | undefined;
  stdin.read = size => {
    const given = read(size);
    if (given === null) return given;
    const chunk = typeof given === 'string' ? given.replaceAll(escapeAndPaste, plainEscape + pasteBegins) : given;
    seen += chunk.toString();
    clearTimeout(timer);
    const isOpen = seen.lastIndexOf(pasteBegins) > seen.lastIndexOf(pasteEnds);
    if (isOpen) timer = setTimeout(() => stdin.unshift(pasteEnds), afterMilliseconds);
    seen = (isOpen ? pasteBegins : '') + seen.slice(-5);
    return chunk;
  };
}
