import {join} from 'node:path';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note, noteProblem, writeJson} from '../session/print.js';
import type {Session} from '../session/session.js';
import {causeOf, listenCodeOf} from '../till/home.js';
import {type PracticeTrouble, practiceProblem} from '../till/opened-journal.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {portFrom} from './values.js';

const options = {'--port <port>': 'port', '--data <folder>': {says: 'data', offers: 'folders'}} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: [
    'duka sandbox',
    'duka sandbox --port 0 --data /tmp/practice',
    'curl -X POST -d \'{"advance": "PT10M"}\' http://127.0.0.1:4010/sandbox/clock',
  ],
  action: sandbox,
});

/** Runs the practice service until it is interrupted, with exit code 0. Without `--data` it uses the books of this home. */
async function sandbox(session: Session, options: Options): Promise<ExitCode> {
  const {face, home, language} = session;
  const port = portFrom({name: '--port', value: options.port ?? '4010', language});
  const data = options.data ?? join(home, 'sandbox', 'service');
  const tell = (trouble: PracticeTrouble) => noteProblem(session, practiceProblem(trouble));
  const running = await face.serveSandbox({data, port, tell}).catch((error: unknown) => {
    throw problemOf(error, {data, port});
  });
  try {
    writeJson(session, {baseUrl: running.baseUrl, apiKey: running.apiKey});
    note(session, messages(language).command.sandboxReady({data}));
    while (!face.interrupted.aborted) await face.world.sleep(60_000, face.interrupted);
  } finally {
    await running.close();
  }
  return exitCodes.done;
}

/** The problem for an error while starting: the port cannot be used, or the folder cannot. */
function problemOf(error: unknown, {data, port}: {readonly data: string; readonly port: number}): Problem {
  const portCode = listenCodeOf(error);
  if (portCode !== undefined) return new Problem('port-unusable', {port, code: portCode});
  const code = causeOf(error);
  if (code !== undefined) return new Problem('folder-unusable', {file: data, code});
  return new Problem('setting-invalid', {name: '--data', value: data});
}
