/**
 * How an answer reaches the client. All but `whole` are ways in which real networks fail:
 *
 * - `reset`: the connection is reset (RST), and no byte is sent;
 * - `drop`: the connection is closed, and no byte is sent;
 * - `cut`: the length is stated, half of the body is sent, and the connection is closed;
 * - `unstated-length`: no length is stated, half of the body is sent, and the connection ends as if that were all;
 * - `{afterSeconds}`: whole, after that many real seconds.
 */
type Delivery = 'whole' | 'reset' | 'drop' | 'cut' | 'unstated-length' | {readonly afterSeconds: number};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly delivery: Delivery;
};

/** Returns an answer of JSON text. The order of the fields is kept. */
export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  text(status, 'application/json', JSON.stringify(value), headers);

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : undefined;

/** Returns the fields of a JSON object; undefined for any other text. */
export function fieldsIn(written: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(written));
  } catch {
    return undefined;
  }
}

/** Returns an answer of any other text, in UTF-8. */
export const text = (
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({status, headers: {'Content-Type': `${type}; charset=utf-8`, ...headers}, body, delivery: 'whole'});

/** Returns an answer that sends the client to another address. 303 turns a POST into a GET, 307 repeats it. */
export function redirect(status: 303 | 307, location: string): Answer {
  return {status, headers: {Location: location}, body: '', delivery: 'whole'};
}

/** A refused request, before the refusal is written in the dialect of its family of calls. */
export type Refusal = {
  readonly refused: {readonly status: number; readonly code: '06' | '96'; readonly message: string};
};

/** Returns the answer of one family of the interface to a refused request. */
export type RefusalWriter = (refusal: Refusal) => Answer;

/** Returns a refusal. `06` is a failure of the payment, `96` one of the service or of the query (documented by the service). */
export function refuse(status: number, message: string, code: '06' | '96' = '06'): Refusal {
  return {refused: {status, code, message}};
}

/** The texts with these names, or a refusal for the first that is missing. `of` comes before a name that a refusal states. */
export function requireTexts<Name extends string>(
  fields: Fields | undefined,
  names: readonly Name[],
  of = '',
): Texts<Name> | Refusal {
  const missing = names.find(name => typeof fields?.[name] !== 'string' || fields[name] === '');
  return missing === undefined ? textsIn(fields, names) : refuse(400, `${of}${missing} is required`);
}

type Texts<Name extends string> = Readonly<Record<Name, string>>;

const textsIn = <Name extends string>(fields: Fields | undefined, names: readonly Name[]): Texts<Name> =>
  Object.fromEntries(names.map(name => [name, fields?.[name]])) as Texts<Name>;

const longestText = 255;

/** The texts with these names, or a refusal for the first that is blank or too long. */
export function readTexts<Name extends string>(
  fields: Fields,
  names: readonly Name[],
  {
    longestReference,
    tooLong,
  }: {readonly longestReference: number; readonly tooLong: (value: string, rule: string) => Refusal},
): Texts<Name> | Refusal {
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' || value.trim() === '') return refuse(400, `${name} is required`);
    const longest = name === 'transaction_reference' ? longestReference : longestText;
    if (value.length > longest) return tooLong(value, `${name} cannot be longer than ${longest} characters`);
  }
  return textsIn(fields, names);
}

export const isRefusal = (outcome: object): outcome is Refusal => 'refused' in outcome;
