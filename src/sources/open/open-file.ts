import {openFromInput} from './from-input.js';

// The bundle has this program as a file of its own. The one-file executable starts itself instead.
await openFromInput();
