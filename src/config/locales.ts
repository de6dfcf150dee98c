import { site } from './site.ts';

/**
 * Languages of the site, in Starlight's format: the key `root` is served at `/`, any other key at `/<key>/`. The
 * language menu lists all of them.
 */
export const locales: Record<string, { label: string; lang: string }> = {
  root: { label: site.language.label, lang: site.language.code },
};
