import {join} from 'node:path';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {officeAddress} from '../shipper/address.js';
import {openLink} from '../shipper/link.js';
import {listenCodeOf} from '../till/home.js';
import {officeStanding} from '../till/office.js';
import {tillFolder} from '../till/opened-journal.js';

import {namedTill} from '../till/own-till.js';
import {askWitness} from '../witness/ask.js';
import {isPublicKey, openBook} from '../witness/book.js';
import {serveWitness} from '../witness/serve.js';
import {severally} from './counts.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {refuseValue, wholeFrom} from './values.js';

type ServeOptions = {readonly office?: readonly string[]; readonly data?: string; readonly port?: string};

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  needsSubcommand(family.description(commands.witness), help);
  const serve = family
    .command('serve')
    .description(commands['witness serve'])
    .option('--office <key>', options.witnessOffice, severally)
    .option('--data <folder>', options.witnessData)
    .option('--port <port>', options.witnessPort)
    .action(act(serveOne));
  examples(serve, ['duka witness serve --office 9j1OSd20… --data /var/lib/witness']);
  const ask = family.command('ask').description(commands['witness ask']).argument('<url>');
  examples(ask.option('--key <key>', options.witnessKey).action(act(askOne)), [
    'duka witness ask https://witness.example.org --json',
  ]);
  examples(family, ['duka witness serve --office 9j1OSd20…', 'duka witness ask https://witness.example.org']);
};

/** Serves the witness on this machine until it is interrupted. The first line is `{url, key}`, with and without `--json`. */
async function serveOne(session: Session, {office = [], data, port}: ServeOptions): Promise<ExitCode> {
  const {face, home, flags, language} = session;
  const wrong = office.find(key => !isPublicKey(key));
  if (wrong !== undefined) refuseValue({name: '--office', value: wrong, language}, '…');
  if (office.length === 0) {
    const {optionMissing} = messages(language).help.usage;
    throw new Problem('unknown-option', {detail: optionMissing({name: '--office', command: 'witness serve'})});
  }
  const since = Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString();
  const book = await openBook(data ?? join(home, 'witness'), office, since);
  const number = wholeFrom({name: '--port', value: port ?? '4030', language}, {from: 0, to: 65_535});
  try {
    const served = await serveWitness(book, {host: flags.listen ?? '127.0.0.1', port: number}).catch(error => {
      const code = listenCodeOf(error);
      throw code === undefined ? error : new Problem('port-unusable', {port: number, code});
    });
    writeJson(session, {url: served.url, key: book.publicKey});
    note(session, messages(language).office.witnessReady({count: office.length}));
    while (!face.interrupted.aborted) await face.world.sleep(60_000, face.interrupted);
    await served.close();
  } finally {
    await book.close();
  }
  return exitCodes.done;
}

/**
 * Asks a witness to sign the newest checkpoint. Under `--json` `{seq, note, office, key, signature}`: with the key of the witness, this can
 * be checked without the witness.
 */
async function askOne(session: Session, typed: string, {key}: {readonly key?: string}): Promise<ExitCode> {
  const {config, settings} = session.surroundings();
  const till = namedTill(config);
  const url = officeAddress(typed);
  const place = till === undefined ? undefined : {till, profile: config.profile, folder: tillFolder(config, till)};
  const {newest} = place === undefined ? {} : await officeStanding(settings.read(), place);
  if (newest === undefined) throw new Problem('office-none');
  const link = await openLink(url, session.face.world);
  const signed = await askWitness(link, newest, {url, key}).finally(link.close);
  const {seq} = newest.checkpoint;
  if (session.isJson) writeJson(session, {seq, note: newest.note, office: newest.signature, ...signed});
  else writeLines(session, [`✓ ${messages(session.language).office.countersigned({url, line: seq, key: signed.key})}`]);
  return exitCodes.done;
}
