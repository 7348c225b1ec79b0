/**
 * How an answer reaches the client. All but `whole` are ways in which real networks fail:
 *
 * - `reset`: the connection is reset (RST) and no byte is answered;
 * - `drop`: the connection is closed and no byte is answered;
 * - `cut`: the length is stated, half of the body is sent, the connection is closed;
 * - `unstated-length`: no length is stated, half of the body is sent, the connection ends as if that were all;
 * - `{afterSeconds}`: whole, after so many real seconds.
 */
type Delivery = 'whole' | 'reset' | 'drop' | 'cut' | 'unstated-length' | {readonly afterSeconds: number};

/** What the sandbox says to one request, before it goes on the wire. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly delivery: Delivery;
};

/** An answer of JSON text; the order of the fields is kept. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return text(status, 'application/json', JSON.stringify(value), headers);
}

/** An answer of any other text, in UTF-8. */
export function text(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {status, headers: {'Content-Type': `${type}; charset=utf-8`, ...headers}, body, delivery: 'whole'};
}

/** An answer that sends the client to another address. 303 turns a POST into a GET, 307 repeats it. */
export function redirect(status: 303 | 307, location: string): Answer {
  return {status, headers: {Location: location}, body: '', delivery: 'whole'};
}
