import { contentTypes } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';
import { headerValues, typeTable, type HeaderValues, type Place } from './header-values.ts';

const types = typeTable(contentTypes);
const textTypes = new Set(types.filter(({ isText }) => isText).map(({ name }) => name));

/** The site for Caddy 2, as one site block of a Caddyfile. */
export function caddyConfig(facts: SiteFacts, { root, port }: Place): string {
  const { base, redirects } = facts;
  const headers = headerValues(facts);
  return `# Made by \`npm run build\`. The contents of dist/ belong into ${root}${base}/.
# Write the host name in place of ":${port}", and Caddy gets a certificate.

:${port} {
	root * "${root}"
	# In this order: a later header replaces an earlier one.
	route {
		encode gzip {
			match {
${[...textTypes].map((type) => `				header Content-Type ${type}*`).join('\n')}
			}
		}
		header -Server
${headers.flatMap(setHeader).join('\n')}
${types.map(typed).join('\n')}
${redirects.map(({ from, to }) => `		redir ${from} ${to} 301\n		redir ${from.slice(0, -1)} ${to} 301\n`).join('')}
		@change not method GET HEAD
		respond @change 405
		file_server
	}
	handle_errors {
		@missing expression \`{http.error.status_code} == 404\`
		route @missing {
${headers
  .filter(({ others }) => others.length > 0)
  .map(({ name, usual }) => `			header ${name} "${usual}"`)
  .join('\n')}
			header Content-Type "${contentTypes['html']}"
			rewrite * ${base}/404.html
			file_server {
				status 404
			}
		}
	}
}
`;
}

function typed({ extension, type }: (typeof types)[number]): string {
  return `		@${extension} path *.${extension}\n		header @${extension} Content-Type "${type}"`;
}

/** Each condition is a matcher of its own; a rule for prefetches has one per header that may say so. */
function setHeader({ name, usual, others }: HeaderValues): string[] {
  const conditional = others.flatMap(({ path, when, value }, index) => {
    const purposes = when === 'prefetch' ? ['Sec-Purpose', 'Purpose'] : [undefined];
    return purposes.map((purpose, second) => {
      const matcher = `@${name.toLowerCase()}-${index}-${second}`;
      const header = purpose ? `\n			header ${purpose} *prefetch*` : '';
      const action = value === '' ? `-${name}` : `${name} "${value}"`;
      return `		${matcher} {\n			path ${path}*${header}\n		}\n		header ${matcher} ${action}`;
    });
  });
  return [`		header ${name} "${usual}"`, ...conditional];
}
