const nothing = /^(?:#?n\/a|null|nil|[-\u2013\u2014])?$/i;

/** Whether a cell holds nothing, or says so: in a word as databases do, or with the dash of a spreadsheet. */
export const isNothing = (cell: string): boolean => cell.length <= 4 && nothing.test(cell);
