import fc from 'fast-check';
import {isProving} from './hostile/runs.js';

/**
 * Properties are tried with the same cases each time: a run of the tests fails because something has changed, never by chance.
 * Where as much is to be proved as can be, they are others each time.
 */
if (!isProving) fc.configureGlobal({...fc.readConfigureGlobal(), seed: 1});
