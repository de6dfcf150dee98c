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
export const providerFields = z.strictObject(
  {
    /** The key that a customer app sends to create a consent. */
    providerKey: z
      .string({ error: 'add the providerKey, which is sent to create a consent.' })
      .regex(/^\S+$/, {
        error: 'write the providerKey as GET /Providers returns it: not empty and without spaces.',
      }),
    name: z
      .string({ error: 'add the name of the provider, as end users see it.' })
      .min(1, { error: 'add the name of the provider, as end users see it.' }),
    countryCode: z
      .string({ error: 'add the country of the provider, as a two-letter ISO code such as NL.' })
      .regex(/^[A-Z]{2}$/, { error: 'write the country as two uppercase letters, such as NL.' }),
    /** Whether a provider picker lists the provider first. */
    priority: z.boolean({
      error: 'write true or false, without quotes, for whether the provider has priority.',
    }),
    /** Whether the connection to the provider is in beta. */
    beta: z.boolean({ error: 'write true or false, without quotes, for whether the provider is in beta.' }),
    logoUrl: z
      .url({
        protocol: /^https$/,
        error: 'write the full URL of the logo, starting with https://, or leave it out.',
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

/** A provider. */
export type Provider = z.infer<typeof providerFields>;

/** Schema of a file in `src/content/providers`. */
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
        message: `"${key}" is already in the list; keep one of the two.`,
      });
    }
  });

/** A file of `src/content/providers`. */
export interface ProviderFile {
  /** File name without the extension. */
  id: string;
  data: readonly Provider[];
}

/** A missing or misplaced provider. The message includes the fix. */
export class ProvidersError extends WriterError {
  constructor(message: string) {
    super(message);
    this.name = 'ProvidersError';
  }
}

/**
 * Returns the providers of a country or of the sandbox, in the order of a provider picker: those with priority first,
 * then by name.
 *
 * @param country - A two-letter country code, or {@link sandbox}.
 * @throws ProvidersError if there is no file for the country, or if the file has a provider of another country.
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
      `src/content/providers/${file.id}.yaml contains ${stray.providerKey}, whose countryCode is ${stray.countryCode}. ` +
        `Move it to ${stray.countryCode.toLowerCase()}.yaml, or correct its countryCode.`,
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
