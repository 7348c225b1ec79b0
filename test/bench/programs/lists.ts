import {enableCompileCache} from 'node:module';

enableCompileCache();

const [kind = '', rows = ''] = process.argv.slice(2);
const {showList} = await import('./list-screen.js');
await showList(kind, Number(rows));
