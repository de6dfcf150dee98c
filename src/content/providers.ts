import { z } from 'astro/zod';

/** Marks the tables as example data. Set it to `false` when every file has the platform's real providers. */
export const exampleData = true;

/** The fields that the providers API returns. */
export const providerFields = z.strictObject({
  providerKey: z.string().regex(/^\S+$/),
  name: z.string().min(1),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  /** True if the provider should be listed first. */
  priority: z.boolean(),
  beta: z.boolean(),
  logoUrl: z.url({ protocol: /^https$/ }).optional(),
});

/** Schema of a file in `src/content/providers`. */
export const providerList = z.array(providerFields).min(1);

/** Sorts providers as a provider picker does: providers with priority come first, and names decide the rest. */
export const inPickerOrder = (providers: z.infer<typeof providerList>) =>
  providers.toSorted((a, b) => Number(b.priority) - Number(a.priority) || a.name.localeCompare(b.name, 'en'));
