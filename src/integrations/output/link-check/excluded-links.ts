/** Generated pages and files, and anchors of fields, tags and components. */
const GENERATED = /^\/(api\/[^/]+|openapi|postman)\/|#(tag\/|[A-Za-z]\w*\.\w)/;

/** True for links that Starlight's validator can't know, because it sees only the pages of writers. */
export function isExcludedLink({ link }: { link: string }): boolean {
  return GENERATED.test(link);
}
