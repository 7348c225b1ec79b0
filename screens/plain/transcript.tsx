import {Static, Text} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
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
