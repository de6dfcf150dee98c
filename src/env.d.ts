declare namespace App {
  /** A page's data for the layout. `src/layout/route-middleware/index.ts` sets it. */
  interface Portal {
    section: import('./config/sections.ts').Section;
    /** Path of the page, without base path and language. */
    path: string;
    /** The sidebar groups that contain the page, and then the page's link. Empty on pages that no sidebar lists. */
    trail: import('@astrojs/starlight/route-data').StarlightRouteData['sidebar'];
    /** The path of the reader's language, such as `/nl`. Empty for the default language. */
    prefix: string;
    /** The path of the page as Markdown. Error pages have none. */
    twin?: string;
    /** Names, such as IDs, that components have already claimed on this page. */
    claimed?: Set<string>;
    /** Objects whose fields the page has listed, each with the anchor of its first list. */
    listed?: Map<string, string>;
  }

  interface Locals {
    portal: Portal;
  }
}

declare namespace astroHTML.JSX {
  interface IntrinsicAttributes {
    /** Hydrates an island once the reader uses it; see `src/integrations/client-intent.ts`. */
    'client:intent'?: boolean;
    /** Hydrates an island once the reader comes near it; see `src/integrations/client-near.ts`. */
    'client:near'?: boolean;
  }
}
