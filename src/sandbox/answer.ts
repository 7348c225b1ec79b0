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

/** The answer of the sandbox to one request, before it is sent. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly delivery: Delivery;
};

/** Returns an answer of JSON text. The order of the fields is kept. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return text(status, 'application/json', JSON.stringify(value), headers);
}

/** Returns an answer of any other text, in UTF-8. */
export function text(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {status, headers: {'Content-Type': `${type}; charset=utf-8`, ...headers}, body, delivery: 'whole'};
}

/** Returns an answer that sends the client to another address. 303 turns a POST into a GET, 307 repeats it. */
export function redirect(status: 303 | 307, location: string): Answer {
  return {status, headers: {Location: location}, body: '', delivery: 'whole'};
}
