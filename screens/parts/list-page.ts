/** The lines of a window of the list that has the mark in it. It turns by whole pages, so that most keys move one line. */
export function pageOf(index: number, height: number): number {
  return Math.floor(index / Math.max(1, height)) * Math.max(1, height);
}

/** Rows of the list that a body of this height has room for beside its title, heading and last line. */
export const listHeight = (bodyHeight: number): number => Math.max(1, bodyHeight - 5);
