#!/usr/bin/env node
import {fileURLToPath} from 'node:url';
import {isNewEnough} from './core/technical/node-version.js';
import {guardMemory, hush} from './runtime/guard.js';
import {saidAtBuild, saidFolder} from './runtime/said.js';

guardMemory();

const script = fileURLToPath(import.meta.url);

// Node 18 must be able to parse this file. Everything else is loaded once it is known that this Node is new enough.
if (hush(process.env)) {
  const {startAgain} = await import('./runtime/restart.js');
  process.exitCode = await startAgain(script);
} else if (isNewEnough(process.versions.node)) {
  await run();
} else {
  const {startElsewhere} = await import('./runtime/restart.js');
  process.exitCode = await startElsewhere(fileURLToPath(new URL('..', import.meta.url)), script);
}

async function run(): Promise<void> {
  const folder = fileURLToPath(new URL(`./${saidFolder}`, import.meta.url));
  const said = saidAtBuild(process.argv.slice(2), process.env, folder);
  if (said !== undefined) {
    process.stdout.on('error', () => undefined); // nobody reads on (`duka --help | head`)
    process.stdout.write(said);
    return;
  }
  const {runProgram} = await import('./runtime/program.js');
  await runProgram(fileURLToPath(new URL('.', import.meta.url)), process.argv.slice(2));
}
