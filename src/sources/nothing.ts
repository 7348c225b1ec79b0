const nothing = /^(?:#?n\/a|null|nil|[-\u2013\u2014])?$/i;

/** Whether a cell is empty or stands for nothing: a word that databases use, or the dash of a spreadsheet. */
export const isNothing = (cell: string): boolean => cell.length <= 4 && nothing.test(cell);
