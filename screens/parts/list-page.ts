/**
 * Returns the first row of the page that has the marked row. The window moves by whole pages, so that most keys change one line only. The
 * last page is as full as the others.
 */
export function pageOf(index: number, height: number, count: number): number {
  const page = Math.floor(index / Math.max(1, height)) * Math.max(1, height);
  return Math.max(0, Math.min(page, count - height));
}
