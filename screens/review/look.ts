import type {Language} from '../../src/core/messages/messages.js';
import type {Styles} from '../terminal/styles.js';

/** What a list is drawn with: whose words, whose clock, and how many cells. */
export type Look = {
  readonly language: Language;
  readonly zone: string;
  readonly columns: number;
  readonly styles: Styles;
};
