import type {Config} from '../../config.js';
import {type Burst, burstAfter, codeOf, type ScannerSettings} from '../../core/item/scan.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {count, elseNull, fields, flag, oneOf, text} from '../../core/spec/spec.js';
import {hideCardNumbers} from '../../core/text/card-numbers.js';
import {cleanText} from '../../core/text/text.js';
import type {HeardKeys} from '../../session/face.js';
import {answer} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Check} from './check.js';

/** The keys with which scanners end a code. */
const ends: Readonly<Record<string, ScannerSettings['suffix']>> = {'\r': 'enter', '\n': 'enter', '\t': 'tab'};

export const answers = {
  'doctor --printer': fields({printer: text('its address')}),
  'doctor --scanner': fields({
    characters: count('how many arrived'),
    milliseconds: count('from the first to the last'),
    code: elseNull(text('what was scanned'), 'a person may have typed it'),
    suffix: oneOf(['enter', 'tab', 'none'], 'the key that ended it'),
    isRecognised: flag('whether the till takes it for a code'),
  }),
};

/** Shows the settings of the printer. A check prints nothing, so only the test slip shows whether the printer is there. */
export function checkPrinter({language}: Session, config: Config | undefined): Check {
  const name = 'printer';
  if (config?.printer === undefined)
    return {name, state: 'warning', message: messages(language).doctor.printer, facts: {}};
  const {address, columns, codePage} = config.printer;
  const facts = {address, columns, codePage};
  return {name, state: 'ok', message: messages(language).command.slip.printer(facts), facts};
}

/** Prints a slip that shows an owner what the printer can do. Throws `Problem` printer-missing, printer-unreachable. */
export async function probePrinter(session: Session): Promise<ExitCode> {
  const {printer} = configOf(session);
  const {language} = session;
  if (printer === undefined) throw new Problem('printer-missing');
  const [{sendToPrinter}, {probeSlip}] = await Promise.all([
    import('../../print/deliver.js'),
    import('../../print/escpos.js'),
  ]);
  const {address} = printer;
  await sendToPrinter(address, probeSlip(printer, language));
  return answer(session, answers['doctor --printer'], {printer: address}, [
    `✓ ${messages(language).command.slip.probed({address})}`,
  ]);
}

/**
 * Shows what arrives when a code is scanned. Exits with configuration if the till would not take it for a code. Throws `Problem`
 * no-terminal.
 */
export async function probeScanner(session: Session): Promise<ExitCode> {
  const {scanner} = configOf(session);
  const {face, language} = session;
  const words = messages(language).doctor.scanner;
  const heard = await face.hearKeys(`${words.ask} `);
  if (heard === undefined) throw new Problem('no-terminal');
  const scan = readScan(heard, scanner);
  const {code, suffix, characters, milliseconds} = scan;
  const isRecognised = code !== undefined && suffix === scanner.suffix;
  const facts = {code: code ?? '', end: words.ends[suffix], suffix};
  const verdict = code === undefined ? words.slow : (isRecognised ? words.right : words.otherEnd)(facts);
  await answer(session, answers['doctor --scanner'], {...scan, isRecognised}, [
    words.arrived({characters, milliseconds}),
    `${isRecognised ? '✓' : '!'} ${verdict}`,
  ]);
  return isRecognised ? exitCodes.done : exitCodes.configuration;
}

function readScan(heard: readonly HeardKeys[], {prefix}: ScannerSettings) {
  let burst: Burst | undefined;
  let end: {readonly suffix: ScannerSettings['suffix']; readonly code: string | undefined} | undefined;
  for (const [chunk, {text, at: now}] of heard.entries())
    for (const character of text) {
      const suffix = ends[character];
      if (end === undefined && suffix === undefined) burst = burstAfter(burst, {text: character, chunk}, now);
      else if (suffix !== undefined) end ??= {suffix, code: codeOf(burst, {chunk, now, prefix})};
    }
  const last = {chunk: heard.length - 1, now: heard.at(-1)?.at ?? 0, prefix};
  const {suffix, code} = end ?? {suffix: 'none' as const, code: codeOf(burst, last)};
  const milliseconds = Math.round((heard.at(-1)?.at ?? 0) - (heard[0]?.at ?? 0));
  const characters = heard.reduce((sum, {text}) => sum + text.length, 0);
  return {
    suffix,
    code: code === undefined ? undefined : cleanText(hideCardNumbers(code), 64),
    characters,
    milliseconds,
  };
}
