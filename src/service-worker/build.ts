/** Facts from the build. Different values make a different worker, which browsers then install. */
export interface BuildFacts {
  /** Changes with the content of any file of `shell`. */
  revision: string;
  /** Path of the page that is shown in place of one that could not be loaded. */
  failurePage: string;
  /** Paths of everything that the failure page needs. */
  shell: readonly string[];
}

/** Defined by `src/integrations/service-worker/index.ts`. */
declare const BUILD: BuildFacts;

/** Facts from the build of this worker. */
export const build: BuildFacts = BUILD;
