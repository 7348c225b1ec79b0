import type {Socket} from 'node:net';

/** Bytes of HTTP, headers and all; what TLS and TCP add is not counted. */
export type Traffic = {readonly sent: number; readonly received: number};

/** Counts the bytes of connections, also of those that carry one request after the other. */
export type Meter = {
  /** Adds what the socket has carried since it was last counted, and returns that, both ways together. */
  readonly count: (socket: Socket) => number;
  readonly total: () => Traffic;
};

/** A meter that stands at nothing. */
export function createMeter(): Meter {
  const counted = new WeakMap<Socket, Traffic>();
  let total: Traffic = {sent: 0, received: 0};
  return {
    count: socket => {
      const before = counted.get(socket) ?? {sent: 0, received: 0};
      const now = {sent: socket.bytesWritten, received: socket.bytesRead};
      const added = {sent: now.sent - before.sent, received: now.received - before.received};
      counted.set(socket, now);
      total = {sent: total.sent + added.sent, received: total.received + added.received};
      return added.sent + added.received;
    },
    total: () => total,
  };
}
