import { contentTypes, UNKNOWN_TYPE } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';
import { escaped, FOUND, headerValues, typeTable, type HeaderValues, type Place } from './header-values.ts';

const types = typeTable(contentTypes);
/** nginx treats HTML as text and compresses it in any case. */
const textTypes = types.filter(({ name, isText }) => isText && name !== 'text/html').map(({ name }) => name);

/** The site for nginx, as a file for `/etc/nginx/conf.d/`. It needs no module beyond the usual ones. */
export function nginxConfig(facts: SiteFacts, { root, port }: Place): string {
  const { base, redirects } = facts;
  const headers = headerValues(facts);
  const changing = headers.filter(({ others }) => others.length > 0);
  return `# Made by \`npm run build\`. The contents of dist/ belong into ${root}${base}/.

map "$http_sec_purpose $http_purpose" $portal_prefetch {
  default    0;
  ~prefetch  1;
}
${changing.map(valueMap).join('')}
server {
  listen ${port};
  root "${root}";
  server_tokens off;
  # Redirects stay on the host and scheme that the reader uses, behind any proxy.
  absolute_redirect off;

  types {
${types.map(({ name, extension }) => `    ${name} ${extension};`).join('\n')}
  }
  default_type ${UNKNOWN_TYPE};
  charset utf-8;
  charset_types ${textTypes.join(' ')};

  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_types ${textTypes.join(' ')};

${headers.map(addHeader).join('\n')}

  error_page 404 ${base}/404.html;
  # A folder without a page.
  error_page 403 =404 ${base}/404.html;
  error_page 500 502 503 504 ${base}/500.html;

  location / {
    try_files $uri $uri/ =404;
  }
${redirects.map(({ from, to }) => redirect(from, to)).join('')}}
`;
}

const variable = (name: string) => `$portal_${name.toLowerCase().replaceAll('-', '_')}`;

function addHeader({ name, usual, others }: HeaderValues): string {
  const value = others.length > 0 ? variable(name) : `"${usual}"`;
  return `  add_header ${name} ${value} always;`;
}

/** The first expression that matches decides, so the last rule comes first. */
function valueMap({ name, usual, others }: HeaderValues): string {
  const lines = others.toReversed().map(({ path, when, value }) => {
    const prefetch = when === 'prefetch' ? '1' : '.';
    return `  "~^(${FOUND.join('|')}) ${prefetch} ${escaped(path)}"  "${value}";\n`;
  });
  return `
map "$status $portal_prefetch $uri" ${variable(name)} {
  default  "${usual}";
${lines.join('')}}
`;
}

function redirect(from: string, to: string): string {
  return [from, from.slice(0, -1)]
    .map((path) => `  location = ${path} {\n    return 301 ${to};\n  }\n`)
    .join('');
}
