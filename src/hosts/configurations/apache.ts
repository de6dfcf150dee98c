import { contentTypes } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';
import { escaped, FOUND, headerValues, typeTable, type HeaderValues, type Place } from './header-values.ts';

const types = typeTable(contentTypes);
const textTypes = types.filter(({ isText }) => isText);

/** The modules that the configuration uses besides those that every Apache has. */
export const apacheModules = ['alias', 'deflate', 'dir', 'filter', 'headers', 'mime', 'rewrite'] as const;

/** The site for Apache 2.4, as a file for `/etc/apache2/sites-available/`. */
export function apacheConfig(facts: SiteFacts, { root, port }: Place): string {
  const { base, redirects } = facts;
  return `# Made by \`npm run build\`. The contents of dist/ belong into ${root}${base}/.
# Enable the modules: a2enmod ${apacheModules.join(' ')}

<VirtualHost *:${port}>
  DocumentRoot "${root}"
  ErrorDocument 404 ${base}/404.html
  TraceEnable off
  ServerSignature Off

${types.map(({ name, extension }) => `  AddType ${name} .${extension}`).join('\n')}
  AddCharset utf-8 ${textTypes.map(({ extension }) => `.${extension}`).join(' ')}

  AddOutputFilterByType DEFLATE ${[...new Set(textTypes.map(({ name }) => name))].join(' ')}
  # Otherwise the browser's copy of a compressed page never counts as up to date.
  DeflateAlterETag NoChange

${headerValues(facts).flatMap(setHeader).join('\n')}

${redirects.map(({ from, to }) => `  RedirectMatch 301 "^${escaped(from.slice(0, -1))}/?$" "${to}"\n`).join('')}
  <Directory "${root}">
    Require all granted
    AllowOverride None
    Options FollowSymLinks
    DirectoryIndex index.html
    RewriteEngine On
    RewriteCond "%{REQUEST_METHOD}" "!^(GET|HEAD|OPTIONS)$"
    RewriteRule ^ - [R=405,L]
    # A folder without a page.
    RewriteCond "%{REQUEST_FILENAME}" -d
    RewriteCond "%{REQUEST_FILENAME}/index.html" !-f
    RewriteRule ^ - [R=404,L]
  </Directory>
</VirtualHost>
`;
}

function setHeader({ name, usual, others }: HeaderValues): string[] {
  const found = `%{REQUEST_STATUS} in { ${FOUND.map((status) => `'${status}'`).join(', ')} }`;
  const prefetch = ['Sec-Purpose', 'Purpose']
    .map((each) => `req_novary('${each}') =~ /prefetch/`)
    .join(' || ');
  const conditional = others.map(({ path, when, value }) => {
    const conditions = [found];
    if (when === 'prefetch') conditions.push(`(${prefetch})`);
    if (path !== '/') conditions.push(`%{REQUEST_URI} =~ m#^${escaped(path)}#`);
    const action = value === '' ? `unset ${name}` : `set ${name} "${value}"`;
    return `  Header always ${action} "expr=${conditions.join(' && ')}"`;
  });
  return [`  Header always set ${name} "${usual}"`, ...conditional];
}
