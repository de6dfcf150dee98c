import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apacheConfig, apacheModules } from '../../src/hosting/configurations/apache.ts';
import { caddyConfig } from '../../src/hosting/configurations/caddy.ts';
import { nginxConfig } from '../../src/hosting/configurations/nginx.ts';
import type { SiteFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { startCommand } from '../samples/support/run-command.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';

interface Recipe {
  program: string;
  config: (facts: SiteFacts, root: string, port: number) => string;
  /** Adds the settings that the server needs to run with the generated configuration. */
  wrap: (generated: string, folder: string, port: number) => string;
  options: (configuration: string, folder: string) => string[];
  /** Lines for the site's block that forward a path to a server that isn't there. */
  forward: (path: string) => string;
}

/** Apache's default modules, those that the generated configuration lists, and those that forward a path. */
const apacheLoads = ['mpm_event', 'authz_core', ...apacheModules, 'proxy', 'proxy_http'].map(
  (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
);

/** The web servers in Debian's packages. */
export const hosts = {
  nginx: {
    program: '/usr/sbin/nginx',
    config: nginxConfig,
    wrap: (generated, folder) => `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${generated}
}
`,
    options: (configuration, folder) => ['-e', 'stderr', '-p', folder, '-c', configuration],
    forward: (path) => `location ${path} {\n  proxy_pass http://127.0.0.1:1;\n}`,
  },
  Apache: {
    program: '/usr/sbin/apache2',
    config: apacheConfig,
    wrap: (generated, folder, port) => `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${apacheLoads.join('\n')}
TypesConfig /dev/null
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
${generated}
`,
    options: (configuration) => ['-D', 'FOREGROUND', '-f', configuration],
    forward: (path) => `ProxyPass ${path} http://127.0.0.1:1/`,
  },
  Caddy: {
    program: '/usr/bin/caddy',
    config: caddyConfig,
    // The site at every host name, on a free port.
    wrap: (generated, _folder, port) =>
      `{\n\tadmin off\n\thttp_port ${port}\n}\n${generated.replace(/^http:\/\/\S+/m, 'http://')}`,
    options: (configuration) => ['run', '--adapter', 'caddyfile', '--config', configuration],
    forward: (path) => `handle ${path}* {\n\treverse_proxy 127.0.0.1:1\n}`,
  },
} as const satisfies Record<string, Recipe>;

export type HostName = keyof typeof hosts;

/** Starts the server of `npm run serve` in this process. */
export async function ownServer(facts: SiteFacts, site = 'dist') {
  const server = createSiteServer(site, facts).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server[Symbol.asyncDispose]() };
}

/** A served site. */
export type Host = Awaited<ReturnType<typeof ownServer>>;

/** The path that hosts forward, below the base path. */
export const FORWARDED = '/forwarded/';

/** Starts a host with the generated configuration and a copy of the built site. It also forwards a path. */
export async function startHost(name: HostName, facts: SiteFacts): Promise<Host> {
  const { program, config, wrap, options, forward }: Recipe = hosts[name];
  const folder = serverFolder();
  const root = join(folder, 'srv with space');
  cpSync('dist', join(root, facts.base), { recursive: true });
  const port = await freePort();
  const file = join(folder, 'host.conf');
  const generated = config(facts, root, port).replace(
    /^(?:server|<VirtualHost|http:).*$/m,
    `$&\n${forward(facts.base + FORWARDED)}`,
  );
  writeFileSync(file, wrap(generated, folder, port));
  const server = await startProgram([program, ...options(file, folder)], folder, port);
  if (!server.output().includes('[warn]')) return server;
  await server.close();
  throw new Error(`${name} warns: ${server.output()}`);
}

/** A new folder that a server's own user can read. */
export function serverFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts a server for up to 30 minutes, and waits until it responds on a port.
 *
 * @param folder - The server's home and log files. It's removed when the server closes.
 */
export async function startProgram(
  [program, ...options]: readonly [program: string, ...options: string[]],
  folder: string,
  port: number,
  env: NodeJS.ProcessEnv = {},
) {
  const server = startCommand(program, options, folder, { HOME: folder, ...env }, 30 * 60_000);
  const hasEnded = () => server.child.exitCode !== null || server.child.signalCode !== null;
  const responds = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
  while (!hasEnded() && !(await responds())) await sleep(50);
  if (hasEnded()) throw new Error(`${program} doesn't start in ${folder}:\n${server.output()}`);
  const close = async () => {
    server.child.kill();
    await server.outcome;
    rmSync(folder, { recursive: true });
  };
  return { port, close, output: server.output };
}

/** Requests a path as written, which `fetch` would normalize, without decompressing the body. */
export async function ask(port: number, path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode!, headers: response.headers, body };
}
