/**
 * Specifications of what is kept as JSON. Each is plain data, and is stated once: the type, the check of what is read, the
 * check of what is written (`check.ts`) and the pages of documentation are all made of it. What it says of a member is for
 * those pages.
 */
export type Spec<T = unknown> = SpecForm & Said & {readonly [typed]?: T};
declare const typed: unique symbol;

/** The type of what is as specified. */
export type Specified<S> = S extends {readonly [typed]?: infer T} ? Exclude<T, Absent> : never;

/** A member that may be left out. */
export type Optional<T> = Spec<T | Absent>;
type Absent = {readonly [absent]: true};
declare const absent: unique symbol;

/** What documentation says of it. */
type Said = {
  readonly about?: string;
  /** Of what documentation describes once, wherever it is used: its name, and what it is. */
  readonly type?: {readonly name: string; readonly means: string};
  /** The version that wrote it first, where that is not the first version of all. */
  readonly since?: string;
};

export type Members = Readonly<Record<string, Spec>>;

export type SpecForm =
  | Leaf
  /** Any JSON. */
  | {readonly kind: 'json'}
  | {readonly kind: 'nullable' | 'optional'; readonly of: Spec; readonly when: string}
  | {readonly kind: 'list'; readonly of: Spec}
  | {readonly kind: 'tuple'; readonly of: readonly Spec[]}
  /** An object whose members have any name, and all are as `of`. */
  | {readonly kind: 'dictionary'; readonly of: Spec}
  /** `others` is of members beside these; without it there are none. */
  | {readonly kind: 'object'; readonly members: Members; readonly others?: Spec | undefined}
  /** An object that is as one of the cases, by the text of its member `tag`. */
  | {readonly kind: 'choice'; readonly tag: string; readonly cases: Readonly<Record<string, Spec>>};

type Leaf = {
  readonly kind: 'leaf';
  /** What it is, for a reader of the documentation. */
  readonly says: string;
  readonly test: (value: unknown) => boolean;
  /** Of a text that has a form of its own. */
  readonly form?: RegExp;
  readonly values?: readonly string[];
};

/** A value of one piece, with a check of its own: it costs what `test` costs, at every line that is read. */
export const leaf = <T>(says: string, test: (value: unknown) => boolean, about = ''): Spec<T> => ({
  ...{kind: 'leaf', says, test},
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
export const finite = (about?: string) => leaf<number>('number', Number.isFinite, about);
export const flag = (about?: string) => leaf<boolean>('true or false', isFlag, about);

/** Nought is a digit where null would be four: for lists of a hundred thousand. */
export const textOrZero = (about?: string) => leaf<string | 0>('text, or 0', isTextOrZero, about);

/** True where it is there. */
export const always = (about?: string) => leaf<true>('`true`', value => value === true, about);

/** The test, which is not tried again on the text that passed last: lines that follow one another speak of one payment, of one day. */
export function sameAsLast(test: (value: unknown) => boolean): (value: unknown) => boolean {
  let last: unknown;
  return value => {
    if (value === last) return true;
    if (!test(value)) return false;
    last = value;
    return true;
  };
}

/** A text of a form; `says` is the form in words. */
export function form(says: string, regularExpression: RegExp, about = ''): Spec<string> {
  const test = sameAsLast(value => typeof value === 'string' && regularExpression.test(value));
  return {kind: 'leaf', says, test, form: regularExpression, about};
}

/** One of a few texts. */
export function oneOf<const T extends string>(values: readonly T[], about = ''): Spec<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  const says = values.map(value => `\`${value}\``).join(', ');
  return {kind: 'leaf', says, test: value => known.has(value), values, about};
}

export const json = <T>(about = ''): Spec<T> => ({kind: 'json', about});

export const list = <T>(of: Spec<T>, about = ''): Spec<readonly T[]> => ({kind: 'list', of, about});

/** A list of so many items, each of its own kind. */
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

/** `when` says what it means that it is left out. */
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

/** `others` is of members beside these that may be there; what no specification knows is of a later version. */
export function object<M extends Members>(members: M, about = '', others?: Spec): Spec<ObjectOf<M>> {
  return {kind: 'object', members, others, about};
}

/** An object whose member `tag` says of which of the cases it is; each of them has that member. */
export function choice<C extends Readonly<Record<string, Spec>>>(
  tag: string,
  cases: C,
  about = '',
): Spec<Specified<C[keyof C]>> {
  return {kind: 'choice', tag, cases, about};
}

/** The same under a name, by which documentation describes it once; the function takes what a member of that type says. */
export const named =
  <T>(name: string, spec: Spec<T>) =>
  (about = ''): Spec<T> => ({...spec, about, type: {name, means: spec.about ?? ''}});

/** The same, which no version before this one wrote. */
export const since = <S extends Spec>(version: string, spec: S): S => ({...spec, since: version});

/** Version 0.1.0 does not write it. */
export const laterThanFirst = 'the version after 0.1.0';
