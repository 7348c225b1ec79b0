import {describe, expect, onTestFinished, test} from 'vitest';
import {configure} from '../../src/config.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem, problemExits} from '../../src/core/problem.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {failureTeller} from '../../src/till/handler.js';
import {connect} from '../../src/till/open.js';
import type {PracticeTrouble} from '../../src/till/opened-journal.js';
import {machine} from '../../src/world.js';
import {sandbox} from '../sandbox/support.js';
import {temporaryFolder} from './real-till.js';

const unneeded = {
  read: () => ({}),
  change: () => Promise.reject(new Error('nothing is changed')),
} as unknown as Parameters<typeof connect>[0]['settings'];

test('what a practice service cannot say in an answer is told to a person', async () => {
  const environment = {DUKA_HOME: temporaryFolder()};
  const told: Problem[] = [];
  let tell: (trouble: PracticeTrouble) => void = () => {};
  const {stop} = await connect({
    config: configure({}, environment, {}, 'Africa/Nairobi'),
    environment,
    settings: unneeded,
    world: machine,
    version: '0.0.0',
    startSandbox: (data, hear) => {
      tell = hear;
      return startSandbox({data});
    },
    notice: problem => told.push(problem),
  });
  onTestFinished(stop);
  tell({what: 'callback', url: 'http://127.0.0.1:9/paid', code: 'ECONNREFUSED'});
  tell({what: 'ended', code: 'TypeError'});
  expect(told.map(problem => problemText(problem, 'en'))).toEqual([
    expect.stringMatching(/^The practice service could not report a payment to http:\/\/127\.0\.0\.1:9\/paid \(/),
    expect.stringMatching(/^The practice service has ended \(TypeError\)\. No real money is affected/),
  ]);
});

describe('what work in the background failed with', () => {
  const teller = (writeFailure?: Problem) => {
    const told: Problem[] = [];
    const tell = failureTeller(problem => told.push(problem), {writeFailure: () => writeFailure});
    return {tell, told};
  };

  test('is told once, whatever it is', () => {
    const {tell, told} = teller();
    for (let time = 0; time < 2; time += 1) {
      tell(new TypeError('a defect'));
      tell(Object.assign(new Error('full'), {code: 'ENOSPC'}));
      tell(new Problem('mail-unreachable', {host: 'mail.example', text: 'no'}));
      tell('no error at all');
    }
    expect(told.map(({code, facts}) => [code, facts['cause']])).toEqual([
      ['background-failed', 'TypeError'],
      ['journal-not-writable', 'ENOSPC'],
      ['mail-unreachable', undefined],
      ['background-failed', 'error'],
    ]);
  });

  test('is not told beside the failure that has stopped the sales', () => {
    const {tell, told} = teller(new Problem('journal-not-writable', {cause: 'EIO'}));
    tell(new Problem('journal-not-writable', {cause: 'ENOSPC'}));
    expect(told).toEqual([]);
  });
});

test('a practice service that gets no port says so, and does not blame the journal', async () => {
  const {baseUrl} = await sandbox();
  const port = Number(new URL(baseUrl).port);
  const environment = {DUKA_HOME: temporaryFolder()};
  const refused = connect({
    config: configure({}, environment, {}, 'Africa/Nairobi'),
    environment,
    settings: unneeded,
    world: machine,
    version: '0.0.0',
    startSandbox: data => startSandbox({data, port}),
  });
  const problem = await refused.then(
    () => expect.unreachable(),
    (error: Problem) => error,
  );
  expect(problem).toMatchObject({code: 'practice-port-unusable', facts: {code: 'EADDRINUSE'}});
  expect(problemExits[problem.code]).toBe(5);
  expect(problemText(problem, 'en')).toMatch(
    /^The practice service can use no port of this computer \(.+\)\. Nothing/u,
  );
  expect(problemText(problem, 'fr')).toContain('Rien n’a été envoyé');
});
