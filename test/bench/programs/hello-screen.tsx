import {render, Text, useApp, useInput} from 'ink';
import {type ReactNode, useState} from 'react';

function Hello(): ReactNode {
  const {exit} = useApp();
  const [keys, setKeys] = useState(0);
  useInput((input, {ctrl}) => {
    if (ctrl && input === 'c') exit();
    else setKeys(count => count + 1);
  });
  return <Text>{keys} pending</Text>;
}

/** The least that an Ink program can do: a line of text, a key, and an end. */
export async function hello(): Promise<void> {
  const window = render(<Hello />, {
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  await window.waitUntilExit();
}
