import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { indented } from './literal.ts';
import type { SampleRequest } from './request.ts';

/** A program for .NET 8 or later, with implicit usings. */
export function csharp({ method, url, authorized, body }: SampleRequest): string {
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    'using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${JSON.stringify(url)});`,
    ...(authorized ? [`request.Headers.Add("Authorization", "Bearer ${TOKEN_PLACEHOLDER}");`] : []),
    ...(body ? [`request.Content = ${contentOf(body)};`] : []),
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
    'response.EnsureSuccessStatusCode();',
  ].join('\n');
}

function contentOf({ kind, value }: NonNullable<SampleRequest['body']>): string {
  if (kind === 'json') {
    const text = indented(JSON.stringify(value, null, 2), '  ');
    return `new StringContent(\n  """\n  ${text}\n  """, System.Text.Encoding.UTF8, "application/json")`;
  }
  const fields = Object.entries(value).map(
    ([name, each]) => `  [${JSON.stringify(name)}] = ${JSON.stringify(each)},`,
  );
  return ['new FormUrlEncodedContent(new Dictionary<string, string>', '{', ...fields, '})'].join('\n');
}
