import {type Effect, type KitMessage, nextStep, type Stacked, type Typed} from '../model.js';
import type {Open} from '../places.js';
import {createProgram, type Program, type ProgramStep} from '../program.js';
import type {Scene} from '../root.js';
import type {BindingId, Keymap} from '../terminal/bindings.js';
import type {Screens} from './program.js';
import type {Narration} from './said.js';
import type {SpokenContext, Step} from './screen.js';
import {createSpeaker, spokenScene} from './transcript.js';

export type OwnMessage =
  | ({readonly kind: 'key'} & Typed)
  | KitMessage
  /** Something outside the screens has changed; `step` is what follows from it. */
  | {readonly kind: 'changed'; readonly step: Step<unknown>};

type OwnParts<O extends {readonly keys: Keymap}, C extends SpokenContext> = {
  readonly screens: Screens<Stacked, O, C>;
  readonly over: O;
  readonly first: Open;
  readonly host: unknown;
  readonly leave: () => void;
  /** Called with an error that is not a `Problem`, which is a bug in the program. */
  readonly crash: (error: unknown) => void;
};

/** Returns the keys of the shown screen, and the key that leaves. */
export const ownOffers = <O extends {readonly keys: Keymap}, C extends SpokenContext>(
  screens: Screens<Stacked, O, C>,
  model: Stacked,
  over: O,
): readonly BindingId[] => [
  ...screens.offersOn(model, over).filter(id => id !== 'help' || !screens.isTypedThere('help', model, over)),
  'interrupt',
];

/** Creates a program of its own for screens that have no till. */
export function createOwnProgram<O extends {readonly keys: Keymap}, C extends SpokenContext>({
  screens,
  over,
  first,
  host,
  leave,
  crash,
}: OwnParts<O, C>): Program<Stacked, OwnMessage> {
  type OwnStep = ProgramStep<Stacked, Effect>;
  const reduced = (model: Stacked, message: OwnMessage): OwnStep => {
    if (message.kind === 'changed') return screens.stepped({...model}, message.step);
    if (message.kind !== 'key') return screens.answered(model, message, over);
    return screens.heard(model, message, over, {
      offersOf: now => ownOffers(screens, now, over),
      press: (now, typed, pressed) =>
        pressed.action === 'interrupt'
          ? nextStep({...now, isLeaving: true})
          : screens.actedOn({...now, notice: undefined}, typed, pressed, over),
    });
  };
  const empty = {notice: undefined, isLeaving: false, numbered: 0};
  return createProgram<Stacked, OwnMessage, Effect>({
    first: screens.settled(nextStep({...empty, stack: [first]}), over),
    update: (model, message) => {
      const {model: after, effects} = screens.settled(reduced(model, message), over);
      return nextStep(after, ...effects, ...(after.isLeaving && !model.isLeaving ? [{kind: 'leave'} as const] : []));
    },
    run: (effect, dispatch) => {
      if (effect.kind === 'leave') leave();
      else if (effect.kind === 'ask') screens.ask(effect, host, dispatch).catch(crash);
    },
  });
}

type OwnScene = {
  readonly program: Program<Stacked, OwnMessage>;
  readonly isPlain: boolean;
  readonly draw: Scene['draw'];
  readonly tell: () => Narration;
};

/** Returns the scene of such a program, in frames or in sentences. */
export function ownScene(name: string, {program, isPlain, draw, tell}: OwnScene): Scene {
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  if (!isPlain) return {draw, onKey};
  const speaker = createSpeaker(tell);
  program.subscribe(() => speaker.changed());
  return spokenScene(name, speaker, onKey);
}
