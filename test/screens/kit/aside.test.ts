import {expect, it} from 'vitest';
import {Screens} from '../../../screens/kit/program.js';
import type {AnyScreen} from '../../../screens/kit/screen.js';

it('what nobody waits for is answered before the frame and done after it', async () => {
  const told: string[] = [];
  const screen: AnyScreen = {
    ...{id: 'basket', keys: [], open: () => ({state: undefined}), describe: () => []},
    isAside: ({kind}) => kind === 'show',
    run: async ({kind}: {readonly kind: string}) => void told.push(kind),
  };
  const screens = new Screens({
    ...{screens: [screen], contextOf: () => undefined as never, isOwnPin: () => false, mayLook: () => true},
  });
  const ask = (kind: string) =>
    screens.ask({kind: 'ask', place: 'basket', number: 1, request: 1, asks: {kind}}, undefined, message =>
      told.push(message.kind),
    );
  const both = [ask('show'), ask('read')];
  queueMicrotask(() => told.push('a frame'));
  await Promise.all(both);
  expect(told).toEqual(['answered', 'read', 'answered', 'a frame', 'show']);
});
