import {Static, Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import type {Scene} from '../root.js';
import type {Speaker} from './speaker.js';

/** What was said, line by line, and below it what is asked for: no line is ever drawn again but the last one. */
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

/** A program in sentences. Of a key that changes nothing what stands is said again, unless that would interrupt what is read out. */
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
