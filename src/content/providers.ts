import { z } from 'astro/zod';
import { WriterError } from '../shared/writer-error.ts';

/**
 * Whether the files of `src/content/providers` hold examples. Tables say so to the reader while it is true; set
 * it to false when every file holds the providers of the platform.
 */
export const exampleData = true;

/** The one file that is not named after a country. */
export const sandbox = 'sandbox';

/** A provider, with the fields that the providers API returns. */
export const providerFields = z.strictObject(
  {
    /** What a customer app sends when it creates a consent. */
    providerKey: z
      .string({ error: 'give the provider its providerKey, the key that a consent is created with.' })
      .regex(/^\S+$/, {
        error: 'write the providerKey as GET /Providers returns it: not empty and without spaces.',
      }),
    name: z
      .string({ error: 'give the provider its name, as end users read it.' })
      .min(1, { error: 'give the provider its name, as end users read it.' }),
    countryCode: z
      .string({ error: 'give the provider its country, as a two-letter ISO code such as NL.' })
      .regex(/^[A-Z]{2}$/, { error: 'write the country as two uppercase letters, such as NL.' }),
    /** Whether a picker shows the provider before the others. */
    priority: z.boolean({ error: 'say whether the provider has priority: true or false, without quotes.' }),
    /** Whether the connection with the provider is in beta. */
    beta: z.boolean({ error: 'say whether the provider is in beta: true or false, without quotes.' }),
    logoUrl: z
      .url({
        protocol: /^https$/,
        error: 'write the address of the logo in full, starting with https://, or leave it out.',
      })
      .optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `the contract's Provider has no ${issue.keys.join(' and no ')}; remove it, or add it to openapi/providers.yaml and to src/content/providers.ts.`
        : 'write the provider as a record with providerKey, name, countryCode, priority and beta.',
  },
);

export type Provider = z.infer<typeof providerFields>;

/** What one file of `src/content/providers` holds. */
export const providerList = z
  .array(providerFields, {
    error: 'write the file as a list of providers, each starting with "- providerKey:".',
  })
  .min(1, { error: 'list one provider or more, or remove the file and the page that shows it.' })
  .superRefine((providers, context) => {
    const keys = providers.map(({ providerKey }) => providerKey);
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue;
      context.addIssue({
        code: 'custom',
        path: [index, 'providerKey'],
        message: `"${key}" stands in the list already; keep one of the two.`,
      });
    }
  });

/** A file of `src/content/providers`, by its name without the ending. */
export interface ProviderFile {
  id: string;
  data: readonly Provider[];
}

/** A table of providers that cannot be drawn, with the cure. */
export class ProvidersError extends WriterError {
  constructor(message: string) {
    super(message);
    this.name = 'ProvidersError';
  }
}

/**
 * The providers of a country or of the sandbox, in the order in which a picker shows them: those with priority
 * first, then by name.
 *
 * @param country A two-letter country code, or {@link sandbox}.
 * @throws ProvidersError when there is no file for the country, or when the file holds a provider of another one.
 */
export function providersOf(country: string, files: readonly ProviderFile[]): Provider[] {
  const file = files.find(({ id }) => nameOf(id) === country);
  if (!file) {
    const known = files.map(({ id }) => nameOf(id)).sort();
    throw new ProvidersError(
      `There are no providers for "${country}". Use one of ${known.join(', ')}, or add src/content/providers/${country.toLowerCase()}.yaml.`,
    );
  }
  const stray = file.data.find(({ countryCode }) => country !== sandbox && countryCode !== country);
  if (stray) {
    throw new ProvidersError(
      `src/content/providers/${file.id}.yaml holds ${stray.providerKey}, whose countryCode is ${stray.countryCode}. ` +
        `Move it to ${stray.countryCode.toLowerCase()}.yaml, or correct its countryCode.`,
    );
  }
  return file.data.toSorted(
    (a, b) => Number(b.priority) - Number(a.priority) || a.name.localeCompare(b.name, 'en'),
  );
}

/** How a page names a file: countries by their code. */
function nameOf(id: string): string {
  return id === sandbox ? id : id.toUpperCase();
}
