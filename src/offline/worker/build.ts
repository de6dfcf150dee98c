/** Facts from the build. If one changes, the worker's code changes too, so browsers install the new worker. */
export interface BuildFacts {
  /** The base path, with a slash at each end. */
  base: string;
  /** Changes with the content of any file of `shell`. */
  revision: string;
  /** Paths of the page for failed loads, which is first, and of the files that it needs. */
  shell: readonly [string, ...string[]];
}

/** Defined by `src/offline/build/index.ts`. */
declare const BUILD: BuildFacts;

/** Facts from the build of this worker. */
export const build: BuildFacts = BUILD;
