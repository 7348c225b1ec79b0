/**
 * Specifications of values that are stored as JSON. Each is plain data and is stated once. The type, the check of what is read, the check
 * of what is written (`check.ts`) and the documentation pages are all made of it. `about` is the text for those pages.
 */
export type Spec<T = unknown> = SpecForm & Said & {readonly [typed]?: T};
declare const typed: unique symbol;

/** The type of the values that a specification describes. */
export type Specified<S> = S extends {readonly [typed]?: infer T} ? Exclude<T, Absent> : never;

type Optional<T> = Spec<T | Absent>;
type Absent = typeof absent;
declare const absent: unique symbol;

/** What the documentation says about a value. */
type Said = {
  readonly about?: string;
  /** The name and the meaning of a type that the documentation describes once, wherever it is used. */
  readonly type?: {readonly name: string; readonly means: string};
  /** The first version that wrote it, if that is later than the first version of all. */
  readonly since?: string;
};

export type Members = Readonly<Record<string, Spec>>;

export type SpecForm =
  | Leaf
  | {readonly kind: 'json'}
  | {readonly kind: 'nullable' | 'optional'; readonly of: Spec; readonly when: string}
  /** `isStreamed`: given as an iterator, and checked while it is written. `most`: the number of items that it may have. */
  | {readonly kind: 'list'; readonly of: Spec; readonly isStreamed?: true; readonly most?: number}
  | {readonly kind: 'tuple'; readonly of: readonly Spec[]}
  /** An object with members of any name, all of which are as `of`. */
  | {readonly kind: 'dictionary'; readonly of: Spec}
  /** `others` specifies further members; without it there are none. */
  | {readonly kind: 'object'; readonly members: Members; readonly others?: Spec | undefined}
  /** What is told of an object, which may have further members. The members are written in this order. */
  | {readonly kind: 'fields'; readonly members: Members}
  /** A value that is written as another one, made of it and of the object whose member it is. */
  | {readonly kind: 'derived'; readonly of: Spec; readonly from: (value: unknown, whole: unknown) => unknown}
  /** An object of one of the cases, selected by the text of its member `tag`. */
  | {readonly kind: 'choice'; readonly tag: string; readonly cases: Readonly<Record<string, Spec>>};

type Leaf = {
  readonly kind: 'leaf';
  /** What the value is, for a reader of the documentation. */
  readonly says: string;
  readonly test: (value: unknown) => boolean;
  /** The regular expression of a text that has a form of its own. */
  readonly form?: RegExp;
  readonly values?: readonly string[];
};

/** Returns the specification of an indivisible value with a check of its own. `test` runs on every line that is read. */
export const leaf = <T>(says: string, test: (value: unknown) => boolean, about = ''): Spec<T> => ({
  kind: 'leaf',
  says,
  test,
  about,
});

export const isText = (value: unknown) => typeof value === 'string';
export const isTextOrZero = (value: unknown) => typeof value === 'string' || value === 0;
const isSomeText = (value: unknown) => typeof value === 'string' && value !== '';
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const isFlag = (value: unknown) => typeof value === 'boolean';

export const text = (about?: string) => leaf<string>('text', isText, about);
export const someText = (about?: string) => leaf<string>('text, not empty', isSomeText, about);
export const whole = (about?: string) => leaf<number>('whole number', Number.isSafeInteger, about);
export const count = (about?: string) => leaf<number>('whole number, 0 or more', isCount, about);
export const positive = (about?: string) => leaf<number>('whole number above 0', isPositive, about);
export const between = (least: number, most: number) =>
  leaf<number>(
    `whole number from ${least} to ${most}`,
    value => Number.isInteger(value) && least <= Number(value) && Number(value) <= most,
  );
export const textUpTo = (most: number) =>
  leaf<string>(`text of at most ${most} characters`, value => typeof value === 'string' && value.length <= most);
export const finite = (about?: string) => leaf<number>('number', Number.isFinite, about);
export const flag = (about?: string) => leaf<boolean>('true or false', isFlag, about);

/** A text, or 0 in place of an empty one: in lists of a hundred thousand items, one digit is shorter than `null`. */
export const textOrZero = (about?: string) => leaf<string | 0>('text, or 0', isTextOrZero, about);

/** A member that is `true` if it is present. */
export const always = (about?: string) => leaf<true>('`true`', value => value === true, about);

/** Returns a test that does not check again the value that passed last: successive lines often concern the same payment or day. */
export function sameAsLast(test: (value: unknown) => boolean): (value: unknown) => boolean {
  let last: unknown;
  return value => {
    if (value === last) return true;
    if (!test(value)) return false;
    last = value;
    return true;
  };
}

/** Returns the specification of a text of a certain form; `says` is the form in words. */
export function form(says: string, regularExpression: RegExp, about = ''): Spec<string> {
  const test = sameAsLast(value => typeof value === 'string' && regularExpression.test(value));
  return {kind: 'leaf', says, test, form: regularExpression, about};
}

/** Returns the specification of one of a few texts. */
export function oneOf<const T extends string>(values: readonly T[], about = ''): Spec<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  const says = values.map(value => `\`${value}\``).join(', ');
  return {kind: 'leaf', says, test: value => known.has(value), values, about};
}

export const json = <T>(about = ''): Spec<T> => ({kind: 'json', about});

export const list = <T>(of: Spec<T>, about = '', most?: number): Spec<readonly T[]> => ({
  kind: 'list',
  of,
  about,
  ...(most !== undefined && {most}),
});

/** Returns the specification of a list that an iterator makes while it is written, so that it is never held as a whole. */
export const streamed = <T>(of: Spec<T>, about = ''): Spec<IteratorObject<T>> => ({
  kind: 'list',
  isStreamed: true,
  of,
  about,
});

/** Returns the specification of a list with a fixed number of items, each with its own specification. */
export const tuple = <const L extends readonly Spec[]>(
  of: L,
  about = '',
): Spec<{readonly [K in keyof L]: Specified<L[K]>}> => ({kind: 'tuple', of, about});

export const dictionary = <T>(of: Spec<T>, about = ''): Spec<Readonly<Record<string, T>>> => ({
  kind: 'dictionary',
  of,
  about,
});

/** `when` says what null means. */
export const orNull = <T>(of: Spec<T>, when: string): Spec<T | null> => ({...said(of), kind: 'nullable', of, when});

/** Like `orNull`, for a member of `fields` that is null where the object does not have it. */
export const elseNull = <T>(of: Spec<T>, when: string): Optional<T | null> => orNull(of, when) as Optional<T | null>;

/** `when` says what a missing member means. */
export const optional = <T>(of: Spec<T>, when: string): Optional<T> => ({...said(of), kind: 'optional', of, when});

const said = ({about, since}: Said) => ({
  ...(about === undefined ? {} : {about}),
  ...(since === undefined ? {} : {since}),
});

type Flat<T> = {[K in keyof T]: T[K]};
type OptionalNames<M> = {[K in keyof M]: IsOptional<M[K]> extends true ? K : never}[keyof M];
type IsOptional<S> = S extends {readonly [typed]?: infer T}
  ? unknown extends T
    ? false
    : Absent extends T
      ? true
      : false
  : false;
type ObjectOf<M> = Flat<
  {readonly [K in Exclude<keyof M, OptionalNames<M>>]: Specified<M[K]>} & {
    readonly [K in OptionalNames<M>]?: Specified<M[K]> | undefined;
  }
>;

/** Returns the specification of an object. `others`: further members that may be present; any other is of a later version. */
export function object<M extends Members>(members: M, about = '', others?: Spec): Spec<ObjectOf<M>> {
  return {kind: 'object', members, others, about};
}

declare const ofWhole: unique symbol;
declare const isMade: unique symbol;
type OfWhole<W> = {readonly [ofWhole]?: (whole: W) => void};
/** A member that the object does not have itself. */
type Made<W> = Spec & OfWhole<W> & {readonly [isMade]?: true};
export type Given<S> = Specified<S> | (IsOptional<S> extends true ? undefined : never);

type MadeNames<M> = {[K in keyof M]: typeof isMade extends keyof M[K] ? K : never}[keyof M];
/** What all members together need of the whole. */
type WholeOf<M> = {
  [K in keyof M]: M[K] extends {readonly [ofWhole]?: infer F} ? Exclude<F, undefined> : (whole: unknown) => void;
}[keyof M] extends (whole: infer W) => void
  ? W
  : never;
type FieldsOf<M> = Flat<
  {readonly [K in Exclude<keyof M, OptionalNames<M> | MadeNames<M>>]: Specified<M[K]>} & {
    readonly [K in Exclude<OptionalNames<M>, MadeNames<M>>]?: Specified<M[K]> | undefined;
  }
> &
  WholeOf<M>;

/** Returns the specification of what is told of an object: these members, in this order, and nothing else that it may have. */
export const fields = <const M extends Members>(members: M, about = ''): Spec<FieldsOf<M>> => ({
  kind: 'fields',
  members,
  about,
});

const derived = (of: Spec, from: (value: never, whole: never) => unknown) => ({
  ...said(of),
  kind: 'derived' as const,
  of,
  from: from as (value: unknown, whole: unknown) => unknown,
});

/** Returns the specification of a value that is written as another one: an instant, an amount. */
export const written = <S extends Spec, V, W = unknown>(
  of: S,
  from: (value: V, whole: W) => Given<S>,
): Spec<V> & OfWhole<W> => derived(of, from);

/** Returns the specification of a member that is made of the whole object. */
export const made = <S extends Spec, W>(of: S, from: (whole: W) => Given<S>): Made<W> =>
  derived(of, (_, whole) => from(whole));

/** Returns the specification of an object of one of the cases, selected by its member `tag`. Each case has that member. */
export const choice = <C extends Readonly<Record<string, Spec>>>(
  tag: string,
  cases: C,
  about = '',
): Spec<Specified<C[keyof C]>> => ({kind: 'choice', tag, cases, about});

/** Gives a specification a name, under which it is documented once. Returns a function that takes the text about a member. */
export const named =
  <T>(name: string, spec: Spec<T>) =>
  (about = ''): Spec<T> => ({...spec, about, type: {name, means: spec.about ?? ''}});

/** Marks a specification as new in `version`: no earlier version wrote it. */
export const addedIn = <S extends Spec>(version: string, spec: S): S => ({...spec, since: version});
