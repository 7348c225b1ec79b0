import {invalidAt, type Place} from './amounts.js';

/** A record together with the records that continue it: fields separated by commas, with the breaks between its lines. */
export type Bai2Record = {readonly code: string; readonly line: number; readonly lines: number; readonly text: string};

/** The character for the break between two lines of a record. */
export const lineBreak = '\n';

/** Returns the fields of a record one after the other. `rest` returns what has not been read yet as text, which may contain commas. */
export function fieldsOf({text}: Bai2Record) {
  let at = 0;
  return {
    hasMore: () => at <= text.length && text !== '',
    next(): string {
      if (at > text.length) return '';
      let end = at;
      while (end < text.length && text[end] !== ',' && text[end] !== lineBreak) end += 1;
      const field = text.slice(at, end);
      at = end + 1;
      return field.trim();
    },
    rest(): readonly string[] {
      const rest = at > text.length ? '' : text.slice(at);
      at = text.length + 1;
      return rest.split(lineBreak);
    },
  };
}
export type Fields = ReturnType<typeof fieldsOf>;

/** Skips the funds type, which says when an amount is available: S has three amounts, V a day and a time, D any number of pairs. */
export function skipFunds(fields: Fields, place: Place): void {
  const type = fields.next();
  switch (type) {
    case 'S':
      for (let count = 0; count < 3; count += 1) fields.next();
      break;
    case 'V':
      for (let count = 0; count < 2; count += 1) fields.next();
      break;
    case 'D': {
      const count = fields.next();
      if (!/^\d{1,2}$/.test(count)) throw invalidAt(place, count);
      for (let left = Number(count) * 2; left > 0; left -= 1) fields.next();
      break;
    }
    default:
      if (!/^[Z0-2]?$/.test(type)) throw invalidAt(place, type);
  }
}

/** Returns a whole number of minor units, or of records. Throws the `Problem` `file-row-invalid`. */
export function unitsIn(text: string, place: Place): bigint {
  if (!/^[-+]?\d{1,20}$/.test(text)) throw invalidAt(place, text);
  return BigInt(text.replace('+', ''));
}
