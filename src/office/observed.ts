import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {OfficeStatus} from '../core/office/view.js';
import {isOfThisMachine} from './sender.js';

/** The traffic of this process's servers since it began: answers by their status, and how many requests wait to be committed. */
export type OfficeTraffic = {readonly answers: Readonly<Record<string, number>>; readonly queue: number};

/** Why somebody was refused. `shop` and `till` are what the request says, which nobody need have proved. */
export type Refusal = {
  readonly status: number;
  readonly why: string | null;
  readonly shop: string | null;
  readonly till: string | null;
  /** What went wrong in the office itself. */
  readonly cause?: string;
};

/** What a line of the log repeats of the office's status. */
const repeated = [
  ...(['shops', 'missingShops', 'tills', 'heardToday', 'oldest', 'behind'] as const),
  ...(['lines', 'linesBehind', 'rowsFailed', 'openIncidents'] as const),
];
type Repeated = Pick<OfficeStatus, (typeof repeated)[number]>;

/** The state of an office, as in one line of its log. */
export type Observation = Repeated &
  OfficeTraffic & {readonly at: string; readonly bytes: number; readonly freeBytes: number | null};

export function observationOf(status: OfficeStatus, traffic: OfficeTraffic, now: number): Observation {
  const {bytes, freeBytes} = status.database;
  const at = Temporal.Instant.fromEpochMilliseconds(now).toString({smallestUnit: 'millisecond'});
  const figures = Object.fromEntries(repeated.map(name => [name, status[name]])) as Repeated;
  return {at, ...figures, ...traffic, bytes, freeBytes};
}

/** The same in the text format of Prometheus, 0.0.4. An unknown figure is left out. */
export function prometheusText(observed: Observation): string {
  const {at, oldest, answers, freeBytes} = observed;
  const oldestAge = oldest === null ? null : Math.max(0, (Date.parse(at) - Date.parse(oldest)) / 1000);
  const gauges: readonly (readonly [name: string, help: string, value: number | null])[] = [
    ['shops', 'Shops with tills.', observed.shops],
    [
      'shops_missing',
      'Shops in no figure, since a node of the database does not answer.',
      observed.missingShops.length,
    ],
    ['tills', 'Tills that have joined, without those revoked.', observed.tills],
    ['tills_heard', 'Tills heard in the last 24 hours.', observed.heardToday],
    ['tills_behind', 'Tills with lines that are in no sum yet.', observed.behind],
    ['oldest_heard_seconds', 'Since the till was heard that was heard longest ago.', oldestAge],
    ['lines', 'Lines of all journals.', observed.lines],
    ['lines_behind', 'Lines that are in no sum yet.', observed.linesBehind],
    ['rows_failed', 'Tills whose rows could not be made.', observed.rowsFailed.length],
    ['incidents_open', 'Incidents that nobody has closed.', observed.openIncidents],
    ['queue', 'Requests that wait to be committed.', observed.queue],
    ['database_bytes', 'Size of the database.', observed.bytes],
    ['disk_free_bytes', 'Room on the disk of the embedded database.', freeBytes],
  ];
  const counted = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...gauges.flatMap(([name, help, value]) =>
      value === null
        ? []
        : [`# HELP duka_office_${name} ${help}`, `# TYPE duka_office_${name} gauge`, `duka_office_${name} ${value}`],
    ),
    '# HELP duka_office_answers_total Answers to tills, by their HTTP status.',
    '# TYPE duka_office_answers_total counter',
    ...counted.map(([status, count]) => `duka_office_answers_total{status="${status}"} ${count}`),
    '',
  ].join('\n');
}

/** Serves the figures on `GET /metrics`, only to this machine: on a port of its own, to which no proxy for the tills leads. */
export async function serveMetrics(
  port: number,
  observe: () => Promise<Observation>,
): Promise<{readonly url: string; readonly close: () => Promise<void>}> {
  const server = createServer({requestTimeout: 10_000}, (request, response) => {
    const isAsked = request.method === 'GET' && request.url === '/metrics';
    const answer = async () => {
      if (!isOfThisMachine(request)) return {status: 403, text: ''};
      return isAsked ? {status: 200, text: prometheusText(await observe())} : {status: 404, text: ''};
    };
    answer()
      .catch(() => ({status: 503, text: ''}))
      .then(({status, text}) => {
        response.writeHead(status, {'content-type': 'text/plain; version=0.0.4; charset=utf-8'});
        response.end(text);
      })
      .catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
