import {once} from 'node:events';
import {get, type IncomingMessage} from 'node:http';
import {expect, it, onTestFinished} from 'vitest';
import {observationOf, prometheusText, serveMetrics} from '../../src/office/observed.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const observed = observationOf(
  {
    shops: 2,
    missingShops: [],
    tills: 5,
    heardToday: 4,
    oldest: '2026-11-23T11:59:00.000Z',
    behind: 1,
    lines: 900,
    linesBehind: 7,
    openIncidents: 1,
    silent: ['T7K'],
    unheard: [],
    halted: [],
    revoked: 0,
    rowsFailed: [{till: 'T7K', why: 'TypeError'}],
    since: null,
    root: null,
    rootToCome: null,
    clock: {kind: 'agrees'},
    backupAt: null,
    database: {version: '18.4', bytes: 1000, freeBytes: null, isIndexed: true},
  },
  {answers: {200: 12, 401: 3}, queue: 2},
  now,
);

it('a line of the log says how the office stands', () =>
  expect(JSON.parse(JSON.stringify(observed))).toEqual({
    at: '2026-11-23T12:00:00.000Z',
    shops: 2,
    missingShops: [],
    tills: 5,
    heardToday: 4,
    oldest: '2026-11-23T11:59:00.000Z',
    behind: 1,
    lines: 900,
    linesBehind: 7,
    rowsFailed: [{till: 'T7K', why: 'TypeError'}],
    openIncidents: 1,
    queue: 2,
    answers: {200: 12, 401: 3},
    bytes: 1000,
    freeBytes: null,
  }));

it('figures are in the text format of Prometheus, each with its help and its type, none that is not known', async () => {
  const metrics = await serveMetrics(0, async () => observed);
  onTestFinished(metrics.close);
  const answer = await fetch(metrics.url);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  const text = await answer.text();
  expect(text).toBe(prometheusText(observed));
  const samples = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  for (const sample of samples) expect(sample).toMatch(/^duka_office_[a-z_]+(\{status="\d{3}"\})? \d+$/);
  expect(samples).toContain('duka_office_oldest_heard_seconds 60');
  expect(samples).toContain('duka_office_answers_total{status="401"} 3');
  expect(samples).toContain('duka_office_rows_failed 1');
  expect(text).not.toContain('disk_free_bytes');
  const names = samples.map(sample => sample.replace(/[{ ].*/, ''));
  for (const name of names) expect(text).toMatch(new RegExp(`^# TYPE ${name} (gauge|counter)$`, 'm'));
  expect((await fetch(metrics.url.replace('/metrics', '/'))).status).toBe(404);
});

it('figures are for this machine alone, and for no page that a browser on it shows', async () => {
  const metrics = await serveMetrics(0, async () => observed);
  onTestFinished(metrics.close);
  for (const headers of [{host: 'page.example.com'}, {host: 'x', 'x-forwarded-for': '::1'}, {origin: 'http://x'}]) {
    const asked = get(metrics.url, {headers});
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  }
});

it('what cannot be observed now is an answer of its own', async () => {
  const metrics = await serveMetrics(0, () => Promise.reject(new Error('the database is gone')));
  onTestFinished(metrics.close);
  expect((await fetch(metrics.url)).status).toBe(503);
});
