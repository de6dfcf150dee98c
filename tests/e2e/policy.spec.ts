import { examples, expect, test } from '../support/site.ts';

/* Every test fails if the policy blocks something or a page requests something from another origin: see support/site.ts. */

test.describe('planted', () => {
  test.use({ errorsOfOthers: /Content Security Policy|other\.example/ });

  test('the policy blocks scripts, styles, images, frames, and base URLs that somebody adds to a page', async ({
    page,
  }) => {
    const blocked = new Set<string>();
    await page.exposeFunction('reportBlocked', (directive: string) => blocked.add(directive));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => reportBlocked(event.effectiveDirective))",
    );
    const added = `<script>window.planted = true</script><img src="data:," onerror="window.planted = true">
      <style>main { display: none }</style><img src="https://other.example/x.png"><iframe src="/"></iframe>
      <base href="https://other.example">`;
    await page.route(examples.plain, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</body>', `${added}</body>`);
      await route.fulfill({ response, body });
    });
    await page.goto(examples.plain);
    const directives = [
      'base-uri',
      'frame-src',
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
    ];
    await expect.poll(() => [...blocked].sort()).toEqual(directives);
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    await expect(page.getByRole('main')).toBeVisible();
  });
});
