import { site } from './site.ts';

/**
 * Languages of the site, as Starlight takes them: the key `root` is served at `/`, any other key at `/<key>/`.
 * The language switcher lists them all; a locale added here appears there.
 */
export const locales: Record<string, { label: string; lang: string }> = {
  root: { label: site.language.label, lang: site.language.code },
};
