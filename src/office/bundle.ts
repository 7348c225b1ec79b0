import {officePages} from './page/server.js';
import {openOffice as open} from './program.js';

/** What a till loads of an office. It is built as a bundle of its own. */
export {checkDatabase} from './check.js';
export {lookForAlerts} from './needs.js';
export {officePlaces} from './page/pages.js';
export const openOffice = (options: Parameters<typeof open>[0]): ReturnType<typeof open> =>
  open({...options, pages: officePages});
