import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { indented } from './literal.ts';
import type { SampleRequest } from './request.ts';

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
    ...(body ? [`var body = ${bodyOf(body)};`] : []),
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

function bodyOf({ kind, value }: NonNullable<SampleRequest['body']>): string {
  if (kind === 'json') {
    const text = JSON.stringify(value, null, 2).replaceAll('\\', '\\\\');
    return `"""\n        ${indented(text, '        ')}\n        """`;
  }
  const fields = Object.entries(value).map(
    ([name, each]) => `"${name}=" + URLEncoder.encode(${JSON.stringify(each)}, StandardCharsets.UTF_8)`,
  );
  return `String.join("&",\n        ${fields.join(',\n        ')})`;
}
