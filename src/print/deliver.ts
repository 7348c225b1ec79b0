import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {constants, lstat, open, stat} from 'node:fs/promises';
import {connect, type Socket} from 'node:net';
import {finished} from 'node:stream/promises';
import {removed, renamed} from '../../store/disk.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';

const printerPort = 9100;

/**
 * Time limits in milliseconds: how long a printer may be `silent` while the till connects or it accepts no data, how long the `whole`
 * transfer may take, and how long the till waits for the printer to close the connection (`farewell`).
 */
type Patience = {readonly silent: number; readonly whole: number; readonly farewell: number};
const patience: Patience = {silent: 5000, whole: 10_000, farewell: 1000};

/** The most addresses that are asked at once, and how long one may take to answer, in milliseconds. */
const [asksAtOnce, answersWithin] = [64, 1000];

/** Returns the addresses that a person names: one, or those of one network as `192.168.1.1-254`. Throws `Problem` address-range-wrong. */
export function addressesIn(range: string): readonly string[] {
  const [, network = '', first = '', last = first] =
    /^((?:\d{1,3}\.){3})(\d{1,3})(?:\s*[-–]\s*(?:\1)?(\d{1,3}))?$/u.exec(range.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  const isNetwork = network !== '' && network.split('.').every(part => Number(part) <= 255);
  if (!isNetwork || from > to || to > 255) throw new Problem('address-range-wrong', {range: cleanText(range, 60)});
  return Array.from({length: to - from + 1}, (_, at) => `${network}${from + at}`);
}

/** Returns which of these addresses accept a connection at the port of printers, in their order. Nothing is sent to them. */
export async function findPrinters(
  addresses: readonly string[],
  signal: AbortSignal,
  port = printerPort,
): Promise<readonly string[]> {
  const left = [...addresses];
  const found = new Set<string>();
  const ask = async () => {
    for (let host = left.shift(); host !== undefined && !signal.aborted; host = left.shift())
      if (await accepts({host, port}, signal)) found.add(host);
  };
  await Promise.all(Array.from({length: asksAtOnce}, ask));
  return addresses.filter(each => found.has(each));
}

async function accepts(place: {readonly host: string; readonly port: number}, signal: AbortSignal): Promise<boolean> {
  const socket = connect({...place, signal: AbortSignal.any([signal, AbortSignal.timeout(answersWithin)])});
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Long content comes in pieces. */
export type SlipContent = string | Uint8Array | Iterable<string> | AsyncIterable<string>;

/**
 * Writes a file that only this user can read, either completely or not at all. A device or a pipe is written to directly. Throws a
 * `Problem` `file-exists` with the `file`, unless it may be replaced, or `file-not-writable` with the operating system's `code`. Their
 * detail `taken` is `nothing`, except for a device, which may have taken some.
 */
export async function writeSlip(file: string, content: SlipContent, how: {readonly replaces: boolean}): Promise<void> {
  try {
    await putInPlace(file, content, how);
  } catch (error) {
    const code = error instanceof Problem ? undefined : codeOf(error);
    const taken = (await isDevice(file)) ? 'some' : 'nothing';
    throw code === undefined ? error : new Problem('file-not-writable', {file, code}, {taken});
  }
}

async function putInPlace(file: string, content: SlipContent, {replaces}: {readonly replaces: boolean}): Promise<void> {
  if (await isDevice(file)) return writeInto(file, content, constants.O_WRONLY);
  if (!replaces && (await isThere(file))) throw new Problem('file-exists', {file}, {taken: 'nothing'});
  const part = `${file}.${randomUUID()}.part`;
  let isReserved = false;
  try {
    await writeInto(part, content, 'wx');
    // The name is reserved only now, so that a process killed while writing leaves no empty file with this name.
    if (!replaces) await reserve(file);
    isReserved = !replaces;
    await renamed(part, file);
  } catch (error) {
    await removed(part, {force: true});
    if (isReserved) await removed(file, {force: true});
    throw error;
  }
}

/** Whether the name exists, even if it is a dangling link. */
async function isThere(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined;
}

/** Renaming a file to the name of a device would replace the device. */
async function isDevice(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && (found.isCharacterDevice() || found.isFIFO());
}

/** Reserves the name: if two processes want it at the same time, only one gets it. Links would work too, but not on memory sticks. */
async function reserve(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new Problem('file-exists', {file}, {taken: 'nothing'}) : error;
  }
}

async function writeInto(file: string, content: SlipContent, flags: number | 'wx'): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(content);
    if (flags === 'wx') await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Sends the bytes to a printer at `host` or `host:port`, and resolves when the printer has received them, within ten seconds. Only the
 * paper shows how much has been printed. Throws a `Problem` `printer-unreachable` with the `address` and the operating system's `code`. Its
 * detail `taken` is `nothing` if there was no connection, else `some`.
 */
export async function sendToPrinter(address: string, bytes: Uint8Array, limits: Patience = patience): Promise<void> {
  const place = placeOf(address);
  if (place === undefined) throw new Problem('printer-unreachable', {address, code: 'EINVAL'}, {taken: 'nothing'});
  const socket = connect({...place, timeout: limits.silent, signal: AbortSignal.timeout(limits.whole)});
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), {code: 'ETIMEDOUT'})));
  let taken = 'nothing';
  socket.once('connect', () => {
    taken = 'some';
  });
  try {
    await handOver(socket, bytes, limits.farewell);
  } catch (error) {
    const code = codeOf(error);
    const said = code === 'ABORT_ERR' ? 'ETIMEDOUT' : (code ?? '-');
    throw new Problem('printer-unreachable', {address, code: said}, {taken});
  } finally {
    socket.destroy();
  }
}

/** A printer that resets the connection after the last byte has not accepted it. A printer that never closes the connection has. */
async function handOver(socket: Socket, bytes: Uint8Array, farewell: number): Promise<void> {
  socket.resume();
  socket.end(bytes);
  await finished(socket, {readable: false});
  if (!socket.closed) await Promise.race([once(socket, 'close'), once(AbortSignal.timeout(farewell), 'abort')]);
  if (socket.errored !== null) throw socket.errored;
}

function placeOf(address: string): {host: string; port: number} | undefined {
  const url = URL.parse(`tcp://${address}`);
  if (url === null || url.hostname === '' || url.href !== `tcp://${url.host}`) return undefined;
  return {host: url.hostname.replaceAll(/[[\]]/g, ''), port: url.port === '' ? printerPort : Number(url.port)};
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
