import {later} from './terminal/clock.js';

/** A model that changes by messages alone. Effects run after the change, outside of every component. */
export type Program<Model, Message> = {
  readonly model: () => Model;
  readonly dispatch: (message: Message) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** A model and what is to be done in the world because of it. */
export type ProgramStep<Model, Effect> = {readonly model: Model; readonly effects: readonly Effect[]};

export type ProgramParts<Model, Message, Effect> = {
  readonly first: ProgramStep<Model, Effect>;
  readonly update: (model: Model, message: Message) => ProgramStep<Model, Effect>;
  readonly run: (effect: Effect, dispatch: (message: Message) => void) => void;
  /** Whether an effect must not wait for a frame to be drawn: what it begins goes out first. */
  readonly isUrgent?: (effect: Effect) => boolean;
  /** Whether a message comes by itself, with others at its heels: what they change is shown in one frame. */
  readonly isCalm?: (message: Message) => boolean;
};

/** Milliseconds for which an urgent effect keeps the screen as it is: nobody sees them, and a frame takes as many. */
const headStart = 10;
/** Milliseconds from a question to its answer on the disk, and what follows: four frames, of which nobody sees three. */
const together = 60;

/** Starts a program. A message that an effect gives back at once waits its turn. */
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
  // Nothing to do is as urgent as the first frame, and what is done first loads the HTTP client.
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
