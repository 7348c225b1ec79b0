import type {Spec, Specified} from '../spec/spec.js';

/** What every line of the journal has. `at` is a UTC instant with milliseconds; `hash` chains the line to the one before it. */
type Envelope = {
  readonly seq: number;
  readonly v: number;
  readonly at: string;
  readonly till: string;
  readonly person: string;
  readonly hash: string;
};

type EventSpecs = Readonly<Record<string, Spec>>;

/** The types of some events, each with its data. */
type Bodies<S extends EventSpecs> = {
  readonly [T in keyof S]: {readonly type: T; readonly data: Specified<S[T]>};
}[keyof S];

/** An event of one of these specifications, as it is stored in the journal. */
export type EventOf<S extends EventSpecs> = Envelope & Bodies<S>;

export type DataOf<S extends EventSpecs, T extends keyof S> = Specified<S[T]>;

/** An event of whatever type. A fold asks `isOneOf` whether the event is one that it knows. */
export type AnyEvent = Envelope & {readonly type: string; readonly data: object};

/** Returns a test for events of these specifications. */
export const isOneOf =
  <S extends EventSpecs>(specs: S) =>
  (event: AnyEvent): event is AnyEvent & EventOf<S> =>
    Object.hasOwn(specs, event.type);
