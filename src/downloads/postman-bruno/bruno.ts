import type { Collection, Entry, Environment, Folder, Item } from './model.ts';

/** What Bruno's scripts call the objects of Postman's. */
const brunoNames = [
  ['pm.test(', 'test('],
  ['pm.expect(', 'expect('],
  ['pm.response.code', 'res.getStatus()'],
  ['pm.response.json()', 'res.getBody()'],
  ['pm.environment.set(', 'bru.setEnvVar('],
  ['pm.collectionVariables.set(', 'bru.setCollectionVar('],
] as const;

/**
 * The files of a Bruno collection with the requests, tests and variables of the Postman collection, by their paths, as
 * text in blocks. Descriptions of parameters and the example responses are left out: they make up most of its size.
 */
export function brunoFiles(
  collection: Collection,
  environments: Readonly<Record<'Platform' | 'Sandbox', Environment>>,
): ReadonlyMap<string, string> {
  const { info, variable, item } = collection;
  const config = { version: '1', name: info.name, type: 'collection' };
  return new Map([
    ['bruno.json', `${JSON.stringify(config, null, 2)}\n`],
    [
      'collection.bru',
      blocks({
        meta: [`name: ${info.name}`],
        auth: ['mode: bearer'],
        'auth:bearer': ['token: {{accessToken}}'],
        'vars:pre-request': pairs(variable),
        docs: info.description.content.split('\n'),
      }),
    ],
    ...Object.entries(environments).map(([name, environment]): [string, string] => [
      `environments/${name}.bru`,
      environmentFile(environment),
    ]),
    ...item.flatMap(folderFiles),
  ]);
}

function environmentFile({ values }: Environment): string {
  const secret = values.filter(({ type }) => type === 'secret').map(({ key }) => `  ${key}`);
  const others = values.filter(({ type }) => type !== 'secret');
  return `${blocks({ vars: pairs(others) })}vars:secret [\n${secret.join(',\n')}\n]\n`;
}

function folderFiles(folder: Folder, index: number): [path: string, content: string][] {
  const path = fileName(folder.name);
  return [
    [`${path}/folder.bru`, blocks({ meta: [`name: ${folder.name}`, `seq: ${index + 1}`] })],
    ...folder.item.map((item, place): [string, string] => [
      `${path}/${fileName(item.name)}.bru`,
      requestFile(item, place + 1),
    ]),
  ];
}

function requestFile({ name, request, event }: Item, seq: number): string {
  const { url, body, auth, header, description } = request;
  const kind = body ? { raw: 'json', urlencoded: 'formUrlEncoded' }[body.mode] : 'none';
  const script = event.flatMap((each) => each.script.exec).join('\n');
  return blocks({
    meta: [`name: ${name}`, 'type: http', `seq: ${seq}`],
    [request.method.toLowerCase()]: [
      `url: ${url.raw}`,
      `body: ${kind}`,
      `auth: ${auth ? 'none' : 'inherit'}`,
    ],
    'params:query': pairs(url.query ?? []),
    'params:path': pairs(url.variable ?? []),
    headers: pairs(header),
    'body:json': body?.mode === 'raw' ? body.raw.split('\n') : [],
    'body:form-urlencoded': body?.mode === 'urlencoded' ? pairs(body.urlencoded) : [],
    'script:post-response': brunoNames
      .reduce((code, [postman, bruno]) => code.replaceAll(postman, bruno), script)
      .split('\n'),
    settings: ['encodeUrl: true'],
    docs: description.content.split('\n'),
  });
}

/** Writes the blocks of a file that have lines. */
function blocks(contents: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(contents)
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`)
    .join('\n');
}

/** A tilde marks what isn't sent. */
const pairs = (entries: readonly Pick<Entry, 'key' | 'value' | 'disabled'>[]) =>
  entries.map(({ key, value, disabled }) => `${disabled ? '~' : ''}${key}: ${value}`);

const fileName = (name: string) => name.replaceAll(/[^\w ()-]/g, '');
