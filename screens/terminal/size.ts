import {useWindowSize} from 'ink';

export type Size = {readonly columns: number; readonly rows: number};

/** The smallest window that every screen is drawn for. */
export const smallest: Size = {columns: 60, rows: 18};
/** The smallest one in which a sale can be made. */
const smallestForSale: Size = {columns: 40, rows: 10};

const isBelow = ({columns, rows}: Size, least: Size): boolean => columns < least.columns || rows < least.rows;
/** Only what has room is drawn in it: no screen that would lose a line. */
export const isSmall = (size: Size): boolean => isBelow(size, smallest);
export const isTooSmall = (size: Size): boolean => isBelow(size, smallestForSale);

export function useSize(): Size {
  const {columns, rows} = useWindowSize();
  return {columns, rows};
}
