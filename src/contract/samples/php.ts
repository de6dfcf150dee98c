import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { literal, singleQuoted, type Notation } from './literal.ts';
import type { SampleRequest } from './request.ts';

const notation: Notation = {
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  array: ['[', ']'],
  key: (name) => `${singleQuoted(name)} => `,
  padding: '',
  string: singleQuoted,
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
};

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
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => ${literal(headers, notation, '  ')}`] : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${encode}(${literal(body.value, notation, '  ')})`] : []),
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
