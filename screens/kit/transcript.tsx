import {Static, Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import type {Language} from '../../src/core/messages/messages.js';
import type {Scene} from '../stage.js';
import {type Narration, oneSentence, type Utterance} from './said.js';

type SpokenLine = {readonly number: number; readonly text: string};

/** The greatest number of lines that are kept. The terminal keeps earlier ones. */
const mostLines = 500;

/** What was narrated, the newest last, and what is asked for. Narrated lines are never withdrawn. */
type Spoken = {readonly lines: readonly SpokenLine[]; readonly prompt: string; readonly known: ReadonlySet<string>};

export const silence: Spoken = {lines: [], prompt: '', known: new Set()};

/** Returns what was narrated after these facts: only those that are new. `isAsked`: a person pressed a key and expects an answer. */
export function speak(spoken: Spoken, {facts, prompt, language}: Narration, isAsked: boolean): Spoken {
  const offered = facts.filter(({kind}) => kind !== 'detail');
  const news = offered.filter(({key}) => !spoken.known.has(key));
  const isSilent = news.length === 0 && prompt === spoken.prompt;
  const said = isSilent && isAsked ? facts.filter(({kind}) => kind === 'standing' || kind === 'detail') : news;
  const isSame = said.length === 0 && prompt === spoken.prompt && offered.length === spoken.known.size;
  return isSame
    ? spoken
    : {lines: withLines(spoken.lines, said, language), prompt, known: new Set(offered.map(({key}) => key))};
}

/** Appends everything that is narrated at once as one sentence, followed by the lines of a text. */
function withLines(
  lines: readonly SpokenLine[],
  said: readonly Utterance[],
  language: Language,
): readonly SpokenLine[] {
  const sentence = oneSentence(
    said.filter(({kind}) => kind !== 'line').map(({text}) => text),
    language,
  );
  const texts = said.filter(({kind}) => kind === 'line').map(({text}) => text);
  const from = (lines.at(-1)?.number ?? 0) + 1;
  const before = lines.length < mostLines ? lines : [];
  const added = [...(sentence === '' ? [] : [sentence]), ...texts];
  return added.length === 0 ? lines : [...before, ...added.map((text, at) => ({number: from + at, text}))];
}

/** Narrates whenever it is called because something may have changed. */
export type Speaker = {
  readonly changed: (isAsked?: boolean) => void;
  readonly spoken: () => Spoken;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates a speaker. It narrates what `tell` returns at once, and again after each `changed`. */
export function createSpeaker(tell: () => Narration): Speaker {
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

/** Draws what was narrated, line by line, and below it what is asked for. Only the last line is ever drawn again. */
export function Transcript({speaker}: {readonly speaker: Speaker}): ReactNode {
  const {lines, prompt} = useSyncExternalStore(speaker.subscribe, speaker.spoken);
  return (
    <>
      <Static key={lines[0]?.number} items={[...lines]}>
        {({number, text}) => <Text key={number}>{text}</Text>}
      </Static>
      <Text>{prompt}</Text>
    </>
  );
}

/** Returns a program's scene in sentences. A key that changes nothing repeats the standing facts, unless a text is being read. */
export const spokenScene = (
  name: string,
  speaker: Speaker,
  onKey: Scene['onKey'],
  isInterrupting: () => boolean = () => false,
): Scene => ({
  draw: () => <Transcript key={name} speaker={speaker} />,
  onKey: (key, size) => {
    const before = speaker.spoken();
    onKey(key, size);
    if (speaker.spoken() === before && !isInterrupting()) speaker.changed(true);
  },
});
