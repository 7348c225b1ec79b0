import {isCount, isText, isTextOrZero, type Members, type Spec, type Specified} from './spec.js';

type Test = (value: unknown) => boolean;
/** `whole` is the object of which the value is told, if it is. */
type Copy = (value: unknown, place: string, whole?: unknown) => unknown;
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the check of values read from JSON, written for speed: it runs on every line. Ignores members that later versions may write. */
export function isValid<T>(spec: Spec<T>): (value: unknown) => value is T {
  let test: Test | undefined; // made when it is first needed: a start needs few of them
  return (value): value is T => {
    test ??= testOf(spec);
    return test(value);
  };
}

function testOf(spec: Spec): Test {
  switch (spec.kind) {
    case 'leaf':
      return spec.test;
    case 'json':
      return value => value !== undefined;
    case 'nullable': {
      const of = testOf(spec.of);
      return value => value === null || of(value);
    }
    case 'optional': {
      const of = testOf(spec.of);
      return value => value === undefined || of(value);
    }
    case 'list': {
      const of = testOf(spec.of);
      const {most = Number.POSITIVE_INFINITY} = spec;
      return value => Array.isArray(value) && value.length <= most && value.every(of);
    }
    case 'tuple': {
      const items = spec.of.map(itemOf);
      return value => {
        if (!Array.isArray(value) || value.length !== items.length) return false;
        for (let at = 0; at < items.length; at += 1) if (!isAs(items[at] as Item, value[at])) return false;
        return true;
      };
    }
    case 'dictionary': {
      const of = testOf(spec.of);
      return value => isObject(value) && Object.values(value).every(of);
    }
    case 'object':
      return objectTest(spec.members, spec.others);
    case 'fields':
      return objectTest(spec.members, undefined);
    case 'derived':
      return testOf(spec.of);
    case 'choice': {
      const cases = new Map(Object.entries(spec.cases).map(([name, each]) => [name as unknown, testOf(each)]));
      const {tag} = spec;
      return value => isObject(value) && cases.get(value[tag])?.(value) === true;
    }
  }
}

/** A member of an object, or an item of a tuple. */
type Item = {readonly kind: number; readonly test: Test};

/** The most frequent kinds of members. They are checked without a function call, which would take most of the time. */
const [aText, aTextOrNull, aTextOrZero, aCount, aCountOrNull, aNumber] = [1, 2, 3, 4, 5, 6];

function itemOf(spec: Spec): Item {
  const isNullable = spec.kind === 'nullable';
  const {test} = {test: undefined, ...(isNullable ? spec.of : spec)};
  const kindOf = () => {
    if (test === isText) return isNullable ? aTextOrNull : aText;
    if (test === isCount) return isNullable ? aCountOrNull : aCount;
    if (test === isTextOrZero && !isNullable) return aTextOrZero;
    return test === Number.isFinite && !isNullable ? aNumber : 0;
  };
  return {kind: kindOf() ?? 0, test: testOf(spec)};
}

function isAs({kind, test}: Item, value: unknown): boolean {
  switch (kind) {
    case aText:
      return typeof value === 'string';
    case aTextOrNull:
      return typeof value === 'string' || value === null;
    case aTextOrZero:
      return typeof value === 'string' || value === 0;
    case aCount:
      return isCount(value);
    case aCountOrNull:
      return value === null || isCount(value);
    case aNumber:
      return Number.isFinite(value);
    default:
      return test(value);
  }
}

function objectTest(members: Members, others: Spec | undefined): Test {
  const items = Object.entries(members).map(([name, member]) => ({name, item: itemOf(member)}));
  const hasMembers: Test = value => {
    if (!isObject(value)) return false;
    for (const {name, item} of items) if (!isAs(item, value[name])) return false;
    return true;
  };
  if (others === undefined) return hasMembers;
  const other = testOf(others);
  return value =>
    hasMembers(value) &&
    Object.entries(value as Loose).every(([name, member]) => Object.hasOwn(members, name) || other(member));
}

/**
 * Returns the check of values before they are written. They must be exactly as specified, without further members. The check returns a copy
 * that no later change to the value can reach, and that equals what its JSON would be read as: undefined members are left out, and -0 is 0.
 * It throws a `TypeError` that names the first member that is not as specified.
 */
export function parseStrict<T>(spec: Spec<T>, place = ''): (value: unknown) => T {
  let copy: Copy | undefined;
  return value => {
    copy ??= copyOf(spec);
    return copy(value, place) as T;
  };
}

/** Returns an object as its specification writes it. */
export const jsonOf = <S extends Spec>(spec: S, value: Specified<S>): Readonly<Record<string, unknown>> =>
  parseStrict(spec, 'answer')(value) as Readonly<Record<string, unknown>>;

function copyOf(spec: Spec): Copy {
  switch (spec.kind) {
    case 'leaf': {
      const {test, says} = spec;
      return (value, place) => (test(value) ? positiveZero(value) : refuse(value, place, says));
    }
    case 'json':
      return copyOfJson;
    case 'nullable': {
      const of = copyOf(spec.of);
      const isNone = (value: unknown, whole: unknown) => value === null || (value === undefined && whole !== undefined);
      return (value, place, whole) => (isNone(value, whole) ? null : of(value, place, whole));
    }
    case 'optional': {
      const of = copyOf(spec.of);
      return (value, place, whole) => (value === undefined ? undefined : of(value, place, whole));
    }
    case 'list': {
      const of = copyOf(spec.of);
      if (spec.isStreamed)
        return (value, place, whole) =>
          value instanceof Iterator
            ? value.map((item: unknown, at) => of(item, `${place}[${at}]`, whole))
            : refuse(value, place, 'iterator');
      const {most = Number.POSITIVE_INFINITY} = spec;
      return (value, place, whole) =>
        Array.isArray(value) && value.length <= most
          ? Array.from(value, (item, at) => of(item, `${place}[${at}]`, whole))
          : refuse(value, place, 'list');
    }
    case 'tuple': {
      const copies = spec.of.map(copyOf);
      return (value, place) =>
        Array.isArray(value) && value.length === copies.length
          ? copies.map((of, at) => of(value[at], `${place}[${at}]`))
          : refuse(value, place, `list of ${copies.length}`);
    }
    case 'dictionary':
      return objectCopy({}, spec.of);
    case 'object':
      return objectCopy(spec.members, spec.others);
    case 'fields':
      return fieldsCopy(spec.members);
    case 'derived': {
      const {from} = spec;
      const of = copyOf(spec.of);
      return (value, place, whole) => of(from(value, whole), place, whole);
    }
    case 'choice': {
      const {tag} = spec;
      const cases = new Map(Object.entries(spec.cases).map(([name, each]) => [name as unknown, copyOf(each)]));
      return (value, place) => {
        const of = isObject(value) ? cases.get(value[tag]) : undefined;
        return of === undefined ? refuse(value, `${place}.${tag}`, [...cases.keys()].join(', ')) : of(value, place);
      };
    }
  }
}

function objectCopy(members: Members, others: Spec | undefined): Copy {
  const known = new Map(Object.entries(members).map(([name, member]) => [name, copyOf(member)]));
  const other = others && copyOf(others);
  const required = Object.entries(members).flatMap(([name, {kind}]) => (kind === 'optional' ? [] : [name]));
  return (value, place) => {
    if (!isObject(value)) return refuse(value, place, 'object');
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const of = known.get(name) ?? other;
      if (of === undefined) throw new TypeError(`${place}.${name} is a member that nothing specifies`);
      const member = of(value[name], `${place}.${name}`);
      if (member !== undefined) put(copy, name, member);
    }
    for (const name of required) if (!Object.hasOwn(copy, name)) throw new TypeError(`${place}.${name} is missing`);
    return copy;
  };
}

/** Copies only what is told of an object, in the order in which it is specified. */
function fieldsCopy(members: Members): Copy {
  const copies = Object.entries(members).map(([name, member]) => [name, copyOf(member)] as const);
  return (value, place) => {
    if (!isObject(value)) return refuse(value, place, 'object');
    const copy: Record<string, unknown> = {};
    for (const [name, of] of copies) {
      const member = of(value[name], `${place}.${name}`, value);
      if (member !== undefined) put(copy, name, member);
    }
    return copy;
  };
}

/** Refuses whatever JSON cannot express, such as NaN and infinite numbers. */
function copyOfJson(value: unknown, place: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return positiveZero(value);
  if (Array.isArray(value)) return Array.from(value, (item, at) => copyOfJson(item, `${place}[${at}]`));
  if (!isObject(value) || !isPlain(value)) return refuse(value, place, 'JSON');
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) put(copy, name, copyOfJson(value[name], `${place}.${name}`));
  return copy;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON text makes no difference between 0 and -0. */
const positiveZero = (value: unknown) => (value === 0 ? 0 : value);

/** JSON allows any member name, including `__proto__`, which a plain assignment would not set. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, {value, configurable: true, enumerable: true, writable: true});
  else object[name] = value;
}

function refuse(value: unknown, place: string, says: string): never {
  throw new TypeError(`${place} is ${value === undefined ? 'missing' : `not as specified: ${says}`}`);
}
