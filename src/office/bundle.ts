/** What a till loads of an office. It is built as a bundle of its own. */
export {checkDatabase} from './check.js';
export {openOffice} from './program.js';
