import { isMap, parseDocument } from 'yaml';
import type { ProjectCopy } from './project-copy.ts';

/*
 * What a team does to a site like this one over time, each step as CONTRIBUTING.md describes it. Tests that aren't
 * about one of these steps must pass after it.
 */

/** Replaces the announcement in force; `undefined` removes it. */
export function announce(copy: ProjectCopy, announcement: object | undefined): void {
  const file = 'src/config/announcement.ts';
  const [declaration] = /^[^]*\nexport const announcement[^=]*=/.exec(copy.read(file)) ?? [];
  if (declaration === undefined) throw new Error(`${file} exports no announcement.`);
  copy.write(file, `${declaration} ${announcement ? JSON.stringify(announcement) : 'undefined'};\n`);
}

/** Another announcement than the one in force. Its link leads to a page that {@link addSection} adds. */
export const otherAnnouncement = {
  id: 'payments',
  text: 'You can list payments now.',
  link: { href: '/payments/', label: 'See how' },
  dismissible: true,
};

/** Adds an optional field, `User.language`, and an operation, `listUsers`, to the Users API, as a new version. */
export function addFieldAndOperation(copy: ProjectCopy): void {
  const file = 'openapi/users.yaml';
  const contract = parseDocument(copy.read(file));
  contract.setIn(
    ['components', 'schemas', 'User', 'properties', 'language'],
    contract.createNode({ type: 'string', description: 'The language that the end user prefers.' }),
  );
  const users = {
    description: 'The users.',
    content: {
      'application/json': {
        schema: { type: 'array', description: 'The users.', items: { $ref: '#/components/schemas/User' } },
        examples: { noUsers: { summary: 'An app without users', value: [] } },
      },
    },
  };
  const listUsers = {
    operationId: 'listUsers',
    tags: ['Users'],
    summary: 'List the users',
    description: 'Returns every user of your customer app.',
    responses: { 200: users },
  };
  const path = contract.getIn(['paths', '/Users']);
  if (!isMap(path)) throw new Error(`${file} has no path /Users.`);
  // The linter wants GET before the other methods.
  path.items.unshift(contract.createPair('get', listUsers));
  const version = '9.0.0';
  contract.setIn(['info', 'version'], version);
  const changeLog = 'openapi/changelog/users.md';
  const release = `## ${version} – 2030-01-31\n\n- Add \`GET /Users\` and \`language\` to a user.\n\n## `;
  copy.write(changeLog, copy.read(changeLog).replace('## ', release));
  copy.write(file, contract.toString({ lineWidth: 0, flowCollectionPadding: false }));
}

/** Adds the section "Payments" with one guide. The guide links the given operations. */
export function addSection(copy: ProjectCopy, operations: readonly string[]): void {
  const section = "{ id: 'payments', label: 'Payments', href: '/payments/' }";
  copy.edit('src/config/sections.ts', '\n] as const;', `\n  ${section},\n] as const;`);
  copy.edit('src/config/sidebars.ts', '\n  webhooks: [', "\n  payments: ['payments'],\n  webhooks: [");
  const neighbor = 'src/content/docs/webhooks/structure.mdx';
  const [importLine] = /^import .*\bOperationLink\b.*$/m.exec(copy.read(neighbor)) ?? [];
  copy.write(
    'src/content/docs/payments/index.mdx',
    [
      '---',
      'title: List payments',
      'description: List the payments of your end users, and read the language in which to write to each of them.',
      '---',
      importLine,
      '',
      ...operations.map((id) => `- <OperationLink of="${id}" />`),
      '',
      '## Next steps',
      '',
      '- [Read the body of a webhook](/webhooks/structure/).',
      '',
    ].join('\n'),
  );
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
  copy.edit('openapi/payments.yaml', 'section: account-information', 'section: payments');
  const overview = 'src/content/docs/api.mdx';
  copy.edit(overview, '\n</ApiFilter>', '\n## Payments\n\n<ApiIndex section="payments" />\n\n</ApiFilter>');
}

/** Adds Dutch, with one translated page, `/nl/webhooks/`. */
export function addLanguage(copy: ProjectCopy): void {
  copy.edit(
    'src/config/locales.ts',
    '\n  root: {',
    "\n  nl: { label: 'Nederlands', lang: 'nl' },\n  root: {",
  );
  copy.write(
    'src/content/docs/nl/webhooks/index.mdx',
    [
      '---',
      'title: Webhooks in het Nederlands',
      'description: Een bladzijde in een tweede taal, zodat de bouw laat zien dat de taal vanzelf verschijnt.',
      '---',
      '',
      'Tekst.',
      '',
      '## Next steps',
      '',
      '- [De structuur](/webhooks/structure/).',
      '',
    ].join('\n'),
  );
}
