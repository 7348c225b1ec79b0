#!/usr/bin/env node
import * as nodeModule from 'node:module';
import {fileURLToPath} from 'node:url';
import {compiledCodeFolder, guardMemory} from './runtime/guard.js';
import {isNewEnough} from './runtime/version.js';

guardMemory();

// This file must be understood by Node 18: everything else is loaded when it is known that this Node can.
if (isNewEnough(process.versions.node)) {
  const folder = compiledCodeFolder(process.env);
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
  await import('./main.js');
} else {
  const {startElsewhere} = await import('./runtime/restart.js');
  process.exitCode = await startElsewhere(
    fileURLToPath(new URL('..', import.meta.url)),
    fileURLToPath(import.meta.url),
  );
}
