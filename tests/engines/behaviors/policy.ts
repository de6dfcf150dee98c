import assert from 'node:assert/strict';
import { examples } from '../../support/site.ts';
import type { Behavior, Subject } from '../behavior.ts';
import { by } from '../page.ts';
import { main, read } from '../site.ts';

/** An origin that doesn't exist; a request to it fails, but the policy must not even allow it. */
const FOREIGN = 'https://foreign.example';

/** Content that an attacker added to a page. */
const planted = (what: string, html: string, blocks: RegExp): Behavior => ({
  title: `${what} is blocked`,
  blocks,
  run: async ({ page, server }) => {
    server.rewrite('text/html', (text) => text.replace('</main>', `${html}</main>`));
    await page.goto(examples.plain);
    await page.poll('the browser reports it', () =>
      Promise.resolve(server.violations.some((each) => blocks.test(each))),
    );
    assert.equal(await page.evaluate(() => 'planted' in window), false, 'The planted code ran.');
  },
});

export const policy: Subject = {
  name: 'Content-Security-Policy',
  behaviors: [
    planted('an inline script', '<script>window.planted = true</script>', /^script-src\S* blocked inline/),
  ],
  more: [
    planted(
      'a script in an attribute',
      '<img src="data:," onerror="window.planted = true">',
      /^script-src\S* blocked inline/,
    ),
    planted(
      'an image of another origin',
      `<img src="${FOREIGN}/x.png">`,
      /^img-src blocked https:\/\/foreign/,
    ),
    planted('an inline stylesheet', '<style>body { display: none }</style>', /^style-src\S* blocked inline/),
    {
      title: 'a title that is HTML is listed as text when a page fails to load',
      run: async ({ page, server }) => {
        const title = '&lt;img src=x onerror="window.planted = true"&gt;';
        server.rewrite('text/html', (text) =>
          text.replaceAll(/(<title>|<h1[^>]*>)[^<]*/g, (_all, tag: string) => tag + title),
        );
        await read(page, '/webhooks/structure/');
        await server.stop();
        await page.goto('/webhooks/events/');
        await page.see(by('link', /<img src=x onerror=/, main));
        assert.equal(await page.evaluate(() => 'planted' in window), false, 'The planted code ran.');
      },
    },
  ],
};
