const pasteBegins = '\u001B[200~';
const pasteEnds = '\u001B[201~';
/** Ink would take the two for one key that it does not know: the Esc is lost, and what is pasted stands behind what it was to clear. */
const escapeAndPaste = `\u001B${pasteBegins}`;
/** Esc as newer terminals send it, which nothing that follows can change. */
const plainEscape = '\u001B[27u';
type Input = {read: (size?: number) => string | Buffer | null; unshift: (chunk: string) => void};

/**
 * Ends a paste whose end marker does not come, which would make the app deaf, Ctrl-C included; a hostile barcode can
 * send one; and keeps apart an Esc and a paste that arrive together. To be called on the terminal's input before Ink reads it.
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
