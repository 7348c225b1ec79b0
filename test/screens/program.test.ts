import {expect, test} from 'vitest';
import {createProgram} from '../../screens/program.js';

const counting = () => {
  const program = createProgram({
    first: {model: [] as readonly string[], effects: []},
    update: (model: readonly string[], message: string) => ({model: [...model, message], effects: []}),
    run: () => undefined,
    isCalm: message => message.startsWith('news'),
  });
  const shown: (readonly string[])[] = [];
  program.subscribe(() => shown.push(program.model()));
  return {program, shown};
};

test('what comes by itself in a row is shown in one frame, with all of it', async () => {
  const {program, shown} = counting();
  for (const news of ['news 1', 'news 2', 'news 3']) program.dispatch(news);
  expect(program.model()).toHaveLength(3);
  await expect.poll(() => shown).toEqual([['news 1', 'news 2', 'news 3']]);
});

test('a key is shown at once, and the news before it with it, which then need no frame of their own', async () => {
  const {program, shown} = counting();
  program.dispatch('news 1');
  program.dispatch('a key');
  expect(shown).toEqual([['news 1', 'a key']]);
  program.dispatch('news 2');
  await expect
    .poll(() => shown)
    .toEqual([
      ['news 1', 'a key'],
      ['news 1', 'a key', 'news 2'],
    ]);
});
