import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { precompress } from '../../src/server/precompress.ts';
import { hosts, ownServer } from '../support/hosts.ts';
import { OURS, proveHost } from './prove-host.ts';

/* The built site on our own server and on nginx. `hosts.all.test.ts` has the other hosts. */

before(() => precompress('dist'));

proveHost(OURS);
proveHost('nginx');

test('Our server adds the nearest page to the Markdown of an unknown one', async () => {
  const { port, close } = await ownServer(readFacts());
  const response = await fetch(`http://127.0.0.1:${port}/webhook/event.md`);
  assert.match(await response.text(), /^- The nearest page is \[[^\]]+\]\(\/webhooks\/events\.md\)\.$/m);
  await close();
});

test('The configurations of hosts/ are generated from the facts of the build', () => {
  for (const [file, { config }] of [
    ['nginx.conf', hosts.nginx],
    ['apache.conf', hosts.Apache],
    ['Caddyfile', hosts.Caddy],
  ] as const)
    assert.equal(
      readFileSync(`hosts/${file}`, 'utf8'),
      config(readFacts(), { root: '/srv/portal', port: 80 }),
    );
});
