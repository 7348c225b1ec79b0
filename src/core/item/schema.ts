import {money} from '../money/schema.js';
import {count, form, list, object, optional, orNull, type Specified, someText, text, whole} from '../spec/spec.js';
import {listSpec} from '../staff/signed-list.js';

const item = object({
  code: someText('by which it is found; its barcode or its name where the shop gives it none'),
  barcode: orNull(someText('as a scanner reads it'), 'it has none'),
  name: someText('what is sold'),
  price: money('what one costs'),
  unit: orNull(someText('what a quantity of it is counted in'), 'it is counted in pieces'),
  group: orNull(someText('what it is summed up with'), 'it is in none'),
  rate: orNull(form('decimal text', /^\d+(?:\.\d+)?$/, 'its tax in percent'), 'the list says none'),
});
/** Something that is sold at a price. The till does not track its stock. */
export type Item = Specified<typeof item>;

/** A price list as it is stored in the till's folder. */
export const keptItems = object({version: whole('of this form'), items: list(item)});

export const itemEvents = {
  'items-changed': object(
    {
      sha256: form('64 hexadecimal digits', /^[0-9a-f]{64}$/, 'of the price list, which is a file beside the journal'),
      items: count('how many it has'),
      added: count('of them, those that the list before did not have'),
      changed: count('of them, those that were otherwise in the list before'),
      gone: count('how many of the list before it has no more'),
      file: orNull(text('the name of the file that was imported'), 'a person or the head office changed the list'),
      list: optional(listSpec, 'it is not of a head office'),
    },
    'The till sells by another price list from now on. Lines of sales keep names and prices of their own.',
  ),
};
