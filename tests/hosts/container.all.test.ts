import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { after, test } from 'node:test';

/* Tests the Dockerfile on machines with a container engine. In CI, the job `container` has one. */

const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);
const run = (...options: string[]) => execFileSync(engine ?? '', options, { encoding: 'utf8' }).trim();
let container = '';
after(() => container && run('rm', '--force', container));

const skip = engine === undefined && 'This machine runs neither Docker nor Podman.';

test('The container serves a site below a path, without root, and is healthy', { skip }, async (context) => {
  const options = ['--file', 'docs/Dockerfile', '--build-arg', 'BASE_PATH=/docs/', '--tag', 'portal-test'];
  run('build', ...options, '.');
  const detached = ['--detach', '--publish', '127.0.0.1::8080', '--health-interval', '1s'];
  container = run('run', ...detached, 'portal-test');
  const address = run('port', container, '8080').split('\n')[0]!;
  const health = () => run('inspect', '--format', '{{.State.Health.Status}}', container);
  await context.waitFor(() => assert.equal(health(), 'healthy'), { interval: 1_000, timeout: 30_000 });
  assert.notEqual(run('exec', container, 'id', '-u'), '0');
  const page = await fetch(`http://${address}/docs/webhooks/`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
});
