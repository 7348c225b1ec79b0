// An `import` of a module of Node reads every name that it exports, which loads streams and much else.
const {hash} = process.getBuiltinModule('node:crypto');
const fs = process.getBuiltinModule('node:fs');
const {dirname, isAbsolute, join} = process.getBuiltinModule('node:path');

/**
 * The folder of compiled code, which V8 runs without a check. So only this user may write to it; it is made if it is missing. Undefined if
 * there can be no such folder: the program then starts a little more slowly.
 */
export function compiledCodeFolder(environment: NodeJS.ProcessEnv): string | undefined {
  const {XDG_CACHE_HOME: said = ''} = environment;
  try {
    const home = isAbsolute(said) ? said : join(process.getBuiltinModule('node:os').homedir(), '.cache');
    const folder = join(home, 'duka');
    if (!isAbsolute(folder)) return undefined;
    makeFolder(folder);
    const found = fs.lstatSync(folder);
    return found.isDirectory() && isOurs(found) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the folders of a path. Node's own way to do that never ends below /proc. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(dirname(folder));
  fs.mkdirSync(folder, {mode: 0o700});
}

const isOurs = ({uid, mode}: {readonly uid: number; readonly mode: number}) =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);

/** The compiled code of scripts, by their names. */
export type CompiledCode = ReadonlyMap<string, Uint8Array>;

const digestBytes = 32;
const digestOf = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
/** V8 copies what does not begin at such a place. */
const aligned = (length: number) => Math.ceil(length / 8) * 8;

/**
 * What was kept in this file for the same `key`; undefined if nothing was, or if it is not as it was written. V8 checks whether the code is
 * its own, but not whether a disk has changed it.
 */
export function keptCode(path: string, key: string): CompiledCode | undefined {
  let file: number | undefined;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    const found = fs.fstatSync(file);
    if (!found.isFile() || !isOurs(found)) return undefined;
    const bytes = fs.readFileSync(file);
    const rest = bytes.subarray(digestBytes);
    if (!digestOf(rest).equals(bytes.subarray(0, digestBytes))) return undefined;
    const end = rest.indexOf('\n\n');
    const [first, ...lines] = rest.toString('latin1', 0, end).split('\n');
    if (first !== key) return undefined;
    let at = aligned(end + 2);
    return new Map(
      lines.map(line => {
        const [name = '', length] = line.split(' ');
        const from = at;
        at = aligned(from + Number(length));
        return [name, rest.subarray(from, from + Number(length))];
      }),
    );
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

/** Keeps code for the next start. A power cut leaves the old file or the new one. Whatever fails, nothing is kept. */
export function keepCode(path: string, key: string, code: CompiledCode): void {
  const lines = [...code].map(([name, {length}]) => `${name} ${length}`);
  const head = Buffer.from(`${[key, ...lines].join('\n')}\n\n`, 'latin1');
  const parts = [head, ...code.values()].map(part => Buffer.concat([part], aligned(part.length)));
  const rest = Buffer.concat(parts);
  const written = `${path}.${process.pid}`;
  try {
    fs.writeFileSync(written, Buffer.concat([digestOf(rest), rest]), {flag: 'wx', mode: 0o600, flush: true});
    fs.renameSync(written, path);
  } catch {
    try {
      fs.unlinkSync(written);
    } catch {
      // An office of the administrator's has given up the right to this folder.
    }
  }
}
