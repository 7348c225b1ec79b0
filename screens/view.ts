import type {Messages} from '../src/core/messages/messages.js';
import type {Till} from '../src/till/till.js';
import type {Context} from './kit/step.js';
import type {Styles} from './terminal/styles.js';

export type ScreenMessages = Messages;

/** What every view is given: what its screen may know, and how much room there is. */
export type View = Context & {
  readonly till: Till;
  /** Cells of a line, and lines of the body. */
  readonly columns: number;
  readonly height: number;
  /** Cells and lines of the whole frame. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  readonly styles: Styles;
};

export type ViewOf<S> = {readonly screen: S; readonly view: View};
