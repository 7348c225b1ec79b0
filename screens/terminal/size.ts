import {useWindowSize} from 'ink';

export type Size = {readonly columns: number; readonly rows: number};

/** The smallest window that the screens are drawn for. */
export const smallest: Size = {columns: 60, rows: 18};

export const isTooSmall = ({columns, rows}: Size): boolean => columns < smallest.columns || rows < smallest.rows;

/** The window's size, followed as it changes. */
export function useSize(): Size {
  const {columns, rows} = useWindowSize();
  return {columns, rows};
}
