import type {Fact, Telling} from './fact.js';

export type Line = {readonly number: number; readonly text: string};

/** Lines that are kept; the terminal has those before them. */
const mostLines = 500;

/** What has been said, newest last, and what is asked for. Lines that have been said are never taken back. */
export type Spoken = {
  readonly lines: readonly Line[];
  readonly prompt: string;
  readonly known: ReadonlySet<string>;
};

export const silence: Spoken = {lines: [], prompt: '', known: new Set()};

/** What is said of `telling`: what was not so before. `isAsked`: somebody pressed a key and wants to hear something. */
export function speak(spoken: Spoken, {facts, prompt}: Telling, isAsked: boolean): Spoken {
  const news = facts.filter(({key}) => !spoken.known.has(key));
  const isSilent = news.length === 0 && prompt === spoken.prompt;
  const said = isSilent && isAsked ? facts.filter(({isStanding}) => isStanding) : news;
  const isSame = said.length === 0 && prompt === spoken.prompt && facts.length === spoken.known.size;
  return isSame ? spoken : {lines: withLines(spoken.lines, said), prompt, known: new Set(facts.map(({key}) => key))};
}

function withLines(lines: readonly Line[], said: readonly Fact[]): readonly Line[] {
  const from = (lines.at(-1)?.number ?? 0) + 1;
  const before = lines.length < mostLines ? lines : [];
  return said.length === 0 ? lines : [...before, ...said.map(({text}, at) => ({number: from + at, text}))];
}

/** Speaks whenever it is told that something may have changed. */
export type Speaker = {
  readonly changed: (isAsked?: boolean) => void;
  readonly spoken: () => Spoken;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createSpeaker(tell: () => Telling): Speaker {
  const listeners = new Set<() => void>();
  let spoken = speak(silence, tell(), false);
  return {
    changed: (isAsked = false) => {
      const next = speak(spoken, tell(), isAsked);
      if (next === spoken) return;
      spoken = next;
      for (const listener of listeners) listener();
    },
    spoken: () => spoken,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
