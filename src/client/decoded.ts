/** A part of an address as it is read; one with a percent sign that begins no character as it is written. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
