import { apis } from './apis.ts';
import { sections, type Section, type SectionId } from './sections.ts';

/** The slug of a page, or a labeled group of entries. */
type SidebarItem = string | { label: string; items: SidebarItem[] };

/** Pages for writers, which no sidebar lists. */
export const writersPages: readonly string[] = ['markdown-page'];

/** Pages about the site itself. The footer links to them, and no sidebar lists them. */
export const footerPages: readonly string[] = ['glossary', 'offline'];

/**
 * The sidebar of each section: the slugs of its pages, in reading order. A slug is the path below `src/content/docs`
 * without the file extension, or `index` for the home page. Labels come from the pages. Every other page for readers is
 * in exactly one sidebar, which also sets the previous and next links. In `api`, the APIs follow the listed pages.
 */
const sidebars: Record<SectionId, SidebarItem[]> = {
  main: [
    'index',
    'quickstart',
    'starters',
    'set-up-your-agent',
    {
      label: 'Recipes',
      items: [
        'recipes/check-an-income',
        'recipes/categorize-a-month',
        'recipes/keep-an-account-view-fresh',
        'recipes/renew-before-it-ends',
        'recipes/does-it-add-up',
        'recipes/remove-a-user',
      ],
    },
    'troubleshooting',
    'networks',
    'go-live',
    'support-questions',
    'what-is-assumed',
  ],
  'account-information': [
    'account-information',
    'account-information/appscreen',
    'account-information/authentication',
    {
      label: 'Providers',
      items: [
        'account-information/providers/introduction',
        'account-information/providers/sandbox',
        'account-information/providers/sandbox-controls',
        'account-information/providers/netherlands',
        'account-information/providers/belgium',
        'account-information/providers/germany',
        'account-information/providers/spain',
      ],
    },
    {
      label: 'Data access',
      items: [
        'account-information/data-access/introduction',
        'account-information/data-access/consents',
        'account-information/data-access/consent-lifetime',
        'account-information/data-access/accounts',
        'account-information/data-access/account-balance',
        'account-information/data-access/transactions',
        'account-information/data-access/store-in-sql',
        'account-information/data-access/consent-refresh',
        'account-information/data-access/consent-based-access',
        'account-information/data-access/user-based-access',
        'account-information/data-access/sync-mode',
        'account-information/data-access/direct-provider',
      ],
    },
    'account-information/when-bank-data-changes',
    'account-information/data-structures',
    'account-information/error-handling',
    'account-information/data-removal',
    'account-information/postman',
  ],
  sequencing: [
    'sequencing',
    'sequencing/authentication',
    {
      label: 'Data access',
      items: [
        'sequencing/data-access/introduction',
        'sequencing/data-access/consent-based-access',
        'sequencing/data-access/user-based-access',
        'sequencing/data-access/response-structure',
      ],
    },
    'sequencing/data-structures',
    'sequencing/postman',
  ],
  categorization: [
    'categorization/introduction',
    'categorization/authentication',
    {
      label: 'Engines',
      items: [
        'categorization/engines/introduction',
        {
          label: 'z1 engine',
          items: [
            'categorization/engines/z1-engine/introduction',
            'categorization/engines/z1-engine/categories',
            'categorization/engines/z1-engine/data-structure',
          ],
        },
        {
          label: 'z2 engine',
          items: [
            'categorization/engines/z2-engine/introduction',
            'categorization/engines/z2-engine/categories',
            'categorization/engines/z2-engine/data-structure',
          ],
        },
      ],
    },
    {
      label: 'Jobs',
      items: [
        'categorization/jobs/introduction',
        'categorization/jobs/creating-jobs',
        'categorization/jobs/monitoring-jobs',
        'categorization/jobs/auto-start',
      ],
    },
    'categorization/migration',
    'categorization/postman',
  ],
  analysis: [
    'analysis/introduction',
    'analysis/authentication',
    {
      label: 'Engines',
      items: [
        'analysis/engines/introduction',
        {
          label: 'Z2 engine',
          items: [
            'analysis/engines/z2-engine/introduction',
            'analysis/engines/z2-engine/analysis',
            'analysis/engines/z2-engine/data-structure',
          ],
        },
      ],
    },
    {
      label: 'Jobs',
      items: [
        'analysis/jobs/introduction',
        'analysis/jobs/creating-jobs',
        'analysis/jobs/monitoring-jobs',
        'analysis/jobs/updating-jobs',
        'analysis/jobs/deleting-jobs',
      ],
    },
    'analysis/postman',
  ],
  webhooks: ['webhooks', 'webhooks/events', 'webhooks/structure', 'webhooks/verify'],
  api: ['api', 'api/conventions', 'api/downloads', 'api/changelog', 'api/generate-a-client'],
};

/** Starlight's sidebar: a group per section. `src/layout/route-middleware/` shows the page's group. */
export const sidebar = sections.map(({ id, label }) => ({ label, items: sidebars[id] }));

const slugsOf = (item: SidebarItem): string[] =>
  typeof item === 'string' ? [item] : item.items.flatMap(slugsOf);

/** The guides' slugs by section, in reading order. */
export const guideGroups = sections.map((section) => ({
  section,
  slugs: sidebars[section.id].flatMap(slugsOf),
}));

/** Finds the section of a path such as `/webhooks/events/`. Pages that no sidebar lists belong to the first section. */
export function sectionAt(path: string): Section {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'index.html');
  const slug = segments.join('/') || 'index';
  const isReference = slug.startsWith('api/') || apis.some(({ page }) => page === slug);
  return (
    guideGroups.find(({ slugs, section }) => slugs.includes(slug) || (isReference && section.id === 'api'))
      ?.section ?? sections[0]
  );
}
