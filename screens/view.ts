import type {Till} from '../src/till/till.js';
import type {Context} from './kit/step.js';
import type {Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';

/** What surrounds a screen is drawn from this: what the screen may know, and the window. */
export type View = Context & {readonly till: Till; readonly styles: Styles; readonly size: Size};
