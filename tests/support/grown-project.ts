import type { ProjectCopy } from './project-copy.ts';

/** Removes the announcement. */
export function removeAnnouncement(copy: ProjectCopy): void {
  const file = 'src/config/announcement.ts';
  const [declaration] = /^[^]*\nexport const announcement[^=]*=/.exec(copy.read(file)) ?? [];
  if (declaration === undefined) throw new Error(`${file} exports no announcement.`);
  copy.write(file, `${declaration} undefined;\n`);
}

/** Adds Dutch, with one translated page, `/nl/webhooks/`. */
export function addLanguage(copy: ProjectCopy): void {
  const dutch = "nl: { label: 'Nederlands', lang: 'nl' }";
  copy.edit('src/config/locales.ts', '\n  root: {', `\n  ${dutch},\n  root: {`);
  const page = `---
title: Webhooks in het Nederlands
description: Een bladzijde in een tweede taal, zodat de bouw laat zien dat de taal vanzelf verschijnt.
---

Tekst.

## Next steps

- [De structuur](/webhooks/structure/).
`;
  copy.write('src/content/docs/nl/webhooks/index.mdx', page);
}
