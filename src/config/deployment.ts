import { posix } from 'node:path';

/** The site's origin and base path, such as `/` or `/docs/`, from `SITE_URL` and `BASE_PATH` in the environment. */
export function readDeployment(environment: Readonly<Record<string, string | undefined>>, origin: string) {
  const url = environment['SITE_URL'] || origin;
  const parsed = URL.parse(url);
  // Host configurations contain the name. URLs allow more characters than configurations do.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(parsed?.origin ?? '') || parsed?.href !== `${parsed?.origin}/`)
    throw new Error(
      `SITE_URL is "${url}", which isn't an origin. Write SITE_URL=https://docs.example.com, and a path in BASE_PATH.`,
    );
  const path = environment['BASE_PATH'] || '/';
  if (!/^\/?([\w.~-]+(\/[\w.~-]+)*\/?)?$/.test(path) || posix.normalize(path) !== path)
    throw new Error(`BASE_PATH is "${path}", which isn't a path. Write BASE_PATH=/docs/`);
  return { origin: parsed.origin, base: posix.join('/', path, '/') };
}
