import {enableCompileCache} from 'node:module';

enableCompileCache();

const {hello} = await import('./hello-screen.js');
await hello();
