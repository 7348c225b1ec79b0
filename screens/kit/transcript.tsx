import {Static, Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import type {Scene} from '../root.js';
import type {Speaker} from './speaker.js';

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

/**
 * Returns the scene of a program in sentences. If a key changes nothing, the standing facts are narrated again, unless that would interrupt
 * a text being read.
 */
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
