/** The part of the Network Information API that the site uses. Only Chromium supports the API. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** True if data saver is on or the connection is slow, so optional downloads should be skipped. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
