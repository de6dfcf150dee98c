import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's packages of fonts, each with its folder below `/usr/share/fonts/truetype/`. */
export const fontSets = {
  dejavu: 'fonts-dejavu-core',
  liberation: 'fonts-liberation',
  noto: 'fonts-noto-core',
} as const;

/**
 * The environment of a browser that finds the fonts of one set and no others.
 *
 * @throws Error that says which package to install.
 */
export function onlyFonts(set: string): Record<string, string> {
  const fonts = join('/usr/share/fonts/truetype', set);
  if (!(set in fontSets) || !existsSync(fonts))
    throw new Error(
      `There are no fonts "${set}". Install one of these on Debian: ${Object.values(fontSets).join(', ')}`,
    );
  const folder = join(import.meta.dirname, '../../test-results/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <cachedir>${folder}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}
