import {openFromInput} from './from-input.js';

// The bundle that is started to open a file; the one-file executable starts itself.
await openFromInput();
