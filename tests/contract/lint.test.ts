import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Copy } from './support/redocly.ts';

interface Mistake {
  title: string;
  file: string;
  from: string;
  to: string;
  rule: string;
  contract: string;
}

const mistakes: Mistake[] = [
  {
    title: 'A response whose example has a wrong type',
    contract: 'users',
    file: 'users.yaml',
    from: 'appId: 4711',
    to: 'appId: many',
    rule: 'no-invalid-media-type-examples',
  },
  {
    title: 'A response whose example has a field that the schema does not know',
    contract: 'users',
    file: 'users.yaml',
    from: 'appId: 4711',
    to: 'applicationId: 4711',
    rule: 'no-invalid-media-type-examples',
  },
  {
    title: 'A parameter whose example is not a UUID',
    contract: 'accounts',
    file: 'accounts.yaml',
    from: 'example: 963d5a3a-6e7e-4dba-ab5e-0b9cde858650',
    to: 'example: current',
    rule: 'no-invalid-parameter-examples',
  },
  {
    title: 'A shared parameter whose example has a wrong type',
    contract: 'transactions',
    file: 'shared/parameters.yaml',
    from: 'example: 4\n',
    to: 'example: four\n',
    rule: 'no-invalid-parameter-examples',
  },
  {
    title: 'A response without a named example',
    contract: 'providers',
    file: 'providers.yaml',
    from:
      '              examples:\n                enabledProviders:\n' +
      "                  $ref: '#/components/examples/enabledProviders'\n",
    to: '',
    rule: 'rule/media-type-examples',
  },
  {
    title: 'A field without a description',
    contract: 'providers',
    file: 'providers.yaml',
    from: '          description: Whether the provider is in beta.\n',
    to: '',
    rule: 'rule/schema-description-sentence',
  },
  {
    title: 'A field of a shared schema without a description',
    contract: 'sequencing',
    file: 'shared/transaction.yaml',
    from: "      description: The category's code.\n",
    to: '',
    rule: 'rule/schema-description-sentence',
  },
  {
    title: 'An operation without a summary',
    contract: 'users',
    file: 'users.yaml',
    from: '      summary: Create a user\n',
    to: '',
    rule: 'operation-summary',
  },
  {
    title: 'An operation without a description',
    contract: 'users',
    file: 'users.yaml',
    from: "      description: Returns a user and their consents. Identify the user by the platform's ID or your own.\n",
    to: '',
    rule: 'operation-description',
  },
  {
    title: 'An operation whose description starts with the reader instead of a verb',
    contract: 'users',
    file: 'users.yaml',
    from: 'description: Returns a user',
    to: 'description: You receive a user',
    rule: 'rule/operation-description-verb',
  },
  {
    title: 'A parameter without a description',
    contract: 'accounts',
    file: 'accounts.yaml',
    from: "          description: The account's ID.\n",
    to: '',
    rule: 'parameter-description',
  },
  {
    title: 'A tag without a description',
    contract: 'providers',
    file: 'providers.yaml',
    from: "    description: The institutions that hold your end users' accounts.\n",
    to: '',
    rule: 'tag-description',
  },
  {
    title: 'An operation ID that is not camelCase',
    contract: 'users',
    file: 'users.yaml',
    from: 'operationId: createUser',
    to: 'operationId: Users_Create',
    rule: 'rule/operation-id-verb-noun',
  },
  {
    title: 'An operation ID that does not start with a known verb',
    contract: 'users',
    file: 'users.yaml',
    from: 'operationId: createUser',
    to: 'operationId: userCreation',
    rule: 'rule/operation-id-verb-noun',
  },
  {
    title: 'An operation ID that is used twice',
    contract: 'users',
    file: 'users.yaml',
    from: 'operationId: deleteUser',
    to: 'operationId: createUser',
    rule: 'operation-operationId-unique',
  },
  {
    title: 'A reference that leads nowhere',
    contract: 'consents',
    file: 'consents.yaml',
    from: './shared/consent.yaml#/Consent',
    to: './shared/consent.yaml#/Permission',
    rule: 'no-unresolved-refs',
  },
  {
    title: 'A summary with a full stop',
    contract: 'users',
    file: 'users.yaml',
    from: 'summary: Get a user',
    to: 'summary: Get a user.',
    rule: 'rule/operation-summary-full-stop',
  },
  {
    title: 'A summary of more than 50 characters',
    contract: 'users',
    file: 'users.yaml',
    from: 'summary: Get a user',
    to: 'summary: Get a user with all the consents and the moment of creation',
    rule: 'rule/operation-summary-length',
  },
  {
    title: 'A summary that is not in sentence case',
    contract: 'users',
    file: 'users.yaml',
    from: 'summary: Get a user',
    to: 'summary: Get A User',
    rule: 'rule/operation-summary-sentence-case',
  },
  {
    title: 'A component that nothing uses',
    contract: 'providers',
    file: 'providers.yaml',
    from: '  schemas:\n',
    to: '  schemas:\n    Unused:\n      type: string\n      description: A text.\n',
    rule: 'no-unused-components',
  },
  {
    title: 'A path parameter that is not declared',
    contract: 'accounts',
    file: 'accounts.yaml',
    from: '/Accounts/{Id}:',
    to: '/Accounts/{AccountId}:',
    rule: 'path-parameters-defined',
  },
  {
    title: 'A security scheme that does not exist',
    contract: 'users',
    file: 'users.yaml',
    from: '  - oauth2: [customer-api]',
    to: '  - apiKey: []',
    rule: 'security-defined',
  },
  {
    title: 'A key that OpenAPI does not know',
    contract: 'users',
    file: 'users.yaml',
    from: 'info:\n',
    to: 'info:\n  section: users\n',
    rule: 'struct',
  },
];

let copy: Copy;
beforeEach(() => {
  copy = new Copy();
});
afterEach(() => copy.remove());

test('No ignore file hides findings', () => {
  assert.equal(existsSync(join(copy.folder, '.redocly.lint-ignore.yaml')), false);
});

for (const { title, contract, file, from, to, rule } of mistakes) {
  test(`${title} fails the lint by ${rule}`, async () => {
    copy.edit(file, from, to);
    const findings = await copy.lint(`${contract}.yaml`);
    assert.ok(
      findings.some((finding) => finding.rule === rule && finding.severity === 'error'),
      JSON.stringify(findings),
    );
  });
}
