/** Opens the page in the system's browser; false when that could not be tried. Never throws and writes nothing. */
export async function openBrowser(url: string): Promise<boolean> {
  try {
    const {default: open} = await import('open');
    await open(url);
    return true;
  } catch {
    return false;
  }
}
