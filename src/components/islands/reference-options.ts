import type { Libraries } from './sample-language.ts';

/** What a page passes to its interactive reference. */
export interface ReferenceOptions {
  /** Path of the OpenAPI document on this site. */
  document: string;
  /** Path of the samples of its operations. */
  samples: string;
  /** Paths of the operations' pages in the static reference, by `operationId`. */
  pages: Record<string, string>;
  /** Path of an entry on the page that lists what is assumed, without the ID. */
  assumptions: string;
  /** Scalar's IDs of the sample languages. */
  libraries: Libraries;
  /** The name in local storage of the chosen language's label. */
  languageKey: string;
}
