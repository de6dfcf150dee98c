import { examples, expect, openPage, renderedOperation, colorModeToggle, test } from '../support/site.ts';

/* Every test fails if the policy blocks something or a page requests something from another origin: see support/site.ts. */

test('the policy blocks nothing in the reference, including dark mode and notifications', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, examples.interactive);
  // Use the keyboard, because a pointer makes the header slide back in.
  await colorModeToggle(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // If the policy blocks new Scalar styles, add them to src/hosting/policy.ts.
  await renderedOperation(page).click();
});

test.describe('planted', () => {
  test.use({ errorsOfOthers: /Content Security Policy|other\.example/ });

  for (const [what, html] of [
    ['an inline script', '<script>window.planted = true</script>'],
    ['a script in an attribute', '<img src="data:," onerror="window.planted = true">'],
    ['an inline stylesheet', '<style>main { display: none }</style>'],
    ['an image from another origin', '<img src="https://other.example/x.png">'],
    ['a frame', '<iframe src="/"></iframe>'],
    ['another base URL', '<base href="https://other.example">'],
  ] as const)
    test(`the policy blocks ${what}`, async ({ page }) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.route(examples.plain, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</body>', `${html}</body>`);
        await route.fulfill({ response, body });
      });
      await page.goto(examples.plain);
      // Chromium reports some violations twice.
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      expect(errors.filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
      expect(await page.evaluate(() => 'planted' in window)).toBe(false);
      await expect(page.getByRole('main')).toBeVisible();
    });
});
