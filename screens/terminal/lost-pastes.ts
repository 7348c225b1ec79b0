const pasteBegins = '\u001B[200~';
const pasteEnds = '\u001B[201~';
type Input = {read: (size?: number) => string | Buffer | null; unshift: (chunk: string) => void};

/**
 * Ends a paste whose end marker does not come, which would make the app deaf, Ctrl-C included; a hostile barcode can
 * send one. To be called on the terminal's input before Ink reads it.
 */
export function endLostPastes(stdin: Input, afterMilliseconds = 1000): void {
  const read = stdin.read.bind(stdin);
  let seen = '';
  let timer: NodeJS.Timeout | undefined;
  stdin.read = size => {
    const chunk = read(size);
    if (chunk === null) return chunk;
    seen += chunk.toString();
    clearTimeout(timer);
    const isOpen = seen.lastIndexOf(pasteBegins) > seen.lastIndexOf(pasteEnds);
    if (isOpen) timer = setTimeout(() => stdin.unshift(pasteEnds), afterMilliseconds);
    seen = (isOpen ? pasteBegins : '') + seen.slice(-5);
    return chunk;
  };
}
