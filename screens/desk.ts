import type {Language} from '../src/core/words/fill.js';
import type {Till} from '../src/till/till.js';
import type {Keymap} from './terminal/bindings.js';

/** What the screens know of the shop; decided before the till opened. */
export type Shop = {
  readonly shop: string;
  readonly person: string;
  readonly profile: 'sandbox' | 'test' | 'live';
  readonly email: string | undefined;
  readonly country: string;
  readonly zone: string;
  readonly dayStartsAt: string;
  readonly language: Language;
  readonly returnUrl: string | undefined;
};

/** What a reducer may ask. Nothing here changes anything: that is for effects. */
export type Desk = {
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly till: Pick<
    Till,
    'settings' | 'state' | 'now' | 'link' | 'clockSkew' | 'poison' | 'earlier' | 'networksAtHand' | 'outlook'
  >;
};
