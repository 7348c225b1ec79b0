import type {Socket} from 'node:net';

/** Bytes of HTTP, including headers. The overhead of TLS and TCP is not counted. */
export type Traffic = {readonly sent: number; readonly received: number};

/** Counts the bytes of connections, including those that carry several requests one after the other. */
export type Meter = {
  /** Adds the bytes that the socket has carried since it was last counted, and returns them, both directions together. */
  readonly count: (socket: Socket) => number;
  readonly total: () => Traffic;
};

/** Makes a meter that starts at zero. */
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
