import type {Reconciler} from './page/reconcile.js';
import {officePages} from './page/server.js';
import {openOffice as open} from './program.js';

/** What a till loads of an office. It is built as a bundle of its own. */
export {checkDatabase} from './check.js';
export {lookForAlerts} from './needs.js';
export {officePlaces} from './page/pages.js';
/** Its pages reconcile with `reconciler`; without one, they do not. */
export const openOffice = ({
  reconciler,
  ...options
}: Parameters<typeof open>[0] & {readonly reconciler?: Reconciler | undefined}): ReturnType<typeof open> =>
  open({pages: (office, parts) => officePages(office, {...parts, reconciler}), ...options});
