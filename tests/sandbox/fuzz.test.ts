import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { platformDocument } from '../../src/sandbox/document.ts';
import { generator } from '../support/random.ts';
import { startedSandbox } from './support.ts';

const REQUESTS = 5000;
const document = await platformDocument();
const validator = new OpenAPIBackend({
  definition: structuredClone(document) as Document,
  quick: true,
  customizeAjv: (ajv) => addFormats(ajv, ['date', 'date-time', 'uri', 'uuid', 'password']),
});
await validator.init();

interface Attempt {
  operationId: string;
  method: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  encoding?: string;
  type?: string;
  /** What is wrong with it. Nothing is in a request that fits the contract. */
  broken?: string;
}

const operations = validator.router.getOperations();

/** A request made of the contract's examples: some parameters, and the body with some of its optional fields. */
function valid(random: () => number): Attempt {
  const operation = pick(operations, random);
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
    const value = String(parameter.example);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value);
    else if (parameter.required || random() < 0.4) query.set(parameter.name, value);
  }
  const attempt = { operationId: operation.operationId ?? '', method: operation.method.toUpperCase() };
  const [type, media] = contentOf(operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined);
  const url = `${path}${query.size > 0 ? `?${query}` : ''}`;
  if (type === undefined || media === undefined) return { ...attempt, path: url };
  const { required = [] } = media.schema as OpenAPIV3_1.SchemaObject;
  const [example] = Object.values(media.examples ?? {}) as OpenAPIV3_1.ExampleObject[];
  const fields = Object.entries(example?.value as object).filter(
    ([name]) => required.includes(name) || random() < 0.7,
  );
  const isForm = type.includes('form');
  const body = isForm ? String(new URLSearchParams(fields)) : JSON.stringify(Object.fromEntries(fields));
  return { ...attempt, path: url, type, body };
}

function contentOf(body: OpenAPIV3_1.RequestBodyObject | undefined) {
  return (Object.entries(body?.content ?? {})[0] ?? []) as [string?, OpenAPIV3_1.MediaTypeObject?];
}

/** What every object has, and no contract. */
const inheritedNames = ['toString', '__proto__', 'constructor', 'valueOf', 'hasOwnProperty'];

/** Breaks a request in one of the ways in which clients do. */
function broken(attempt: Attempt, random: () => number): Attempt {
  const [path = '', search = ''] = attempt.path.split('?');
  const { type, operationId } = attempt;
  const body = String(attempt.body ?? '');
  const isJson = type === 'application/json';
  const query = (pattern: RegExp, replacement: string) => attempt.path.replace(pattern, replacement);
  const ways: (Attempt | false)[] = [
    { ...attempt, path: `${path}?${search}&Unknown=1`, broken: 'a parameter that is not in the contract' },
    /ConsentId=/.test(search) && {
      ...attempt,
      path: query(/ConsentId=[^&]+/, 'ConsentId=1'),
      broken: 'an ID that is not a UUID',
    },
    /Page(Size)?=/.test(search) && {
      ...attempt,
      path: query(/(Page(?:Size)?)=[^&]+/, '$1=many'),
      broken: 'text for a number',
    },
    isJson && { ...attempt, body: body.slice(0, -1), broken: 'JSON that is cut off' },
    isJson && { ...attempt, body: '[1, 2]', broken: 'an array for an object' },
    body.includes('"providerKey"') && {
      ...attempt,
      body: body.replace('providerKey', 'provider'),
      broken: 'no required field',
    },
    type !== undefined && { ...attempt, body: '', broken: 'no body' },
    ...inheritedNames.flatMap((name) => [
      { ...attempt, path: `${path}?${search}&${name}=1`, broken: `a parameter named ${name}` },
      isJson && { ...attempt, body: body.replace('{', `{"${name}": 1,`), broken: `a field named ${name}` },
    ]),
    operationId !== 'createAccessToken' && {
      ...attempt,
      path: `${path}/%ZZ`,
      broken: 'a percent sign that encodes nothing',
    },
    isJson && { ...attempt, type: 'text/plain', broken: 'another content type' },
    isJson && {
      ...attempt,
      body: new Uint8Array(gzipSync(body)),
      encoding: 'gzip',
      broken: 'a compressed body',
    },
    operationId === 'createAccessToken' && {
      ...attempt,
      type: 'application/json',
      body: '{}',
      broken: 'JSON instead of a form',
    },
  ];
  return pick(
    ways.filter((way) => way !== false),
    random,
  );
}

function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}

test(`${REQUESTS} requests made from the contract get responses that fit it, and broken ones get problem details`, async (context) => {
  const { send, authorization, clock, sandbox, call } = await startedSandbox(context);
  const random = generator(20_261_102);
  const operationsCalled = new Set<string>();
  const fitting = new Set<string>();
  let rejected = 0;
  for (let count = 0; count < REQUESTS; count++) {
    // Deletions leave little to ask about.
    if (count % 50 === 49) await call('POST', '/sandbox/reset', {});
    const request = valid(random);
    const attempt = count % 2 === 0 ? request : broken(request, random);
    const { operationId, method, path, body, type } = attempt;
    const response = await send(path, {
      method,
      headers: {
        authorization,
        ...(type !== undefined && { 'content-type': type }),
        ...(attempt.encoding && { 'content-encoding': attempt.encoding }),
      },
      ...(body !== undefined && body.length > 0 && { body }),
    });
    const what = `${method} ${path} ${body ?? ''} (${attempt.broken ?? 'valid'}): ${response.status} ${JSON.stringify(response.body)}`;
    assert.ok(response.status < 500, `${what} ${JSON.stringify(sandbox.log.requests.at(-1))}`);
    operationsCalled.add(operationId);
    if (attempt.broken !== undefined) {
      rejected++;
      assert.ok([400, 415].includes(response.status), what);
      const fields =
        operationId === 'createAccessToken' ? ['error'] : ['type', 'title', 'status', 'traceId', 'detail'];
      for (const field of fields) assert.ok(field in response.body, what);
    }
    const documented = operations.find((each) => each.operationId === operationId)?.responses ?? {};
    if (String(response.status) in documented) {
      const { errors } = validator.validator.validateResponse(
        response.body === '' ? null : response.body,
        operationId,
        response.status,
      );
      assert.deepEqual(errors ?? [], [], what);
      fitting.add(`${operationId} ${response.status}`);
    } else {
      // The contract documents no such status for the operation. The sandbox then sends problem details, too.
      assert.ok([400, 404, 415].includes(response.status) && 'traceId' in response.body, what);
    }
    clock.forward(100);
  }
  assert.equal(operationsCalled.size, operations.length);
  assert.equal(rejected, REQUESTS / 2);
  assert.ok(fitting.size > operations.length, [...fitting].join());
});

test('Bodies that are too long, cut off or of another type leave the sandbox up', async (context) => {
  const { call, send, authorization, origin } = await startedSandbox(context);
  const post = (body: string, type: string) =>
    send('/Users', { method: 'POST', body, headers: { authorization, 'content-type': type } });
  assert.equal(
    (await post(JSON.stringify({ externalUserId: 'x'.repeat(2 ** 20) }), 'application/json')).status,
    413,
  );
  assert.equal((await post('externalUserId=1', 'text/plain')).status, 415);
  assert.equal((await post('{"__proto__": {"polluted": true}}', 'application/json')).status, 400);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.equal((await post('{"externalUserId": 7}', 'application/json')).status, 400);

  await new Promise<void>((resolve) => {
    const request = httpRequest(`${origin}/Users`, { method: 'POST', headers: { 'content-length': '100' } });
    request.on('error', () => resolve());
    request.write('{');
    setTimeout(() => request.destroy(), 20);
  });
  assert.equal((await call('GET', '/Providers')).status, 200);
});
