import {messages} from '../../src/core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../src/core/problem.js';
import type {OfficePlaces} from '../../src/views/office/page-block.js';
import {closeWindow, newStage, openWindow, type Window} from '../stage.js';
import {onceSignalled} from '../terminal/size.js';
import {afterKey, OfficeWatch, placeAt, shownPlace, type WatchModel, type WatchParts} from './watch.js';

/** Shows the places of a head office until `q` or Ctrl-C. Rejects with the error of `open`. */
export async function openWatch(
  {places, open, send}: OfficePlaces,
  own: Omit<WatchParts, 'places'>,
): Promise<ExitCode> {
  const parts: WatchParts = {...own, places};
  const stage = newStage(messages(own.language).officePage.reading);
  let model: WatchModel = {stack: [placeAt(places[0]?.path ?? '/')], blocks: undefined, typed: undefined};
  let window: Window | undefined;
  let reading = new AbortController();
  const leaving = new AbortController();
  const signalled = onceSignalled(() => leaving.abort());
  try {
    await new Promise<void>((resolve, reject) => {
      leaving.signal.addEventListener('abort', () => resolve());
      const read = async (address: string) => {
        reading.abort();
        reading = new AbortController();
        const {signal} = reading;
        for await (const blocks of open(address, signal)) {
          if (signal.aborted) return;
          model = {...model, blocks};
          show();
        }
      };
      const show = () =>
        stage.dispatch({
          draw: size => <OfficeWatch model={model} size={size} parts={parts} />,
          onKey: (key, {rows}) => {
            const isLeaving =
              key.kind === 'press' ? key.name === 'ctrl-c' : key.text === 'q' && model.typed === undefined;
            if (isLeaving) return leaving.abort();
            const before = shownPlace(model).address;
            const {sent, ...next} = afterKey(model, key, places, rows - 8);
            model = next;
            show();
            const {address} = shownPlace(model);
            const readAgain = async (problem: string | undefined) => {
              model = {...model, problem};
              await read(address);
            };
            if (sent !== undefined) send(address, sent).then(readAgain).catch(reject);
            else if (address !== before) read(address).catch(reject);
          },
        });
      show();
      window = openWindow(stage, false);
      window.waitUntilExit().then(() => resolve(), reject);
      read(shownPlace(model).address).catch(reject);
    });
  } finally {
    reading.abort();
    await closeWindow(window, false);
    signalled();
  }
  return exitCodes.done;
}
