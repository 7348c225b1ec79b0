import type {Language, Messages} from '../src/core/messages/messages.js';
import type {Till} from '../src/till/till.js';
import type {ChallengePages, Model, Takings} from './model.js';
import type {Shop} from './reducer-context.js';
import type {Keymap} from './terminal/bindings.js';
import type {Styles} from './terminal/styles.js';

export type ScreenMessages = Messages;

/** What every view is given: whom to ask, in which words, when, and how much room there is. */
export type View = {
  readonly till: Till;
  readonly shop: Shop;
  readonly language: Language;
  readonly keys: Keymap;
  readonly words: ScreenMessages;
  readonly now: number;
  /** Cells of a line, and lines of the body. */
  readonly columns: number;
  readonly height: number;
  /** Cells and lines of the whole frame. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  readonly styles: Styles;
  readonly takings: Takings;
  /** It is told in sentences, where some keys say what a frame shows all the time. */
  readonly isPlain: boolean;
  /** The pages of the banks that are waited for. */
  readonly challenges: ChallengePages;
  readonly keptCount: Model['keptCount'];
};

export type ViewOf<S> = {readonly screen: S; readonly view: View};
