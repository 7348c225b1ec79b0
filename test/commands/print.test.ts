import {expect, it} from 'vitest';
import {text as aText, count, fields, streamed} from '../../src/core/spec/spec.js';
import {answerLong} from '../../src/session/print.js';
import type {Face, Session} from '../../src/session/session.js';

/** A reader who takes what was written when the writer asks, and goes after so many parts. */
function slowReader(stays = Number.POSITIVE_INFINITY) {
  const gone = new AbortController();
  let [out, waiting, most, parts] = ['', 0, 0, 0];
  const face: Pick<Face, 'write' | 'taken' | 'interrupted'> = {
    interrupted: gone.signal,
    write: text => {
      waiting += text.length;
      most = Math.max(most, waiting);
      out += text;
    },
    taken: async () => {
      waiting = 0;
      parts += 1;
      if (parts === stays) gone.abort('SIGPIPE');
    },
  };
  return {session: {face} as Session, read: () => ({out, most})};
}

const line = 'Mama Njeri has sold two kilos of maize';
const lines = Array.from({length: 20_000}, (_, at) => `${at} ${line}`);

it('what is long is written no faster than it is read', async () => {
  const [text, json] = [slowReader(), slowReader()];
  const spec = fields({a: count(), lines: streamed(aText()), empty: streamed(aText()), z: aText()});
  const value = () => ({a: 1, lines: lines.values(), empty: [].values(), z: 'end'});
  await answerLong(text.session, spec, value, () => lines);
  expect(text.read().out).toBe(lines.map(each => `${each}\n`).join(''));
  await answerLong({...json.session, isJson: true}, spec, value, () => lines);
  expect(JSON.parse(json.read().out)).toEqual({a: 1, lines, empty: [], z: 'end'});
  for (const {most} of [text.read(), json.read()]) expect(most).toBeLessThan(100_000);
});

it('nothing more is written once the reader is gone', async () => {
  const {session, read} = slowReader(2);
  await answerLong(
    session,
    fields({}),
    () => ({}),
    () => lines,
  );
  expect(read().out.length).toBeLessThan(200_000);
});
