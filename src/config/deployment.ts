/**
 * Reads the site's origin and base path from the environment.
 *
 * @param environment - `SITE_URL`, an origin, and `BASE_PATH`, a path. Both may be absent.
 * @param origin - The default for `SITE_URL`.
 * @returns The origin, and the path that the site is served below, with a slash at each end: `/` or `/docs/`.
 * @throws Error with the variable, its value, and an example.
 */
export function readDeployment(environment: Readonly<Record<string, string | undefined>>, origin: string) {
  const url = environment['SITE_URL'] || origin;
  const parsed = URL.parse(url);
  if (!/^https?:/.test(url) || parsed?.href !== `${parsed?.origin}/`)
    throw new Error(
      `SITE_URL is "${url}", which isn't an origin. Write SITE_URL=https://docs.example.com, and a path in BASE_PATH.`,
    );
  const path = environment['BASE_PATH'] || '/';
  if (!/^\/?([\w.~-]+(\/[\w.~-]+)*\/?)?$/.test(path) || /(^|\/)\.\.?(\/|$)/.test(path))
    throw new Error(`BASE_PATH is "${path}", which isn't a path. Write BASE_PATH=/docs/`);
  return { origin: parsed.origin, base: `/${path}/`.replaceAll(/\/+/g, '/') };
}
