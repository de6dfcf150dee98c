import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { indented } from './literal.ts';
import type { SampleRequest } from './request.ts';

/**
 * A request with cURL 7.76 or later. The URL comes first, so that narrow windows show it. `--include` prints the status,
 * `--fail-with-body` fails on an error status.
 */
export function curl({ method, url, authorized, body }: SampleRequest): string {
  const needsMethod = method !== 'GET' && !(method === 'POST' && body);
  const options = [
    ...(needsMethod ? [`--request ${method}`] : []),
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
  return [`curl ${quoted(url)}`, ...options].join(' \\\n  ');
}

/** Quotes a string for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
