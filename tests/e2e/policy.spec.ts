import type { Page } from '@playwright/test';
import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  isAnnounced,
  openPage,
  reference,
  test,
} from '../support/site.ts';
import { test as unsteady } from '../support/unsteady-site.ts';
import { watch } from '../support/watch.ts';
import { dialog, results, searchFor } from './search-dialog.ts';
import { read } from './offline/unsteady.ts';

interface Violation {
  directive: string;
  blocked: string;
  /** The hash of a blocked element. */
  hash: string;
}

/** Scalar tries out whether it may compile code, and does without. The policy doesn't allow it. */
const PROBE = { directive: 'script-src', blocked: 'eval', hash: '' };

declare global {
  interface Window {
    report: (violation: Violation) => void;
    reportSink: (sink: string) => void;
  }
}

const TRUSTED_TYPES = { 'content-security-policy-report-only': "require-trusted-types-for 'script'" };

/** Collects what the policy blocks, on all pages that open in this tab from now on. */
async function violationsOf(page: Page): Promise<Violation[]> {
  const violations: Violation[] = [];
  await page.exposeFunction('report', (violation: Violation) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      async ({ effectiveDirective, blockedURI, target }) => {
        const code = new TextEncoder().encode(target instanceof Element ? target.textContent : '');
        const digest = String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', code)));
        const hash = code.length > 0 ? `sha256-${btoa(digest)}` : '';
        window.report({ directive: effectiveDirective, blocked: blockedURI, hash });
      },
    );
  });
  return violations;
}

const kinds = {
  ...examples,
  'the second page of the reference': '/api/',
  'the failure page': '/500.html',
  'the offline page': '/offline/',
  'a page with every component': '/markdown-page/',
  'a chart': '/sequencing/',
  glossary: '/glossary/',
};

test.describe('the policy blocks nothing that the site needs:', () => {
  for (const [kind, path] of Object.entries(kinds)) {
    test(kind, async ({ page, baseURL }) => {
      const violations = await violationsOf(page);
      const faults = watch(page, baseURL);
      await openPage(page, path);
      await page.waitForLoadState('networkidle');
      const errors = kind === 'notFound' ? [expect.stringContaining('404 (Not Found)')] : [];
      expect(violations).toEqual(kind === 'interactive' ? [PROBE] : []);
      expect(faults).toEqual({ errors, foreign: [] });
    });
  }

  test('search', async ({ page }) => {
    const violations = await violationsOf(page);
    await searchFor(page, 'refresh a consent');
    expect(await results(page)).not.toEqual([]);
    await dialog(page).getByRole('list').first().getByRole('link').first().click();
    await expect(page).not.toHaveURL('/');
    expect(violations).toEqual([]);
  });

  test('color mode, announcement, copying, tabs and a page that is prerendered', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const violations = await violationsOf(page);
    await page.goto(examples.longGuide);
    await colorModeToggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    if (isAnnounced) await announcementBar(page).getByRole('button').click();
    await page.getByRole('tab').nth(1).click();
    await page.getByRole('button', { name: /copy/i }).locator('visible=true').first().click();
    const link = page.getByRole('main').locator('a[href^="/"]').first();
    await link.hover();
    await expect(link).toHaveAttribute('data-prerender');
    await link.click();
    await expect(page).not.toHaveURL(examples.longGuide);
    expect(violations).toEqual([]);
  });

  test('Scalar in both modes', async ({ page }) => {
    const violations = await violationsOf(page);
    await openPage(page, examples.interactive);
    await colorModeToggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await reference(page).getByRole('button', { name: 'Copy link' }).first().click();
    expect(violations, 'Add new styles of Scalar to src/hosting/scalar-styles.ts.').toEqual([PROBE]);
  });
});

test.describe('the policy blocks nothing that the service worker needs:', () => {
  test.use({ serviceWorkers: 'allow' });

  test('keeping the site, and reading it offline', async ({ page, context }) => {
    const violations = await violationsOf(page);
    await page.goto('/offline/');
    await page.getByRole('button', { name: 'Keep the whole site' }).click();
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible({ timeout: 60_000 });
    await context.setOffline(true);
    await page.goto('/webhooks/structure/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(violations).toEqual([]);
  });
});

test.describe('the policy blocks what is not ours:', () => {
  const origin = 'https://other.example';
  for (const [what, html, directive] of [
    ['an inline script', '<script>window.planted = true</script>', 'script-src-elem'],
    ['a script in an attribute', '<img src="data:," onerror="window.planted = true">', 'script-src-attr'],
    ['an image from elsewhere', `<img src="${origin}/x.png">`, 'img-src'],
    ['an inline stylesheet', '<style>body { display: none }</style>', 'style-src-elem'],
    ['a script from elsewhere', `<script src="${origin}/x.js"></script>`, 'script-src-elem'],
    ['a frame', '<iframe src="/"></iframe>', 'frame-src'],
    ['a form that sends elsewhere', `<form action="${origin}"></form><base href="${origin}">`, 'base-uri'],
  ] as const) {
    test(what, async ({ page }) => {
      const violations = await violationsOf(page);
      const foreign: string[] = [];
      page.on('response', (response) => foreign.push(new URL(response.url()).origin));
      await page.route(examples.plain, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</body>', `${html}</body>`);
        await route.fulfill({ response, body });
      });
      await page.goto(examples.plain);
      await expect.poll(() => violations).toEqual([expect.objectContaining({ directive })]);
      expect(await page.evaluate(() => 'planted' in window)).toBe(false);
      expect(foreign).not.toContain(origin);
    });
  }
});

unsteady.describe('with Trusted Types, which the policy does not require yet, browsers would block', () => {
  /** Lists what browsers would block: the sink, and the beginning of what it got. */
  async function sinksOf(page: Page): Promise<string[]> {
    const sinks: string[] = [];
    await page.exposeFunction('reportSink', (sink: string) => sinks.push(sink));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => {
        if (effectiveDirective === 'require-trusted-types-for') window.reportSink(sample.replace(/<.*/s, ''));
      });
    });
    return sinks;
  }

  unsteady.beforeEach(({ server }) => server.headers(/^/, TRUSTED_TYPES));

  unsteady.describe('without a service worker,', () => {
    unsteady.use({ serviceWorkers: 'block' });

    unsteady('nothing of a guide with its controls', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const sinks = await sinksOf(page);
      await page.goto(examples.longGuide);
      await colorModeToggle(page).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.getByRole('tab').nth(1).click();
      await page.getByRole('button', { name: /copy/i }).locator('visible=true').first().click();
      await page.getByRole('main').locator('a[href^="/"]').first().hover();
      await expect(page.locator('[data-prerender]')).toHaveCount(1);
      expect(sinks).toEqual([]);
    });

    unsteady('nothing of the search', async ({ page }) => {
      const sinks = await sinksOf(page);
      await searchFor(page, 'refresh a consent');
      expect(await results(page)).not.toEqual([]);
      expect(sinks).toEqual([]);
    });

    unsteady("only Scalar's probe for eval", async ({ page }) => {
      const sinks = await sinksOf(page);
      await openPage(page, examples.interactive);
      await reference(page).getByRole('button', { name: 'Copy link' }).first().click();
      expect(sinks).toEqual([expect.stringMatching(/^Function\|/)]);
    });
  });

  unsteady(
    'only the registration of the service worker, also on the page for failed loads',
    async ({ page, server }) => {
      const sinks = await sinksOf(page);
      await read(page, '/webhooks/structure/');
      await server.stop();
      await page.goto('/webhooks/events/');
      const stored = page.getByRole('main').getByRole('list').getByRole('link');
      await expect(stored).toHaveText(['The body of a webhook']);
      expect([...new Set(sinks)]).toEqual(['ServiceWorkerContainer register|/service-worker.js']);
    },
  );
});
