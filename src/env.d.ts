declare namespace App {
  /** What the frame of a page is drawn from; the route middleware sets it. */
  interface Portal {
    section: import('./config/sections.ts').SectionId;
    /** Path of the reader's language, such as `/nl`; empty for the one at the root. */
    prefix: string;
    trees: import('./navigation/tree.ts').Navigation['trees'];
    /** Absent on the not-found page, which stands in no sidebar. */
    place?: import('./navigation/tree.ts').Place;
    /** The operation that the page is about, on pages of the static reference. */
    operation?: import('./contract/model.ts').Operation;
    /** Ids that contract components have given to fields on this page. */
    anchors?: Set<string>;
  }

  interface Locals {
    portal: Portal;
  }
}

/** Made by src/integrations/client-scripts.ts. */
declare module 'portal:before-paint' {
  /** The script that runs before the first paint: its URL in a build, its code in the development server. */
  export const beforePaint: { url: string } | { code: string };
}

/** The URL of a module that is a file of its own; see src/integrations/client-scripts.ts. */
declare module '*?chunk-url' {
  const url: string;
  export default url;
}
