import {reference} from '../payment/schema.js';
import {list, object, someText} from '../spec/spec.js';

export const restoreEvents = {
  'journal-restored': object(
    {open: list(reference('a payment that was open'), 'the payments that were open')},
    'The till has opened a copy of its journal, or a backup that was put back. What came after it is not known here.',
  ),
  'restore-confirmed': object(
    {reason: someText('why')},
    'A named person lets the till go on although the service was not heard about all that was open.',
  ),
};
