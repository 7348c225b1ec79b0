import {patchLoaded} from '../patches.mjs';

patchLoaded();
