#!/usr/bin/env node
import * as nodeModule from 'node:module';
import {fileURLToPath} from 'node:url';
import {isNewEnough} from './core/technical/node-version.js';
import {compiledCodeFolder, guardMemory, hush} from './runtime/guard.js';

guardMemory();

const script = fileURLToPath(import.meta.url);

// Node 18 must be able to parse this file. Everything else is loaded once it is known that this Node is new enough.
if (hush(process.env)) {
  const {startAgain} = await import('./runtime/restart.js');
  process.exitCode = await startAgain(script);
} else if (isNewEnough(process.versions.node)) {
  const folder = compiledCodeFolder(process.env);
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
  await import('./main.js');
} else {
  const {startElsewhere} = await import('./runtime/restart.js');
  process.exitCode = await startElsewhere(fileURLToPath(new URL('..', import.meta.url)), script);
}
