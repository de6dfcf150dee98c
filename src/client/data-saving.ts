/** The Network Information API, as far as the site uses it. Not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): Connection {
  try {
    return (navigator as { connection?: Connection }).connection ?? {};
  } catch {
    // A browser that tells nothing of the line is taken to be on a good one.
    return {};
  }
}

/** Whether the reader's browser or system asks websites to send less. */
export function wantsToSaveData(): boolean {
  return connection().saveData === true;
}

/** Whether the reader's line is too slow, or too dear, to fetch what nobody has asked for. */
export function savesData(): boolean {
  return wantsToSaveData() || /2g/.test(connection().effectiveType ?? '');
}
