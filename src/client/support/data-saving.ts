/** The part of the Network Information API that the site uses. Only Chromium has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): Connection {
  try {
    return (navigator as { connection?: Connection }).connection ?? {};
  } catch {
    // Without the API, assume a good connection.
    return {};
  }
}

/** Whether the reader turned on data saver in the browser or the system. */
export function wantsToSaveData(): boolean {
  return connection().saveData === true;
}

/** Whether to skip prefetches and other optional downloads, because data saver is on or the connection is slow. */
export function savesData(): boolean {
  return wantsToSaveData() || /2g/.test(connection().effectiveType ?? '');
}
