/** The readers as they are shipped: bundled, with the program that opens beside them. */
export {openFile} from '../../../src/sources/open/opener.js';
export {readSource} from '../../../src/sources/source.js';
