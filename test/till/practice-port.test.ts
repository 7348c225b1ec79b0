import {expect, test} from 'vitest';
import {configure} from '../../src/config.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {type Problem, problemExits} from '../../src/core/problem.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {connect} from '../../src/till/open.js';
import {machine} from '../../src/world.js';
import {sandbox, temporaryFolder} from './real-till.js';

const unneeded = {
  read: () => ({}),
  change: () => Promise.reject(new Error('nothing is changed')),
} as unknown as Parameters<typeof connect>[0]['settings'];

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
