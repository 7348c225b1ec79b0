/** Every screen with the type of what it is opened with, which is `unknown` if that is nothing. The list of screens adds the members. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of screens adds its members
export interface Places {}
export type PlaceId = keyof Places;

/**
 * Where a step leads. `above`: on top of this screen; `instead`: in its place; `below`: in the place of the nearest screen of that kind
 * below, and of everything above that one; `alone`: with only the sale below.
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

/** What a screen asks the world to do. A later request of the same kind replaces an earlier one, whose answer is dropped. */
export type Asking = {
  readonly kind: string;
  /** The request is sent before a frame is drawn. */
  readonly isUrgent?: true;
  /** A `Problem` of the request is shown only on its screen. A person who has left the screen does not see it. */
  readonly isQuiet?: true;
  /** No one waits for the request: the frame is drawn first, and neither its end nor a `Problem` changes anything on the screen. */
  readonly isAside?: true;
};

/** A screen on the stack. `number` is unique; it is 0 until the program has opened the screen. */
export type Open = {
  readonly kind: PlaceId;
  readonly number: number;
  readonly given: unknown;
  readonly state: unknown;
  /** A person has approved that the screen is looked at. */
  readonly isLetIn?: true;
  /** The requests that do not have their final answer yet. */
  readonly waiting: readonly {readonly request: number; readonly asks: Asking}[];
};

/** Returns a screen to put on the stack. The program opens it. */
export const entering = <K extends PlaceId>(kind: K, ...[given]: Given<K>): Open & {readonly kind: K} => ({
  kind,
  number: 0,
  given,
  state: undefined,
  waiting: [],
});
