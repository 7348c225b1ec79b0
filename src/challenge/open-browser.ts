/** Opens the page in the system's browser. Returns false if this could not be attempted. Never throws and writes nothing. */
export async function openBrowser(url: string): Promise<boolean> {
  try {
    const {default: open} = await import('open');
    await open(url);
    return true;
  } catch {
    return false;
  }
}
