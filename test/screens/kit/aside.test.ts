import {expect, it} from 'vitest';
import {Screens} from '../../../screens/kit/program.js';

it('what nobody waits for is answered before the frame and done after it', async () => {
  const told: string[] = [];
  const screens = new Screens({
    screens: [],
    contextOf: () => undefined as never,
    isOwnPin: () => false,
    mayLook: () => true,
  });
  const ask = (kind: string, isAside: {readonly isAside?: true} = {}) => {
    const asks = {kind, ...isAside, run: async () => void told.push(kind)};
    const about = {number: 1, request: 1, asks};
    return screens.ask(about, undefined, message => told.push(message.kind));
  };
  const both = [ask('show', {isAside: true}), ask('read')];
  queueMicrotask(() => told.push('a frame'));
  await Promise.all(both);
  expect(told).toEqual(['answered', 'read', 'answered', 'a frame', 'show']);
});
