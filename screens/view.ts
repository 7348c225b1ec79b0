import type {Till} from '../src/till/till.js';
import type {Context} from './kit/step.js';
import type {Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';

/** What is drawn around a screen is given: what the screen may know, and the window. */
export type View = Context & {readonly till: Till; readonly styles: Styles; readonly size: Size};
