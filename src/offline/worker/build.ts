/** Facts from the build. If one changes, the worker's code changes too, so browsers install the new worker. */
export interface BuildFacts {
  /** Changes with the content of any file of `shell`. */
  revision: string;
  /** Path of the page that readers see when another page fails to load. */
  failurePage: string;
  /** Paths of everything that the failure page needs. */
  shell: readonly string[];
}

/** Defined by `src/offline/build/index.ts`. */
declare const BUILD: BuildFacts;

/** Facts from the build of this worker. */
export const build: BuildFacts = BUILD;
