/** The lines of a window of the list that has the mark in it. It turns by whole pages, so that most keys move one line. */
export function pageOf(index: number, height: number): number {
  return Math.floor(index / Math.max(1, height)) * Math.max(1, height);
}
