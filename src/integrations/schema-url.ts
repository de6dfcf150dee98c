import { pathToFileURL } from 'node:url';

/**
 * A file as starlight-openapi wants it. From a path it makes a URL with `%20` for a space and then looks for a file of
 * that name, so it gets a URL with the space itself.
 */
export function schemaUrl(file: string): string {
  return decodeURI(pathToFileURL(file).href);
}
