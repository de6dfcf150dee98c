import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's font packages, each with its folder below `/usr/share/fonts/truetype/`. */
export const fontSets = {
  dejavu: 'fonts-dejavu-core',
  liberation: 'fonts-liberation',
  noto: 'fonts-noto-core',
} as const;

/** The environment for a browser that only finds one set of fonts. */
export function onlyFonts(set: string): Record<string, string> {
  const folder = join(import.meta.dirname, '../../test-results/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  const settings = `<dir>/usr/share/fonts/truetype/${set}</dir>
<include ignore_missing="yes">/etc/fonts/conf.d</include>
<cachedir>${folder}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>\n${settings}\n</fontconfig>\n`);
  return { FONTCONFIG_FILE: file };
}
