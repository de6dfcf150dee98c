/** What the build tells the worker. A worker with other values is another one: browsers install it anew. */
export interface BuildFacts {
  /** Changes with the content of any file of `shell`. */
  revision: string;
  /** Address of the page that stands in for one that could not be loaded. */
  failurePage: string;
  /** Everything that the failure page and the notice on a stored copy need. */
  shell: readonly string[];
  /** Tags for the head of a page: style and script of the notice. */
  noticeHead: string;
}

/** Put into the worker's text by `src/integrations/service-worker/`. */
declare const BUILD: BuildFacts;

/** What the build told this worker. */
export const build: BuildFacts = BUILD;
