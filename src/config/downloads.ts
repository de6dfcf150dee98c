/** What readers can keep offline besides the sections: its id, in `/downloads.json` and on `/offline/`. */
export const INTERACTIVE = 'interactive';
export const WHOLE_SITE = 'site';

/** The list that the build writes into `/downloads.json`. */
export interface Downloads {
  /** Address and size of each file, in bytes as transferred. */
  files: [address: string, bytes: number][];
  choices: Choice[];
}

export interface Choice {
  /** Id of a section, or one of the two above. */
  id: string;
  pages: number;
  /** Changes with the content of any of its files. */
  revision: string;
  /** Places in `files` of {@link Downloads}. */
  files: number[];
}
