/** Pages and files that are made by the build and not by a writer, and the anchors of fields in contract components. */
const MADE_BY_THE_BUILD = /^\/(api\/[^/]+|openapi|postman)\/|#(tag\/|[A-Za-z]\w*\.\w)/;

/** What the validator of the sources takes for dead, since it sees no page but the written ones. */
export function leftToLinkCheck({ link }: { link: string }): boolean {
  return MADE_BY_THE_BUILD.test(link);
}
