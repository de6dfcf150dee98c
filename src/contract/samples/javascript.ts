import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { literal, singleQuoted, type Notation } from './literal.ts';
import type { SampleRequest } from './request.ts';

const notation: Notation = {
  object: ['{', '}'],
  emptyObject: '{}',
  array: ['[', ']'],
  key: (name) => `${/^[\w$]+$/.test(name) ? name : singleQuoted(name)}: `,
  padding: ' ',
  string: singleQuoted,
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
};

/** A module for Node 20 or later. */
export function javascript({ method, url, authorized, body }: SampleRequest): string {
  const headers = {
    ...(authorized && { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }),
    ...(body?.kind === 'json' && { 'Content-Type': 'application/json' }),
  };
  const value = literal(body?.value, notation, '  ');
  const options = [
    ...(method === 'GET' ? [] : [`method: ${singleQuoted(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${literal(headers, notation, '  ')},`] : []),
    ...(body?.kind === 'json' ? [`body: JSON.stringify(${value}),`] : []),
    ...(body?.kind === 'form' ? [`body: new URLSearchParams(${value}),`] : []),
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
