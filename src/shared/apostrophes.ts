/** Curls the apostrophes of a contract's description, as Markdown does in pages. */
export const curlApostrophes = (text: string) => text.replaceAll(/(?<=\w)'(?=\w)/g, '’');
