/** The first line of the page of a list that has the mark in it. It turns by whole pages, so that most keys move one line; the last is as full as others. */
export function pageOf(index: number, height: number, count: number): number {
  const page = Math.floor(index / Math.max(1, height)) * Math.max(1, height);
  return Math.max(0, Math.min(page, count - height));
}
