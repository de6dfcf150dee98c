/** The Network Information API, as far as the site uses it. Not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the reader's line is too slow, or too dear, to fetch what nobody has asked for. */
export function savesData(): boolean {
  try {
    const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
    return saveData === true || /2g/.test(effectiveType ?? '');
  } catch {
    // A browser that tells nothing of the line is taken to be on a good one.
    return false;
  }
}
