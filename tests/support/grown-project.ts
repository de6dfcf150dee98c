import { copyFileSync, globSync } from 'node:fs';
import { parseDocument, type YAMLMap } from 'yaml';
import type { ProjectCopy } from './project-copy.ts';

/*
 * Changes that a team makes over time, each as CONTRIBUTING.md describes it. Tests that aren't about a change
 * must still pass after it.
 */

/** Removes the announcement. */
export function removeAnnouncement(copy: ProjectCopy): void {
  const file = 'src/config/announcement.ts';
  const [declaration] = /^[^]*\nexport const announcement[^=]*=/.exec(copy.read(file)) ?? [];
  if (declaration === undefined) throw new Error(`${file} exports no announcement.`);
  copy.write(file, `${declaration} undefined;\n`);
}

/** Adds an operation's handler to the sandbox, which doesn't start without one. */
function addHandler(copy: ProjectCopy, operationId: string, result = '[]'): void {
  const first = '    listProviders: () => providers(sandbox),\n';
  copy.edit('src/sandbox/operations/data.ts', first, `${first}    ${operationId}: () => ${result},\n`);
}

/** Adds an optional field, `User.language`, and an operation, `listUsers`, to the Users API, as a new version. */
export function addFieldAndOperation(copy: ProjectCopy): void {
  const contract = parseDocument(copy.read('openapi/users.yaml'));
  contract.setIn(
    ['components', 'schemas', 'User', 'properties', 'language'],
    contract.createNode({ type: 'string', description: 'The language that the end user prefers.' }),
  );
  const description = 'The users.';
  const schema = { type: 'array', description, items: { $ref: '#/components/schemas/User' } };
  // Its only example is empty.
  const examples = { none: { summary: 'Without users', value: [] } };
  const operation = {
    operationId: 'listUsers',
    tags: ['Users'],
    summary: 'List the users',
    description: 'Returns the users.',
    responses: { 200: { description, content: { 'application/json': { schema, examples } } } },
  };
  const path = contract.getIn(['paths', '/Users']) as YAMLMap;
  // The linter requires GET before the other methods.
  path.items.unshift(contract.createPair('get', operation));
  addHandler(copy, 'listUsers');
  contract.setIn(['info', 'version'], '9.0.0');
  copy.write('openapi/users.yaml', contract.toString({ lineWidth: 0, flowCollectionPadding: false }));
  const changelog = 'openapi/changelog/users.md';
  const entry = '- Add `GET /Users` and `language` to a user.';
  copy.write(changelog, copy.read(changelog).replace('## ', `## 9.0.0 – 2030-01-31\n\n${entry}\n\n## `));
}

/** Renames a guide's heading and the links to it. */
export function renameHeading(copy: ProjectCopy): void {
  const pages = 'src/content/docs/account-information/data-access/consents.mdx';
  const [heading, text = ''] = /^## (.*status.*)$/im.exec(copy.read(pages)) ?? [];
  if (!heading) throw new Error(`${pages} has no heading about the status.`);
  const id = text.toLowerCase().replaceAll(' ', '-');
  const anchor = `#${id}`;
  // As `npm run lint:pages` says, the old anchor stays.
  copy.edit(pages, heading, `<a id="${id}" />\n\n## Look at what happened`);
  for (const file of globSync('src/**/*.{md,mdx,ts,yaml}', { cwd: copy.folder })) {
    const renamed = copy
      .read(file)
      .replaceAll(`data-access/consents/${anchor}`, 'data-access/consents/#look-at-what-happened');
    const own = file === pages ? renamed.replaceAll(`](${anchor})`, '](#look-at-what-happened)') : renamed;
    if (own !== copy.read(file)) copy.write(file, own);
  }
}

/** Adds the section "Payments" with one guide, which links to the given operations. */
export function addSection(copy: ProjectCopy, operations: readonly string[]): void {
  const section = "{ id: 'payments', label: 'Payments', href: '/payments/' }";
  copy.edit('src/config/sections.ts', '\n] as const;', `\n  ${section},\n] as const;`);
  copy.edit('src/config/sidebars.ts', '\n  webhooks: [', "\n  payments: ['payments'],\n  webhooks: [");
  // Use a copy instead of the image that `npm run images` would render.
  copyFileSync(copy.path('public/social/webhooks.png'), copy.path('public/social/payments.png'));
  const neighbor = 'src/content/docs/webhooks/structure.mdx';
  const page = `---
title: List payments
description: List the payments of your end users, and read the language in which to write to each of them.
---
import OperationLink from '@components/OperationLink.astro';

${operations.map((id) => `- <OperationLink of="${id}" />`).join('\n')}

## Next steps

- [Read the body of a webhook](/webhooks/structure/).
`;
  copy.write('src/content/docs/payments/index.mdx', page);
  copy.write(neighbor, `${copy.read(neighbor).trimEnd()}\n- [List payments](/payments/).\n`);
}

/** Adds the Payments API, a twin of the Providers API with one operation, `listPayments`, to the section "Payments". */
export function addApi(copy: ProjectCopy): void {
  const api = "{ name: 'payments', page: 'payments-api', section: 'payments' }";
  copy.edit('src/config/apis.ts', '\n] as const', `\n  ${api},\n] as const`);
  for (const file of [
    'openapi/providers.yaml',
    'openapi/changelog/providers.md',
    'src/content/docs/providers-api.mdx',
  ]) {
    const twin = copy.read(file).replaceAll('provider', 'payment').replaceAll('Provider', 'Payment');
    copy.write(file.replace('providers', 'payments'), twin);
  }
  addHandler(copy, 'listPayments', "sandbox.examples('enabledPayments')");
  copy.edit('openapi/payments.yaml', 'section: account-information', 'section: payments');
  const overview = 'src/content/docs/api.mdx';
  copy.edit(overview, '\n</Filter>', '\n## Payments\n\n<ApiIndex section="payments" />\n\n</Filter>');
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
