import { copyFileSync, globSync } from 'node:fs';
import { parseDocument, type Document, type YAMLMap } from 'yaml';
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

/** Publishes a new version of a contract: its number and a line in its changelog. */
function release(copy: ProjectCopy, name: string, contract: Document, what: string): void {
  contract.setIn(['info', 'version'], '9.0.0');
  copy.write(`openapi/${name}.yaml`, contract.toString({ lineWidth: 0, flowCollectionPadding: false }));
  const file = `openapi/changelog/${name}.md`;
  copy.write(file, copy.read(file).replace('## ', `## 9.0.0 – 2030-01-31\n\n- ${what}\n\n## `));
}

/** A GET that returns a list of objects with a schema. Its only example is empty. */
function listOperation(operationId: string, tag: string, noun: string, schema: string): object {
  const description = `The ${noun}.`;
  const items = { $ref: `#/components/schemas/${schema}` };
  const examples = { none: { summary: `Without ${noun}`, value: [] } };
  const body = { schema: { type: 'array', description, items }, examples };
  return {
    operationId,
    tags: [tag],
    summary: `List the ${noun}`,
    description: `Returns the ${noun}.`,
    responses: { 200: { description, content: { 'application/json': body } } },
  };
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
  const path = contract.getIn(['paths', '/Users']) as YAMLMap;
  // The linter requires GET before the other methods.
  path.items.unshift(contract.createPair('get', listOperation('listUsers', 'Users', 'users', 'User')));
  addHandler(copy, 'listUsers');
  release(copy, 'users', contract, 'Add `GET /Users` and `language` to a user.');
}

/** A newcomer's change: renames a guide's heading and the links to it. */
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

/** A newcomer's change: adds the guide from CONTRIBUTING.md, second in its section, and links to it. */
export function addGuide(copy: ProjectCopy): void {
  const [, indent = '', page = ''] = /^( *)```mdx\n([^]*?)^ *```$/m.exec(copy.read('CONTRIBUTING.md')) ?? [];
  // Another test adds the example unchanged.
  const text = page.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replace(/^title: .*/m, '$& again');
  copy.write('src/content/docs/account-information/secret-rotation.mdx', text);
  const first = "  'account-information': [\n    'account-information',\n";
  copy.edit('src/config/sidebars.ts', first, `${first}    'account-information/secret-rotation',\n`);
  const neighbor = 'src/content/docs/account-information/authentication.mdx';
  const link = '- [Rotate the client secret](/account-information/secret-rotation/).';
  copy.write(neighbor, `${copy.read(neighbor).trimEnd()}\n${link}\n`);
}

/** A newcomer's change: adds an operation to its contract, changelog, and the sandbox. */
export function addOperation(copy: ProjectCopy): void {
  const contract = parseDocument(copy.read('openapi/accounts.yaml'));
  const { parameters } = (contract.getIn(['paths', '/Accounts/{Id}', 'get']) as YAMLMap).toJSON() as {
    parameters: unknown;
  };
  const operation = {
    ...listOperation('listBalances', 'Accounts', 'balances', 'AccountBalance'),
    parameters,
  };
  contract.setIn(['paths', '/Accounts/{Id}/balances', 'get'], contract.createNode(operation));
  addHandler(copy, 'listBalances');
  release(copy, 'accounts', contract, 'Add `GET /Accounts/{Id}/balances`.');
}

/** Adds the section "Payments" with one guide, which links to the given operations. */
export function addSection(copy: ProjectCopy, operations: readonly string[]): void {
  const section = "{ id: 'payments', label: 'Payments', href: '/payments/' }";
  copy.edit('src/config/sections.ts', '\n] as const;', `\n  ${section},\n] as const;`);
  copy.edit('src/config/sidebars.ts', '\n  webhooks: [', "\n  payments: ['payments'],\n  webhooks: [");
  // Use a copy instead of the image that `npm run images` would render.
  copyFileSync(copy.path('public/social/webhooks.png'), copy.path('public/social/payments.png'));
  const neighbor = 'src/content/docs/webhooks/structure.mdx';
  const [importLine] = /^import .*\bOperationLink\b.*$/m.exec(copy.read(neighbor)) ?? [];
  const page = `---
title: List payments
description: List the payments of your end users, and read the language in which to write to each of them.
---
${importLine}

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
