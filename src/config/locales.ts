import { site } from './site.ts';

/** The site's languages, in Starlight's format: `root` is served at `/`, any other key at `/<key>/`. */
export const locales: Record<string, { label: string; lang: string }> = {
  root: { label: site.language.label, lang: site.language.code },
};
