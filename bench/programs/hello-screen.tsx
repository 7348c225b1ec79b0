import {render, Text, useApp, useInput} from 'ink';
import {useState} from 'react';

function Hello() {
  const [keys, setKeys] = useState(0);
  const {exit} = useApp();
  useInput(input => {
    if (input === 'q') exit();
    else setKeys(count => count + 1);
  });
  return <Text>hello, {keys} pending</Text>;
}
export async function hello() {
  await render(<Hello />, {
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  }).waitUntilExit();
}
