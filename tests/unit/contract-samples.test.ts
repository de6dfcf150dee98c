import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSync } from 'rolldown/utils';
import { sampleLanguages } from '../../src/config/languages.ts';
import { environments, TOKEN_PLACEHOLDER } from '../../src/config/samples.ts';
import { contracts } from '../../src/contract/index.ts';
import { bodiesOf, lookupFor } from '../../src/contract/lookup.ts';
import type { OpenApiDocument, Operation } from '../../src/contract/model.ts';
import { samplesOf } from '../../src/contract/samples/index.ts';
import { withChangedContract, withCompiledContracts } from '../support/compiled-contracts.ts';

withCompiledContracts();

const lookup = lookupFor('src/content/docs/guide.mdx');

/** Calls of the APIs; a webhook is called by the platform and has no sample. */
const operations = () =>
  contracts().flatMap((each) => each.operations.filter(({ kind }) => kind === 'operation'));

function sample(id: string, label: string, example?: string): string {
  const found = samplesOf(lookup.operation(id), example).find((each) => each.label === label);
  assert.ok(found, `${id} has no sample in ${label}`);
  return found.code;
}

test('The six languages of the specification come in their order', () => {
  assert.deepEqual(
    sampleLanguages.map(({ label }) => label),
    ['cURL', 'JavaScript', 'Python', 'C#', 'Java', 'PHP'],
  );
});

test('Java sends JSON as a text block, and encodes the fields of a form', () => {
  assert.ok(
    sample('createUser', 'Java').includes(
      ['var body = """', '{', '  "externalUserId": "customer-1042"', '}', '""";'].join('\n        '),
    ),
    sample('createUser', 'Java'),
  );
  assert.match(
    sample('createAccessToken', 'Java'),
    /"client_secret=" \+ URLEncoder\.encode\("YOUR_CLIENT_SECRET", StandardCharsets\.UTF_8\)/,
  );
});

test('The credentials of the sandbox are those of the contract, which samples replace by placeholders', () => {
  const { clientId, clientSecret } = environments.sandbox;
  const { value } = lookup.example('createAccessToken', 'request') as { value: Record<string, string> };
  assert.equal(value['client_id'], clientId);
  assert.equal(value['client_secret'], clientSecret);
});

describe('Each operation', () => {
  /** Runs a check on every sample of every operation. */
  function everySample(check: (code: string, operation: Operation, language: string) => void) {
    assert.ok(operations().length > 0);
    for (const operation of operations()) {
      for (const { label, code } of samplesOf(operation)) check(code, operation, `${operation.id}, ${label}`);
    }
  }

  test('has one sample in each language', () => {
    const labels = sampleLanguages.map(({ label }) => label);
    for (const operation of operations()) {
      assert.deepEqual(
        samplesOf(operation).map(({ label }) => label),
        labels,
        operation.id,
      );
    }
  });

  test('is called at its own URL, with a value for each part of the path', () => {
    everySample((code, { path }, name) => {
      assert.ok(code.includes(environments.platform.host), name);
      assert.ok(code.includes(path.split('{')[0]!), name);
      assert.doesNotMatch(code, /\{(?:id|Id)\}/, name);
    });
  });

  test('shows no value that nobody set', () => {
    everySample((code, _operation, name) => {
      assert.doesNotMatch(code, /undefined|\[object Object\]|NaN/, name);
      assert.notEqual(code.trim(), '', name);
    });
  });

  test('sends the token, except when requesting it', () => {
    everySample((code, { id }, name) => {
      assert.equal(
        /Authorization/i.test(code) && code.includes(TOKEN_PLACEHOLDER),
        id !== 'createAccessToken',
        name,
      );
    });
  });

  test('sends the first example of its request, with every value of it but the credentials', () => {
    const { clientId, clientSecret } = environments.sandbox;
    const credentials = [clientId, clientSecret] as string[];
    everySample((code, operation, name) => {
      const example = bodiesOf(operation).get('request')?.examples[0];
      for (const value of leaves(example?.value).filter((each) => !credentials.includes(each))) {
        assert.ok(code.includes(value) || code.includes(encodeURIComponent(value)), `${name}: ${value}`);
      }
    });
  });
});

/** The strings within an example. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

test('A sample in JavaScript is a whole module', () => {
  for (const { id } of operations()) {
    assert.deepEqual(parseSync('sample.mjs', sample(id, 'JavaScript')).errors, [], id);
  }
});

/** How a sample prints the status, and how it fails on one that is no success. */
const outcomes: Record<string, [prints: string, fails: string]> = {
  cURL: ['--include', '--fail-with-body'],
  JavaScript: ['console.log(response.status', 'if (!response.ok) process.exitCode = 1;'],
  Python: ['print(response.status_code', 'response.raise_for_status()'],
  'C#': ['(int)response.StatusCode', 'response.EnsureSuccessStatusCode();'],
  Java: ['System.out.println(response.statusCode()', 'System.exit(1);'],
  PHP: ['echo $status', 'exit($status >= 200 && $status < 300 ? 0 : 1);'],
};

test('A sample prints the status of the response, and fails on an error', () => {
  for (const { id } of operations()) {
    for (const [label, parts] of Object.entries(outcomes)) {
      for (const part of parts) assert.ok(sample(id, label).includes(part), `${id}, ${label}: ${part}`);
    }
  }
});

/** How a sample limits the wait. cURL's waits until its user stops it. */
const timeouts: Record<string, string> = {
  JavaScript: 'signal: AbortSignal.timeout(30_000),',
  Python: 'timeout=30,',
  'C#': 'Timeout = TimeSpan.FromSeconds(30)',
  Java: '.timeout(Duration.ofSeconds(30))',
  PHP: 'CURLOPT_TIMEOUT => 30,',
};

test('A sample waits 30 seconds at most', () => {
  for (const { id } of operations()) {
    for (const [label, timeout] of Object.entries(timeouts))
      assert.ok(sample(id, label).includes(timeout), `${id}, ${label}`);
  }
});

test('A sample includes what it needs to run', () => {
  for (const { id } of operations()) {
    assert.match(sample(id, 'Python'), /^import requests\n/, id);
    assert.match(
      sample(id, 'Java'),
      /^import java\.net\.\*;\nimport java\.net\.http\.\*;\n[^]*\nclass \w+ \{\n/,
      id,
    );
    assert.match(sample(id, 'PHP'), /^<\?php\n/, id);
  }
});

test('Strings of a sample keep quotes, backslashes and empty objects in every language', () => {
  const addExample = (document: OpenApiDocument) => {
    const body = document.paths?.['/v2/categorization-jobs']?.post?.requestBody;
    assert.ok(body && 'content' in body);
    body.content['application/json']!.examples!['special'] = {
      value: { profile: `it's "here" \\ there`, metaData: {}, accountIds: [] },
    };
  };
  withChangedContract('categorization-v2', addExample, () => {
    const code = (label: string) => sample('createCategorizationJob', label, 'special');
    assert.ok(code('cURL').includes(String.raw`"it'\''s \"here\" \\ there"`), code('cURL'));
    assert.ok(code('JavaScript').includes(String.raw`'it\'s "here" \\ there'`), code('JavaScript'));
    assert.ok(code('Python').includes(String.raw`"it's \"here\" \\ there"`), code('Python'));
    assert.ok(code('PHP').includes("'metaData' => new stdClass()"), code('PHP'));
    assert.ok(code('Java').includes(String.raw`"it's \\"here\\" \\\\ there"`), code('Java'));
  });
});

test('A sample shows the query parameters that the contract chooses', () => {
  assert.match(sample('deleteUser', 'cURL'), /\?ExternalUserId=customer-1042/);
  assert.doesNotMatch(sample('deleteUser', 'cURL'), /[?&]UserId=/);
});

test('A sample may show another example of the request by its name', () => {
  const addExample = (document: OpenApiDocument) => {
    const body = document.paths?.['/Users']?.post?.requestBody;
    assert.ok(body && 'content' in body);
    body.content['application/json']!.examples!['secondUser'] = {
      value: { externalUserId: 'customer-2077' },
    };
  };
  withChangedContract('users', addExample, () => {
    assert.match(sample('createUser', 'cURL'), /customer-1042/);
    assert.match(sample('createUser', 'cURL', 'newUser'), /customer-1042/);
    assert.match(sample('createUser', 'cURL', 'secondUser'), /customer-2077/);
  });
});

test('The token request has a form body, as the client-credentials flow requires', () => {
  const code = sample('createAccessToken', 'cURL');
  assert.match(code, /\/cfa\/connect\/token/);
  assert.match(code, /--data-urlencode 'grant_type=client_credentials'/);
  assert.match(code, /--data-urlencode 'scope=customer-api'/);
});

test('A sample is JSON where the body is JSON', () => {
  const code = sample('createUser', 'cURL');
  const { value } = lookup.example('createUser', 'request');
  const sent = /\{[^]*\}/.exec(code)?.[0] ?? '';
  assert.deepEqual(JSON.parse(sent), value);
});

test('An unknown example of the request is refused', () => {
  assert.throws(() => sample('createUser', 'cURL', 'noSuchUser'), /noSuchUser/);
});
