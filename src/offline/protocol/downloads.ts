/** ID of the download with the interactive references. */
export const INTERACTIVE = 'interactive';
/** ID of the download with all pages. */
export const WHOLE_SITE = 'site';

/** The content of `/downloads.json`, which the build writes. */
export interface Downloads {
  /** Path and size of each file. Sizes are in bytes as transferred. */
  files: [path: string, bytes: number][];
  choices: Choice[];
}

/** A set of pages that readers can keep offline. */
export interface Choice {
  /** ID of a section, {@link INTERACTIVE} or {@link WHOLE_SITE}. */
  id: string;
  /** Number of pages. */
  pages: number;
  /** A hash of the content of all its files. */
  revision: string;
  /** Indexes in {@link Downloads.files}. */
  files: number[];
}
