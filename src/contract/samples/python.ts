import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { literal, type Notation } from './literal.ts';
import type { SampleRequest } from './request.ts';

const notation: Notation = {
  object: ['{', '}'],
  emptyObject: '{}',
  array: ['[', ']'],
  key: (name) => `${JSON.stringify(name)}: `,
  padding: '',
  string: (text) => JSON.stringify(text),
  true: 'True',
  false: 'False',
  null: 'None',
  indent: '    ',
};

/** A program for Python 3.9 or later with the package Requests. */
export function python({ method, url, authorized, body }: SampleRequest): string {
  const options = [
    JSON.stringify(url),
    ...(authorized
      ? [`headers=${literal({ Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }, notation, '    ')}`]
      : []),
    ...(body ? [`${body.kind === 'json' ? 'json' : 'data'}=${literal(body.value, notation, '    ')}`] : []),
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
