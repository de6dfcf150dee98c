import { z } from 'astro/zod';
import { WriterError } from '../shared/writer-error.ts';

/**
 * Whether `src/content/providers` contains examples. While `true`, the tables are marked as example data. Set it to
 * `false` when every file has the platform's real providers.
 */
export const exampleData = true;

/** Name of the file with the sandbox providers. The other files are named after countries. */
export const sandbox = 'sandbox';

/** Schema of a provider, with the fields that the providers API returns. */
export const providerFields = z.strictObject({
  /** The key that a customer app sends to create a consent. */
  providerKey: z.string().regex(/^\S+$/),
  name: z.string().min(1),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  /** Whether a provider picker lists the provider first. */
  priority: z.boolean(),
  /** Whether the connection to the provider is in beta. */
  beta: z.boolean(),
  logoUrl: z.url({ protocol: /^https$/ }).optional(),
});

/** A provider. */
export type Provider = z.infer<typeof providerFields>;

/** Schema of a file in `src/content/providers`. */
export const providerList = z.array(providerFields).min(1);

/** A file of `src/content/providers`. */
export interface ProviderFile {
  /** File name without the extension. */
  id: string;
  data: readonly Provider[];
}

/**
 * Returns the providers of a country or of the sandbox, in the order of a provider picker: those with priority first,
 * then by name.
 *
 * @param country - A two-letter country code, or {@link sandbox}.
 * @param page - The file of the page that shows them, for the message.
 * @throws WriterError if there is no file for the country.
 */
export function providersOf(country: string, files: readonly ProviderFile[], page: string): Provider[] {
  const file = files.find(({ id }) => nameOf(id) === country);
  if (!file) {
    const known = files.map(({ id }) => nameOf(id)).sort();
    throw new WriterError(
      `${page}: there are no providers for "${country}". Use one of ${known.join(', ')}, or add src/content/providers/${country.toLowerCase()}.yaml.`,
    );
  }
  return file.data.toSorted(
    (a, b) => Number(b.priority) - Number(a.priority) || a.name.localeCompare(b.name, 'en'),
  );
}

/** Returns the name of a file as pages use it: an uppercase country code, or {@link sandbox}. */
function nameOf(id: string): string {
  return id === sandbox ? id : id.toUpperCase();
}
