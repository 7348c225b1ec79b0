import {once} from 'node:events';
import {createServer, type IncomingMessage, request, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

type Whole = {readonly http: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer};
type Held = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

/** What becomes of a request on the way. `late`: it arrives after others that were sent later, and nobody hears what came of it. */
export const wireFaults = ['dropped', 'answer-lost', 'cut', 'doubled', 'delayed', 'late', 'page'] as const;
export type WireFault = (typeof wireFaults)[number];

/** A sequence that looks like chance, by a seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A link between a till and its office that does to every third request what links do, by a chance that a test gives. */
export async function startProxy(office: string, chance: () => number) {
  const met = new Map<WireFault, number>();
  const late: Held[] = [];
  const forward = async ({method, path, headers, body}: Held): Promise<Whole> => {
    const sent = request(office + path, {method, headers, agent: false});
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {http: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response)};
  };
  const fault = (): WireFault | undefined =>
    chance() < 1 / 3 ? wireFaults[Math.floor(chance() * wireFaults.length)] : undefined;

  const pass = async (held: Held, response: ServerResponse): Promise<void> => {
    const found = fault();
    if (found !== undefined) met.set(found, (met.get(found) ?? 0) + 1);
    if (found === 'dropped') return void response.destroy();
    if (found === 'page') return void response.writeHead(200, {'content-type': 'text/html'}).end('<html>Wi-Fi</html>');
    if (found === 'late') {
      late.push(held);
      return void response.destroy();
    }
    // What was held is let through before or after this one.
    const before = found === 'delayed' || chance() < 0.5;
    const overtaken = late.splice(0);
    if (before) for (const each of overtaken) await forward(each);
    const answer = await forward(held);
    if (found === 'doubled') await forward(held);
    if (!before) for (const each of overtaken) await forward(each);
    if (found === 'answer-lost') return void response.destroy();
    const {'transfer-encoding': _, ...headers} = answer.headers;
    response.writeHead(answer.http, {...headers, 'content-length': String(answer.body.length)});
    if (found !== 'cut') return void response.end(answer.body);
    response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const {method = '', url: path = '', headers} = incoming;
    try {
      await pass({method, path, headers, body: await bodyOf(incoming)}, response);
    } catch {
      response.destroy();
    }
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often each fault was met. */
    met,
    /** Lets through what is still held. */
    settle: async () => {
      for (const each of late.splice(0)) await forward(each);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
