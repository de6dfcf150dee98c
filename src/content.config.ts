import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { pageFields, withWrittenFields } from './content/front-matter.ts';

export const collections = {
  /** The pages. The folder gives the address, the front matter the rest. */
  docs: defineCollection({ loader: withWrittenFields(docsLoader()), schema: docsSchema({ extend: pageFields }) }),
};
