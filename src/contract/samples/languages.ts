import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import type { SampleRequest } from './index.ts';

/*
 * A program for each language. It prints the status and the body and fails on an error status, so readers and the test
 * that runs all samples immediately see what went wrong.
 */

/**
 * A request with cURL 7.76 or later. The URL comes first, so that narrow windows show it; its IDs are variables, and each
 * parameter has a line. `--include` prints the status, `--fail-with-body` fails on an error status.
 */
export function curl({ method, url, ids, authorized, body }: SampleRequest): string {
  const needsMethod = method !== 'GET' && !(method === 'POST' && body);
  const variables = Object.entries(ids).map(
    ([name, id]) => [name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(), id] as const,
  );
  const expanded = (text: string) => {
    const found = variables.reduce((result, [name, id]) => result.replace(id, `$${name}`), text);
    return found === text ? quoted(text) : `"${found}"`;
  };
  const [path = '', query] = url.split('?');
  const options = [
    ...(needsMethod ? [`--request ${method}`] : []),
    ...(query === undefined ? [] : ['--get']),
    ...(query?.split('&').map((each) => `--data-urlencode ${expanded(decodeURIComponent(each))}`) ?? []),
    ...(authorized ? [`--header 'Authorization: Bearer ${TOKEN_PLACEHOLDER}'`] : []),
    ...(body?.kind === 'json' ? ["--header 'Content-Type: application/json'"] : []),
    '--include',
    '--fail-with-body',
    ...(body?.kind === 'json'
      ? [`--data ${quoted(indented(JSON.stringify(body.value, null, 2), '  '))}`]
      : Object.entries(body?.value ?? {}).map(
          ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
        )),
  ];
  const command = [`curl ${expanded(path)}`, ...options].join(' \\\n  ');
  return [...variables.map(([name, id]) => `${name}=${id}`), command].join('\n');
}

/** Quotes a string for the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A module for Node 20 or later. */
export function javascript({ method, url, authorized, body }: SampleRequest): string {
  const headers = {
    ...(authorized && { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }),
    ...(body?.kind === 'json' && { 'Content-Type': 'application/json' }),
  };
  const value = literal(body?.value, inJavaScript, '  ');
  const options = [
    ...(method === 'GET' ? [] : [`method: ${singleQuoted(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${literal(headers, inJavaScript, '  ')},`] : []),
    ...(body?.kind === 'json' ? [`body: JSON.stringify(${value}),`] : []),
    ...(body?.kind === 'form' ? [`body: new URLSearchParams(${value}),`] : []),
    "redirect: 'error',\n  signal: AbortSignal.timeout(30_000),",
  ];
  return [
    `const response = await fetch(${singleQuoted(url)}, {`,
    ...options.map((option) => `  ${option}`),
    '});',
    '',
    'console.log(response.status, await response.text());',
    'if (!response.ok) process.exitCode = 1;',
  ].join('\n');
}

/** A program for Python 3.9 or later with the package Requests. */
export function python({ method, url, authorized, body }: SampleRequest): string {
  const options = [
    JSON.stringify(url),
    ...(authorized
      ? [`headers=${literal({ Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }, inPython, '    ')}`]
      : []),
    ...(body ? [`${body.kind === 'json' ? 'json' : 'data'}=${literal(body.value, inPython, '    ')}`] : []),
    'timeout=30',
  ];
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ')',
    'print(response.status_code, response.text)',
    'response.raise_for_status()',
  ].join('\n');
}

/** A program for .NET 8 or later, with implicit usings. */
export function csharp({ method, url, authorized, body }: SampleRequest): string {
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    'using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${JSON.stringify(url)});`,
    ...(authorized ? [`request.Headers.Add("Authorization", "Bearer ${TOKEN_PLACEHOLDER}");`] : []),
    ...(body ? [`request.Content = ${csharpContent(body)};`] : []),
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
    'response.EnsureSuccessStatusCode();',
  ].join('\n');
}

function csharpContent({ kind, value }: NonNullable<SampleRequest['body']>): string {
  if (kind === 'json') {
    const text = indented(JSON.stringify(value, null, 2), '  ');
    return `new StringContent(\n  """\n  ${text}\n  """, System.Text.Encoding.UTF8, "application/json")`;
  }
  const fields = Object.entries(value).map(
    ([name, each]) => `  [${JSON.stringify(name)}] = ${JSON.stringify(each)},`,
  );
  return ['new FormUrlEncodedContent(new Dictionary<string, string>', '{', ...fields, '})'].join('\n');
}

/** A whole class for Java 17 or later, which `java <file>` runs. */
export function java({ id, method, url, authorized, body }: SampleRequest): string {
  const publisher = body
    ? `HttpRequest.BodyPublishers.ofString(body)`
    : 'HttpRequest.BodyPublishers.noBody()';
  const type = body?.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const calls = [
    ...(authorized ? [`.header("Authorization", "Bearer ${TOKEN_PLACEHOLDER}")`] : []),
    ...(body ? [`.header("Content-Type", "${type}")`] : []),
    ...(method === 'GET' ? [] : [`.method("${method}", ${publisher})`]),
    '.timeout(Duration.ofSeconds(30))',
    '.build();',
  ];
  const statements = [
    ...(body ? [`var body = ${javaBody(body)};`] : []),
    [`var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`, ...calls].join('\n        '),
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
    'if (response.statusCode() >= 300) System.exit(1);',
  ];
  return [
    'import java.net.*;',
    'import java.net.http.*;',
    ...(body?.kind === 'form' ? ['import java.nio.charset.StandardCharsets;'] : []),
    'import java.time.Duration;',
    '',
    `class ${id.charAt(0).toUpperCase()}${id.slice(1)} {`,
    '  public static void main(String[] args) throws Exception {',
    ...statements.map((statement) => `    ${statement}`),
    '  }',
    '}',
  ].join('\n');
}

function javaBody({ kind, value }: NonNullable<SampleRequest['body']>): string {
  if (kind === 'json') {
    const text = JSON.stringify(value, null, 2).replaceAll('\\', '\\\\');
    return `"""\n        ${indented(text, '        ')}\n        """`;
  }
  const fields = Object.entries(value).map(
    ([name, each]) => `"${name}=" + URLEncoder.encode(${JSON.stringify(each)}, StandardCharsets.UTF_8)`,
  );
  return `String.join("&",\n        ${fields.join(',\n        ')})`;
}

/** A script for PHP 8 with the extension cURL. */
export function php({ method, url, authorized, body }: SampleRequest): string {
  const headers = [
    ...(authorized ? [`Authorization: Bearer ${TOKEN_PLACEHOLDER}`] : []),
    ...(body?.kind === 'json' ? ['Content-Type: application/json'] : []),
  ];
  const encode = body?.kind === 'json' ? 'json_encode' : 'http_build_query';
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => ${singleQuoted(method)}`]),
    'CURLOPT_RETURNTRANSFER => true',
    'CURLOPT_TIMEOUT => 30',
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => ${literal(headers, inPhp, '  ')}`] : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${encode}(${literal(body.value, inPhp, '  ')})`] : []),
  ];
  return [
    '<?php',
    '',
    `$curl = curl_init(${singleQuoted(url)});`,
    'curl_setopt_array($curl, [',
    ...options.map((option) => `  ${option},`),
    ']);',
    '$body = curl_exec($curl);',
    '$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    '',
    "echo $status, ' ', $body ?: curl_error($curl), PHP_EOL;",
    'exit($status >= 200 && $status < 300 ? 0 : 1);',
  ].join('\n');
}

/** A programming language's notation for values. */
interface Notation {
  /** Opens and closes an object. */
  object: [open: string, close: string];
  /** An object without properties. */
  emptyObject: string;
  /** The space inside the brackets of an object on one line. */
  padding: string;
  /** A key with the separator before its value. */
  key: (name: string) => string;
  string: (text: string) => string;
  /** The language's spelling of `true`, `false`, and `null` if it isn't JSON's. */
  constants?: Readonly<Record<string, string>>;
  indent: string;
}

const inJavaScript: Notation = {
  object: ['{', '}'],
  emptyObject: '{}',
  key: (name) => `${/^[\w$]+$/.test(name) ? name : singleQuoted(name)}: `,
  padding: ' ',
  string: singleQuoted,
  indent: '  ',
};

const inPhp: Notation = {
  ...inJavaScript,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  key: (name) => `${singleQuoted(name)} => `,
  padding: '',
};

const inPython: Notation = {
  ...inJavaScript,
  key: (name) => `${JSON.stringify(name)}: `,
  padding: '',
  string: (text) => JSON.stringify(text),
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
};

/**
 * Writes a JSON value as a literal in a programming language, over several lines.
 *
 * @param margin - The indentation of the line that the literal begins on.
 */
function literal(value: unknown, notation: Notation, margin = ''): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value !== 'object' || value === null)
    return notation.constants?.[String(value)] ?? String(value);
  const inner = margin + notation.indent;
  if (Array.isArray(value)) {
    const entries = value.map((each) => literal(each, notation, inner));
    return lines(['[', ']'], '', entries, inner, margin);
  }
  const properties = Object.entries(value).map(
    ([name, each]) => notation.key(name) + literal(each, notation, inner),
  );
  if (properties.length === 0) return notation.emptyObject;
  return lines(notation.object, notation.padding, properties, inner, margin);
}

/** Entries in brackets: on one line if there is at most one short entry, otherwise one per line. */
function lines(
  [open, close]: [string, string],
  padding: string,
  entries: string[],
  inner: string,
  margin: string,
): string {
  const [first = ''] = entries;
  if (entries.length === 0) return open + close;
  if (entries.length === 1 && !first.includes('\n') && first.length < 60) {
    return open + padding + first + padding + close;
  }
  return [open, ...entries.map((entry) => `${inner}${entry},`), margin + close].join('\n');
}

/** A string in single quotes, with `\` and `'` escaped. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

/** Indents every line but the first. */
function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
