import {later} from './terminal/clock.js';

/** A model that changes only by messages. Effects run after the change, outside of every component. */
export type Program<Model, Message> = {
  readonly model: () => Model;
  readonly dispatch: (message: Message) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export type ProgramStep<Model, Effect> = {readonly model: Model; readonly effects: readonly Effect[]};

export type ProgramParts<Model, Message, Effect> = {
  readonly first: ProgramStep<Model, Effect>;
  readonly update: (model: Model, message: Message) => ProgramStep<Model, Effect>;
  readonly run: (effect: Effect, dispatch: (message: Message) => void) => void;
  /** Whether an effect must not wait for a frame to be drawn. What it starts goes first. */
  readonly isUrgent?: (effect: Effect) => boolean;
  /** Whether a message arrives without a key and is soon followed by others. Their changes are shown in one frame. */
  readonly isCalm?: (message: Message) => boolean;
};

/** The milliseconds for which an urgent effect delays the next frame. They are not noticeable, and a frame takes as long. */
const headStart = 10;
/** Milliseconds in which calm messages share one frame, such as a question, its answer on disk and what follows. */
const together = 60;

/** Creates and starts a program. A message that an effect sends back at once waits until the present one has been handled. */
export function createProgram<Model, Message, Effect>({
  first,
  update,
  run,
  isUrgent = () => false,
  isCalm = () => false,
}: ProgramParts<Model, Message, Effect>): Program<Model, Message> {
  const listeners = new Set<() => void>();
  const waiting: Message[] = [];
  let model = first.model;
  let isBusy = false;
  let isHeld = false;
  let callOff: (() => void) | undefined;
  const notify = () => {
    callOff?.();
    callOff = undefined;
    for (const listener of listeners) listener();
  };
  const notifySoon = () => {
    callOff ??= later(together, notify);
  };
  const hold = () => {
    if (isHeld) return;
    isHeld = true;
    later(headStart, () => {
      isHeld = false;
      notify();
    });
  };
  const perform = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (isUrgent(effect)) hold();
      run(effect, dispatch);
    }
  };
  const dispatch = (message: Message) => {
    waiting.push(message);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const step = update(model, next);
        const isNew = step.model !== model;
        model = step.model;
        perform(step.effects);
        if (!isNew || isHeld) continue;
        if (isCalm(next)) notifySoon();
        else notify();
      }
    } finally {
      isBusy = false;
    }
  };
  // Nothing is as urgent as the first frame, and the first effect loads the HTTP client.
  setImmediate(() => perform(first.effects));
  return {
    model: () => model,
    dispatch,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
