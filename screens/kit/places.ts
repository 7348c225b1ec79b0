/** Every screen and what it is opened with, `unknown` where that is nothing. The list of screens fills it in. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of screens adds its members
export interface Places {}
export type PlaceId = keyof Places;

/**
 * Where a step leads. `above`: on top of this screen; `instead`: in its place; `below`: in the place of the nearest one of
 * its kind below, and of all that stands above that; `alone`: with nothing below but the sale.
 */
export type Go =
  | {readonly to: PlaceId; readonly given: unknown; readonly how: 'above' | 'instead' | 'below' | 'alone'}
  | 'back'
  | 'home'
  | 'leave';

type Given<K extends PlaceId> = unknown extends Places[K] ? [] : Places[K] extends undefined ? [] : [given: Places[K]];
export const goTo = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'above'});
export const goInstead = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'instead'});
export const goBackTo = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'below'});
export const goAlone = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'alone'});

/** What a screen asks of the world. A later one of the same kind takes the place of an earlier one: its answer is dropped. */
export type Asking = {
  readonly kind: string;
  /** It goes out before a frame is drawn. */
  readonly isUrgent?: true;
  /** A `Problem` of it is for its screen alone: whoever has gone on since does not hear of it. */
  readonly isQuiet?: true;
  /** Nobody waits for it: the frame is drawn first, and neither its end nor a `Problem` changes anything here. */
  readonly isAside?: true;
};

/** A screen on the stack. `number` is no other's; it is 0 until the program has opened it. */
export type Open = {
  readonly kind: PlaceId;
  readonly number: number;
  readonly given: unknown;
  readonly state: unknown;
  /** Somebody has approved that it is looked at. */
  readonly isLetIn?: true;
  /** What was asked and is not answered for good. */
  readonly waiting: readonly {readonly request: number; readonly asks: Asking}[];
};

/** A screen to be put on the stack: the program opens it. */
export const entering = <K extends PlaceId>(kind: K, ...[given]: Given<K>): Open & {readonly kind: K} => ({
  kind,
  number: 0,
  given,
  state: undefined,
  waiting: [],
});
