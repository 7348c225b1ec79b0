import {languages, loadMessages} from '../src/core/messages/messages.js';

await loadMessages(...languages);
