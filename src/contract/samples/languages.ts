import type { SampleRequest } from './index.ts';

/*
 * Each sample prints the status and the body, so that readers see what went wrong. Programs also fail on an error status,
 * which cURL 7.61 can do only without the body. No sample follows redirects, because they would take the token to
 * another host.
 */

/** A request with cURL 7.61 or later. The URL comes first and IDs are variables, so that narrow windows show both. */
export function curl(request: SampleRequest): string {
  const { method, url, ids, body } = request;
  const needsMethod = method !== 'GET' && !(method === 'POST' && body);
  const variables = Object.entries(ids).map(
    ([name, id]) => [name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(), id] as const,
  );
  const expanded = (text: string) => {
    const withNames = variables.reduce((result, [name, id]) => result.replace(id, `$${name}`), text);
    return withNames === text ? shellQuoted(text) : `"${withNames}"`;
  };
  const [path = '', query] = url.split('?');
  const options = [
    ...(needsMethod ? [`--request ${method}`] : []),
    ...(query === undefined ? [] : ['--get']),
    ...(query?.split('&').map((pair) => `--data-urlencode ${expanded(decodeURIComponent(pair))}`) ?? []),
    ...headerLines(request).map((header) => `--header '${header}'`),
    '--include',
    ...(body?.kind === 'json'
      ? [`--data ${shellQuoted(indented(JSON.stringify(body.value, null, 2), '  '))}`]
      : Object.entries(body?.value ?? {}).map(
          ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
        )),
  ];
  const command = [`curl ${expanded(path)}`, ...options].join(' \\\n  ');
  return [...variables.map(([name, id]) => `${name}=${id}`), command].join('\n');
}

/** A request's headers. In a POST without a body, cURL sends no Content-Length, which some servers require. */
function headerLines({ method, headers, body }: SampleRequest): string[] {
  const lines = Object.entries(headers).map((header) => header.join(': '));
  return method === 'POST' && !body ? [...lines, 'Content-Length: 0'] : lines;
}

/** A string in quotes for the shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A module for Node 20 or later. */
export function javascript({ method, url, headers, body }: SampleRequest): string {
  const content = body && literal(body.value, inJavaScript, '  ');
  const options = [
    ...(method === 'GET' ? [] : [`method: ${singleQuoted(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${literal(headers, inJavaScript, '  ')},`] : []),
    ...(body
      ? [`body: ${body.kind === 'json' ? 'JSON.stringify' : 'new URLSearchParams'}(${content}),`]
      : []),
    "redirect: 'error',",
    'signal: AbortSignal.timeout(30_000),',
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

/** A program for Python 3 with the package Requests. */
export function python({ method, url, headers: { Authorization }, body }: SampleRequest): string {
  const options = [
    JSON.stringify(url),
    ...(Authorization ? [`headers=${literal({ Authorization }, inPython, '    ')}`] : []),
    ...(body ? [`${body.kind === 'json' ? 'json' : 'data'}=${literal(body.value, inPython, '    ')}`] : []),
    'timeout=30',
    'allow_redirects=False',
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
export function csharp({ method, url, headers: { Authorization }, body }: SampleRequest): string {
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    'using var handler = new HttpClientHandler { AllowAutoRedirect = false };',
    'using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(30) };',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${JSON.stringify(url)});`,
    ...(Authorization ? [`request.Headers.Add("Authorization", "${Authorization}");`] : []),
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
    ([name, text]) => `  [${JSON.stringify(name)}] = ${JSON.stringify(text)},`,
  );
  return ['new FormUrlEncodedContent(new Dictionary<string, string>', '{', ...fields, '})'].join('\n');
}

/** A whole class for Java 17 or later, which `java <file>` runs. */
export function java({ id, method, url, headers, body }: SampleRequest): string {
  const isForm = body?.kind === 'form';
  const sent = { ...headers, ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }) };
  const publisher = `HttpRequest.BodyPublishers.${body ? 'ofString(body)' : 'noBody()'}`;
  const calls = [
    ...Object.entries(sent).map(([name, value]) => `.header("${name}", "${value}")`),
    ...(method === 'GET' ? [] : [`.method("${method}", ${publisher})`]),
    '.build();',
  ];
  const statements = [
    ...(body ? [`var body = ${javaBody(body)};`] : []),
    [`var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`, ...calls].join('\n        '),
    // Unlike this limit, HttpRequest.timeout() doesn't cover the body before Java 26.
    'var exchange = HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString());',
    'var response = exchange.get(30, TimeUnit.SECONDS);',
    'System.out.println(response.statusCode() + " " + response.body());',
    'if (response.statusCode() >= 300) System.exit(1);',
  ];
  return [
    'import java.net.*;',
    'import java.net.http.*;',
    ...(isForm ? ['import java.nio.charset.StandardCharsets;'] : []),
    'import java.util.concurrent.TimeUnit;',
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
    ([name, text]) => `"${name}=" + URLEncoder.encode(${JSON.stringify(text)}, StandardCharsets.UTF_8)`,
  );
  return `String.join("&",\n        ${fields.join(',\n        ')})`;
}

/** A script for PHP 7.2 or later with the extension cURL. */
export function php(request: SampleRequest): string {
  const { method, url, body } = request;
  const lines = headerLines(request);
  const encode = body?.kind === 'json' ? 'json_encode' : 'http_build_query';
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => ${singleQuoted(method)}`]),
    'CURLOPT_RETURNTRANSFER => true',
    'CURLOPT_TIMEOUT => 30',
    ...(lines.length > 0 ? [`CURLOPT_HTTPHEADER => ${literal(lines, inPhp, '  ')}`] : []),
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

/** A programming language's notation for JSON values. */
interface Notation {
  /** JSON's object brackets, `{}`, and constants in the language. Anything not listed stays as in JSON. */
  tokens: Readonly<Record<string, string>>;
  /** The space inside the brackets of an object on one line. */
  padding: string;
  /** Turns a JSON key into the language's key and separator. `string` does the same for string values. */
  key: (json: string) => string;
  string: (json: string) => string;
  indent: number;
}

const inJavaScript: Notation = {
  tokens: {},
  padding: ' ',
  key: (json) =>
    `${/^"[A-Za-z_$][\w$]*"$/.test(json) ? json.slice(1, -1) : singleQuoted(JSON.parse(json))}: `,
  string: (json) => singleQuoted(JSON.parse(json)),
  indent: 2,
};

const inPhp: Notation = {
  ...inJavaScript,
  tokens: { '{': '[', '}': ']', '{}': 'new stdClass()' },
  padding: '',
  key: (json) => `${singleQuoted(JSON.parse(json))} => `,
};

const inPython: Notation = {
  tokens: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  key: (json) => `${json}: `,
  string: (json) => json,
  indent: 4,
};

/** Writes a JSON value as a literal with trailing commas. Brackets around a single short value stay on its line. */
function literal(value: unknown, { tokens, padding, key, string, indent }: Notation, margin = ''): string {
  const text = JSON.stringify(value, null, indent)
    .replaceAll(/("(?:[^"\\]|\\.)*")(: )?|\{\}|[{}]|\b[a-z]+\b/g, (token, json?: string, colon?: string) =>
      json ? (colon ? key(json) : string(json)) : (tokens[token] ?? token),
    )
    .replaceAll(/(?<![[{])\n(?=\s*[\]}])/g, ',\n')
    .replaceAll(/([[{])\n\s*(.{1,59}),\n\s*([\]}])/g, (_all, open: string, entry: string, close: string) => {
      const space = open === '{' ? padding : '';
      return open + space + entry + space + close;
    });
  return indented(text, margin);
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Indents every line but the first. */
function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
