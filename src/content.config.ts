import { defineCollection } from 'astro/content/config';
import { glob } from 'astro/loaders';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema, i18nSchema } from '@astrojs/starlight/schema';
import { categoryList } from './content/categories.ts';
import { pageFields, withWrittenFields } from './content/front-matter.ts';
import { providerList } from './content/providers.ts';

const docsFields = docsSchema({ extend: pageFields });
let pageSchema: ReturnType<typeof docsFields> | undefined;

export const collections = {
  /** The pages. The folder gives the address, the front matter the rest. */
  docs: defineCollection({
    loader: withWrittenFields(docsLoader()),
    // One for all pages: it would be made anew for each, to find pictures of a hero beside it, and no page has one.
    schema: (context) => (pageSchema ??= docsFields(context)),
  }),
  /** Words of the frame that differ from Starlight's: none. Without an entry, Astro warns of it in every build. */
  i18n: defineCollection({ loader: () => [{ id: 'en' }], schema: i18nSchema() }),
  /** The categories of each engine, by its name. */
  categories: defineCollection({
    loader: glob({ base: './src/content/categories', pattern: '*.yaml' }),
    schema: categoryList,
  }),
  /** The providers of each country and of the sandbox: one list per file. */
  providers: defineCollection({
    loader: glob({ base: './src/content/providers', pattern: '*.yaml' }),
    schema: providerList,
  }),
};
