import { defineCollection } from 'astro/content/config';
import { glob } from 'astro/loaders';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema, i18nSchema } from '@astrojs/starlight/schema';
import { categoryList } from './content/categories.ts';
import { pageFields } from './content/front-matter.ts';
import { providerList } from './content/providers.ts';

const LISTS = '[^_.]*.{yaml,yml}';

export const collections = {
  /** The pages. Each page's path is its file path. */
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend: pageFields }) }),
  /** Overrides of Starlight's UI strings: none. Without an entry, Astro prints a warning in every build. */
  i18n: defineCollection({ loader: () => [{ id: 'en' }], schema: i18nSchema() }),
  /** The categories of each engine, in one file per engine. */
  categories: defineCollection({
    loader: glob({ base: './src/content/categories', pattern: LISTS }),
    schema: categoryList,
  }),
  /** The providers of each country and of the sandbox, in one file each. */
  providers: defineCollection({
    loader: glob({ base: './src/content/providers', pattern: LISTS }),
    schema: providerList,
  }),
};
